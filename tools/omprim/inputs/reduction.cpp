// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/reduction.hpp"

#include <type_traits>

#include <omprim/error.hpp>
#include <omprim/families.hpp>

#include "inputs/compare_results.hpp"
#include "inputs/generator.hpp"

namespace omprim::command {
namespace {

constexpr reduce_options sequential{"sequential", {}, nullptr};

// Calls f with a zero of the C++ type. Exact sums are of floats.
template <class F>
auto with_float(element type, const F& f) {
  return with_type(type, [&](auto zero) -> decltype(f(1.0)) {
    if constexpr (std::is_floating_point_v<decltype(zero)>) {
      return f(zero);
    } else {
      throw error(status::unknown_variant, "exact sums take float32 or float64");
    }
  });
}

}  // namespace

operation floating_point_form(operation op) {
  switch (op) {
    case operation::exact_sum:
      return operation::sum;
    case operation::exact_sum_of_absolutes:
      return operation::sum_of_absolutes;
    case operation::exact_sum_of_squares:
      return operation::sum_of_squares;
    case operation::exact_dot:
      return operation::dot;
    default:
      return op;
  }
}

reduce_result run_reduction(const execution& where, element type, operation op, const void* data,
                            const void* other, std::uint64_t n, const reduce_options& options) {
  const bool exact = algorithm_of(op) == algorithm::exact;
  return (exact ? exact_any : reduce_any)(where, type, op, data, other, n, options);
}

expected_result::expected_result(element type, operation op, const void* data, const void* other,
                                 std::uint64_t n)
    : type_(type), op_(op), n_(n) {
  if (is_exact()) {
    digits_ = with_float(type, [&](auto zero) {
      const auto& family = detail::exact_families<decltype(zero)>::sums();
      return detail::run(serial(), family, op, data, other, n, sequential);
    });
  } else {
    value_ = reduce_any(serial(), type, op, data, other, n, sequential);
  }
}

void expected_result::append(const expected_result& next) {
  if (is_exact()) {
    digits_ += next.digits_;
    digits_.carry();  // else a digit would overflow after some hundred parts
  } else {
    value_ = join(type_, op_, value_, next.value_, static_cast<std::int64_t>(n_));
  }
  n_ += next.n_;
}

reduce_result expected_result::value() const {
  if (!is_exact()) return value_;
  reduce_result result;
  result.value = with_float(type_, [&](auto zero) {
    return detail::to_scalar(detail::rounded<decltype(zero)>(digits_));
  });
  return result;
}

}  // namespace omprim::command
