// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <omprim/compiled_set.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/mpi/message.hpp>
#include <omprim/operators.hpp>
#include <omprim/scalar.hpp>

/// The combination of two messages. `lower` is that of lower ranks; `upper` becomes the result.
namespace omprim::mpi::detail {
namespace {

template <class Op, class T>
void combine_scalars(const scalar& lower, scalar& upper) {
  upper = omprim::detail::to_scalar(
      Op::combine(omprim::detail::get<T>(lower), omprim::detail::get<T>(upper)));
}

/// Whether the second of two values comes before the first in the order of argmin.
template <class T>
bool is_less(T first, T second) {
  using omprim::detail::is_nan;
  if (is_nan(first) || is_nan(second)) return !is_nan(first);
  return second < first || omprim::detail::negative_zero_first(second, first);
}
/// The same for argmax.
template <class T>
bool is_greater(T first, T second) {
  using omprim::detail::is_nan;
  if (is_nan(first) || is_nan(second)) return !is_nan(first);
  return first < second || omprim::detail::negative_zero_first(first, second);
}

template <class T>
void combine_indexed(const reduction_entry& lower, reduction_entry& upper,
                     bool (*second_wins)(T first, T second)) {
  const bool lower_is_empty = lower.result.index < 0;
  const bool upper_is_empty = upper.result.index < 0;
  const bool upper_wins =
      lower_is_empty ||
      (!upper_is_empty && second_wins(omprim::detail::get<T>(lower.result.value),
                                      omprim::detail::get<T>(upper.result.value)));
  if (!upper_wins) {
    upper.result = lower.result;
  } else if (!upper_is_empty) {
    upper.result.index += static_cast<std::int64_t>(lower.head.count);
  }
}

template <class T>
void combine_reductions(const reduction_entry& lower, reduction_entry& upper) {
  const reduce_result& from = lower.result;
  reduce_result& to = upper.result;
  switch (upper.head.op) {
    case operation::sum:
    case operation::dot:
    case operation::sum_of_absolutes:
    case operation::sum_of_squares:
      return combine_scalars<plus, T>(from.value, to.value);
    case operation::wide_sum:
      return combine_scalars<plus, omprim::detail::wide<T>>(from.value, to.value);
    case operation::product:
      return combine_scalars<multiplies, T>(from.value, to.value);
    case operation::min:
      return combine_scalars<minimum, T>(from.value, to.value);
    case operation::max:
      return combine_scalars<maximum, T>(from.value, to.value);
    case operation::minmax:
      combine_scalars<minimum, T>(from.value, to.value);
      return combine_scalars<maximum, T>(from.second, to.second);
    case operation::sum_min_max:
      combine_scalars<plus, T>(from.value, to.value);
      combine_scalars<minimum, T>(from.second, to.second);
      return combine_scalars<maximum, T>(from.third, to.third);
    case operation::argmin:
      return combine_indexed<T>(lower, upper, is_less<T>);
    case operation::argmax:
      return combine_indexed<T>(lower, upper, is_greater<T>);
    case operation::logical_and:
      return combine_scalars<logical_and, std::int64_t>(from.value, to.value);
    case operation::logical_or:
      return combine_scalars<logical_or, std::int64_t>(from.value, to.value);
    case operation::unique:  // the last element of all
      if (upper.head.count == 0) to = from;
      return;
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (upper.head.op == operation::bit_and) combine_scalars<bit_and, T>(from.value, to.value);
    if (upper.head.op == operation::bit_or) combine_scalars<bit_or, T>(from.value, to.value);
    if (upper.head.op == operation::bit_xor) combine_scalars<bit_xor, T>(from.value, to.value);
  }
}

void combine_entries(const entry_head& lower, entry_head& upper) {
  if (upper.kind == entry_kind::exact_sum) {
    reinterpret_cast<exact_entry&>(upper).sum += reinterpret_cast<const exact_entry&>(lower).sum;
  } else if (upper.kind == entry_kind::reduction) {
    const auto& from = reinterpret_cast<const reduction_entry&>(lower);
    auto& to = reinterpret_cast<reduction_entry&>(upper);
    switch (upper.type) {
#define OMPRIM_CASE(name, type)         \
  case element::name:                   \
    combine_reductions<type>(from, to); \
    break;
      OMPRIM_ELEMENTS(OMPRIM_CASE)
#undef OMPRIM_CASE
    }
  }
  if (upper.kind != entry_kind::equal_count) upper.count += lower.count;
}

bool same_call(const entry_head& lower, const entry_head& upper) {
  return lower.bytes == upper.bytes && lower.kind == upper.kind && lower.op == upper.op &&
         lower.type == upper.type &&
         (upper.kind != entry_kind::equal_count || lower.count == upper.count);
}

/// Marks the message of ranks that made different calls. It wins over every error of one rank.
void mark_as_different(message_header& upper) {
  upper.failed_rank = all_ranks;
  upper.code = static_cast<std::int32_t>(status::invalid_argument);
}

}  // namespace

void combine(const message_header& lower, message_header& upper) noexcept {
  if (lower.failed_rank < upper.failed_rank) {
    upper.failed_rank = lower.failed_rank;
    upper.code = lower.code;
  }
  if (lower.bytes != upper.bytes) return mark_as_different(upper);
  const auto* from = reinterpret_cast<const char*>(&lower + 1);
  const auto* const end = reinterpret_cast<const char*>(&lower) + lower.bytes;
  auto* to = reinterpret_cast<char*>(&upper + 1);
  while (from < end) {
    const auto& one = *reinterpret_cast<const entry_head*>(from);
    auto& other = *reinterpret_cast<entry_head*>(to);
    if (!same_call(one, other)) return mark_as_different(upper);
    const std::int32_t bytes = one.bytes;
    combine_entries(one, other);
    from += bytes;
    to += bytes;
  }
}

}  // namespace omprim::mpi::detail
