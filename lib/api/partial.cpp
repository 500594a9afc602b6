// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/partial.hpp>

#include <cstdint>
#include <type_traits>

#include <omprim/compiled_set.hpp>
#include <omprim/operators.hpp>

namespace omprim::detail {
namespace {

template <class Op, class T>
void combine_scalars(scalar& left, const scalar& right) {
  left = to_scalar(Op::combine(get<T>(left), get<T>(right)));
}

/// Whether the second of two values comes before the first in the order of argmin.
template <class T>
bool is_less(T first, T second) {
  if (is_nan(first) || is_nan(second)) return !is_nan(first);
  return second < first || negative_zero_first(second, first);
}
/// The same for argmax.
template <class T>
bool is_greater(T first, T second) {
  if (is_nan(first) || is_nan(second)) return !is_nan(first);
  return first < second || negative_zero_first(first, second);
}

template <class T>
void append_indexed(partial_reduction& left, const partial_reduction& right,
                    bool (*second_wins)(T first, T second)) {
  if (right.result.index < 0) return;
  const bool left_is_empty = left.result.index < 0;
  if (!left_is_empty && !second_wins(get<T>(left.result.value), get<T>(right.result.value))) return;
  left.result = right.result;
  left.result.index += static_cast<std::int64_t>(left.count);
}

template <class T>
void append_results(operation op, partial_reduction& left, const partial_reduction& right) {
  reduce_result& to = left.result;
  const reduce_result& from = right.result;
  switch (op) {
    case operation::sum:
    case operation::dot:
    case operation::sum_of_absolutes:
    case operation::sum_of_squares:
      return combine_scalars<plus, T>(to.value, from.value);
    case operation::wide_sum:
      return combine_scalars<plus, wide<T>>(to.value, from.value);
    case operation::product:
      return combine_scalars<multiplies, T>(to.value, from.value);
    case operation::min:
      return combine_scalars<minimum, T>(to.value, from.value);
    case operation::max:
      return combine_scalars<maximum, T>(to.value, from.value);
    case operation::minmax:
      combine_scalars<minimum, T>(to.value, from.value);
      return combine_scalars<maximum, T>(to.second, from.second);
    case operation::sum_min_max:
      combine_scalars<plus, T>(to.value, from.value);
      combine_scalars<minimum, T>(to.second, from.second);
      return combine_scalars<maximum, T>(to.third, from.third);
    case operation::argmin:
      return append_indexed<T>(left, right, is_less<T>);
    case operation::argmax:
      return append_indexed<T>(left, right, is_greater<T>);
    case operation::logical_and:
      return combine_scalars<logical_and, std::int64_t>(to.value, from.value);
    case operation::logical_or:
      return combine_scalars<logical_or, std::int64_t>(to.value, from.value);
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (op == operation::bit_and) combine_scalars<bit_and, T>(to.value, from.value);
    if (op == operation::bit_or) combine_scalars<bit_or, T>(to.value, from.value);
    if (op == operation::bit_xor) combine_scalars<bit_xor, T>(to.value, from.value);
  }
}

}  // namespace

void append(operation op, element type, partial_reduction& left,
            const partial_reduction& right) noexcept {
  switch (type) {
#define OMPRIM_CASE(name, cpp_type)            \
  case element::name:                          \
    append_results<cpp_type>(op, left, right); \
    break;
    OMPRIM_ELEMENTS(OMPRIM_CASE)
#undef OMPRIM_CASE
  }
  left.count += right.count;
}

}  // namespace omprim::detail
