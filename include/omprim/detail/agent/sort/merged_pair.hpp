// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/segment_runs.hpp>
#include <omprim/detail/agent/sort/sorted_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/partition_point.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The stable merge of two sorted runs, and how many of its first keys come from the first run.
template <class Word, class Order>
struct merged_pair {
  const Word* keys;
  run_pair runs;
  order_by_bits<Word, Order> order;

  /// How many of the first `count` keys are of the first run. An item searches.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t taken(std::uint64_t count) const {
    return kernel::partition_point(fewest(count), most(count),
                                   [&](std::uint64_t i)
                                       OMPRIM_INLINE_LAMBDA { return takes(i, count); });
  }
  /// The same; the whole group searches, and each item gets the result.
  template <class Group>
  [[nodiscard]] OMPRIM_INLINE std::uint64_t taken(
      const Group& group, std::uint64_t count,
      typename Group::template scratch<int>& scratch) const {
    return kernel::partition_point(
        group, fewest(count), most(count),
        [&](std::uint64_t i) OMPRIM_INLINE_LAMBDA { return takes(i, count); }, scratch);
  }

 private:
  [[nodiscard]] OMPRIM_INLINE std::uint64_t fewest(std::uint64_t count) const {
    const std::uint64_t size_of_b = runs.end - runs.middle;
    return count > size_of_b ? count - size_of_b : 0;
  }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t most(std::uint64_t count) const {
    const std::uint64_t size_of_a = runs.middle - runs.begin;
    return count < size_of_a ? count : size_of_a;
  }
  /// Whether key i of the first run, fewest(count) <= i < most(count), is one of the first `count`.
  [[nodiscard]] OMPRIM_INLINE bool takes(std::uint64_t i, std::uint64_t count) const {
    return order(keys[runs.begin + i]) <= order(keys[runs.middle + count - 1 - i]);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
