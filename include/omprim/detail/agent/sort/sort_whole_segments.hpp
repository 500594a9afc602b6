// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/check_segments.hpp>
#include <omprim/detail/agent/sort/merge_memory.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/segment_by_digits.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/segments.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Sorts segments of up to `most` keys: each group sorts one in its registers, by digits.
template <class Word, class Value, class Order, int size, int rows>
struct alignas(8) sort_whole_segments {
  static constexpr int work_group_size = size;
  /// Items with 60 bytes of keys need 64 registers, others 128.
  static constexpr int threads_per_unit = rows * sizeof(Word) <= 60 ? 1024 : 512;
  static constexpr std::uint64_t most = std::uint64_t{size} * rows;

  template <class Group>
  using segment = segment_by_digits<Word, Value, Order, Group, rows>;
  template <class Group, bool sorts>
  union memory {
    typename segment<Group>::local_memory sorted;
    typename Group::template scratch<checked_segments> scratch;
  };
  template <class Group>
  union memory<Group, false> {};
  template <class Group>
  using local_memory = memory<Group, Group::thread_per_item>;

  sort_problem<Word, Value> problem;
  kernel::segment_bounds bounds;
  /// What the groups found. They sort only if no offset is wrong and no segment too long.
  checked_segments* found;
  std::uint64_t is_checked;  ///< not 0: all segments can be sorted

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, [[maybe_unused]] local_memory<Group>& local) const {
    if constexpr (Group::thread_per_item) {
      if (is_checked == 0 && !are_sortable(group, local)) return;
      const std::uint64_t begin = bounds.begin(group.id());
      const auto count = static_cast<int>(bounds.end(group.id()) - begin);
      if (count != 0) segment<Group>::sort(group, local.sorted, problem, begin, count);
    } else {
      // Not for one thread that has all items.
      if (group.id() == 0) *found = {checked_segments::none, ~std::uint64_t{0}};
    }
  }

 private:
  template <class Group>
  [[nodiscard]] OMPRIM_INLINE bool are_sortable(Group& group, local_memory<Group>& local) const {
    const checked_segments all =
        kernel::reduce_for_all(group,
                               checked_by_items(group, 0, bounds.segments,
                                                [&](std::uint64_t i) OMPRIM_INLINE_LAMBDA {
                                                  return checked_segment(bounds, i, problem.n);
                                                }),
                               checked_segments::both, local.scratch);
    group.barrier();
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      if (group.id() == 0) *found = all;
    });
    return all.fault == checked_segments::none && all.longest <= most;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
