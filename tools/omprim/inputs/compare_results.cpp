// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/compare_results.hpp"

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <fmt/format.h>

#include <omprim/operators.hpp>
#include <omprim/reduce.hpp>

#include "inputs/generator.hpp"

namespace omprim::command {
namespace {

enum class member { signed_integer, unsigned_integer, floating };

// The member of the scalar that holds the result.
member member_of(element type, operation op) {
  if (op == operation::logical_and || op == operation::logical_or) return member::signed_integer;
  if (is_float(type)) return member::floating;
  return is_signed(type) ? member::signed_integer : member::unsigned_integer;
}

template <class T, class Op>
scalar combine_as(const scalar& a, const scalar& b, Op) {
  return detail::to_scalar<T>(Op::combine(detail::get<T>(a), detail::get<T>(b)));
}

// The value of an operation whose result has one part.
template <class T>
scalar join_value(operation op, const scalar& a, const scalar& b) {
  switch (op) {
    case operation::product:
      return combine_as<T>(a, b, multiplies{});
    case operation::min:
      return combine_as<T>(a, b, minimum{});
    case operation::max:
      return combine_as<T>(a, b, maximum{});
    case operation::wide_sum:
      return combine_as<detail::wide<T>>(a, b, plus{});
    case operation::logical_and:
      return combine_as<std::int64_t>(a, b, logical_and{});
    case operation::logical_or:
      return combine_as<std::int64_t>(a, b, logical_or{});
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (op == operation::bit_and) return combine_as<T>(a, b, bit_and{});
    if (op == operation::bit_or) return combine_as<T>(a, b, bit_or{});
    if (op == operation::bit_xor) return combine_as<T>(a, b, bit_xor{});
  }
  return combine_as<T>(a, b, plus{});
}

template <class T>
reduce_result join_as(operation op, const reduce_result& a, const reduce_result& b,
                      std::int64_t start) {
  reduce_result result = a;
  switch (op) {
    case operation::argmin:
    case operation::argmax: {
      const T first = detail::get<T>(a.value);
      const T second = detail::get<T>(b.value);
      const bool better = op == operation::argmin ? second < first : first < second;
      if (b.index < 0 || (a.index >= 0 && !better)) return a;
      result = b;
      result.index += start;
      return result;
    }
    case operation::minmax:
      result.value = combine_as<T>(a.value, b.value, minimum{});
      result.second = combine_as<T>(a.second, b.second, maximum{});
      return result;
    case operation::sum_min_max:
      result.value = combine_as<T>(a.value, b.value, plus{});
      result.second = combine_as<T>(a.second, b.second, minimum{});
      result.third = combine_as<T>(a.third, b.third, maximum{});
      return result;
    default:
      result.value = join_value<T>(op, a.value, b.value);
      return result;
  }
}

bool same_exactly(member which, const scalar& a, const scalar& b) {
  if (which != member::floating) return a.u == b.u;
  if (std::isnan(a.f) || std::isnan(b.f)) return std::isnan(a.f) && std::isnan(b.f);
  return a.f == b.f && std::signbit(a.f) == std::signbit(b.f);
}

bool same_rounded(const scalar& a, const scalar& b, double slack) {
  if (std::isnan(a.f) || std::isnan(b.f)) return std::isnan(a.f) && std::isnan(b.f);
  return a.f == b.f || std::abs(a.f - b.f) <= slack;
}

std::string scalar_text(member which, const scalar& s) {
  switch (which) {
    case member::signed_integer:
      return fmt::format("{}", s.i);
    case member::unsigned_integer:
      return fmt::format("{}", s.u);
    default:
      return fmt::format("{}", s.f);
  }
}

}  // namespace

bool rounds(operation op) {
  switch (op) {
    case operation::sum:
    case operation::product:
    case operation::sum_min_max:
    case operation::dot:
    case operation::sum_of_absolutes:
    case operation::sum_of_squares:
    case operation::wide_sum:
      return true;
    default:
      return false;
  }
}

reduce_result join(element type, operation op, const reduce_result& first,
                   const reduce_result& second, std::int64_t second_start) {
  return with_type(
      type, [&](auto zero) { return join_as<decltype(zero)>(op, first, second, second_start); });
}

bool same(element type, operation op, const reduce_result& a, const reduce_result& b,
          double slack) {
  const member which = member_of(type, op);
  const bool value_rounds = which == member::floating && rounds(op);
  if (!(value_rounds ? same_rounded(a.value, b.value, slack)
                     : same_exactly(which, a.value, b.value))) {
    return false;
  }
  switch (op) {
    case operation::argmin:
    case operation::argmax:
      return a.index == b.index;
    case operation::minmax:
      return same_exactly(which, a.second, b.second);
    case operation::sum_min_max:
      return same_exactly(which, a.second, b.second) && same_exactly(which, a.third, b.third);
    default:
      return true;
  }
}

std::string to_text(element type, operation op, const reduce_result& result) {
  const member which = member_of(type, op);
  std::string text = scalar_text(which, result.value);
  if (op == operation::argmin || op == operation::argmax) {
    text += fmt::format(" at {}", result.index);
  }
  if (op == operation::minmax || op == operation::sum_min_max) {
    text += ", " + scalar_text(which, result.second);
  }
  if (op == operation::sum_min_max) text += ", " + scalar_text(which, result.third);
  return text;
}

}  // namespace omprim::command
