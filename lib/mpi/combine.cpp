// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <iterator>

#include <omprim/exact_digits.hpp>
#include <omprim/mpi/message.hpp>
#include <omprim/partial.hpp>

/// The combination of two messages. `lower` is that of lower ranks; `upper` becomes the result.
namespace omprim::mpi::detail {
namespace {

void combine_reductions(const reduction_entry& lower, reduction_entry& upper) {
  if (upper.head.op == operation::unique) {  // the last element of all
    if (upper.head.count == 0) upper.result = lower.result;
    upper.head.count += lower.head.count;
    return;
  }
  omprim::detail::partial_reduction all{lower.head.count, lower.result};
  omprim::detail::append(upper.head.op, upper.head.type, all, {upper.head.count, upper.result});
  upper.head.count = all.count;
  upper.result = all.result;
}

void combine_entries(const entry_head& lower, entry_head& upper) {
  switch (upper.kind) {
    case entry_kind::reduction:
      return combine_reductions(reinterpret_cast<const reduction_entry&>(lower),
                                reinterpret_cast<reduction_entry&>(upper));
    case entry_kind::exact_sum:
      reinterpret_cast<exact_entry&>(upper).sum += reinterpret_cast<const exact_entry&>(lower).sum;
      upper.count += lower.count;
      return;
    case entry_kind::equal_numbers:
      return;
  }
}

bool equal_numbers(const equal_entry& lower, const equal_entry& upper) {
  return lower.head.count == upper.head.count &&
         std::equal(std::begin(lower.numbers), std::end(lower.numbers), std::begin(upper.numbers));
}

bool same_call(const entry_head& lower, const entry_head& upper) {
  if (lower.bytes != upper.bytes || lower.kind != upper.kind || lower.op != upper.op ||
      lower.type != upper.type) {
    return false;
  }
  return upper.kind != entry_kind::equal_numbers ||
         equal_numbers(reinterpret_cast<const equal_entry&>(lower),
                       reinterpret_cast<const equal_entry&>(upper));
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
