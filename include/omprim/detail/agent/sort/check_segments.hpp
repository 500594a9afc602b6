// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/merge_memory.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/partition_point.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/segments.hpp>

/// The first launch of a sort by merges.
namespace omprim::inline OMPRIM_ABI::strategy {

/// What f(i) found, for all i in [begin, end) that an item of the group takes.
template <class Group, class Function>
OMPRIM_INLINE typename Group::template private_memory<checked_segments> checked_by_items(
    Group& group, std::uint64_t begin, std::uint64_t end, const Function& f) {
  typename Group::template private_memory<checked_segments> found;
  group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
    found[item] = {checked_segments::none, 0};
    for (std::uint64_t i = begin + static_cast<std::uint64_t>(item.id); i < end; i += Group::size) {
      found[item] = checked_segments::both(found[item], f(i));
    }
  });
  return found;
}

/// The check of segment i of an array of n elements.
OMPRIM_INLINE checked_segments checked_segment(const kernel::segment_bounds& bounds,
                                               std::uint64_t i, std::uint64_t n) {
  const std::uint64_t begin = bounds.begin(i);
  const std::uint64_t end = bounds.end(i);
  const bool is_wrong = end < begin || end > n;
  return {is_wrong ? i : checked_segments::none, end - begin};
}

/// Finds the segment of the first key of each tile, the first offset that is above the next one,
/// and the longest segment. Without tiles it only checks.
template <int size, std::uint64_t tile>
struct alignas(8) check_segments {
  static constexpr int work_group_size = size;
  template <class Group>
  struct local_memory {
    typename Group::template scratch<checked_segments> scratch;
    bool is_last;
  };

  kernel::segment_bounds bounds;
  std::uint64_t n;
  std::uint64_t tiles;
  std::uint64_t* segment_of;
  checked_segments* checked;  ///< by each group
  merge_state* state;
  unsigned* tickets;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      for (std::uint64_t number = group.id() * size + static_cast<std::uint64_t>(item.id);
           number < tiles; number += group.count() * size) {
        segment_of[number] = segment_at(number * tile);
      }
    });
    const kernel::share mine =
        kernel::share_of(bounds.offsets != nullptr ? bounds.segments : 0, group);
    const checked_segments found =
        all_of(group, local, mine.begin, mine.end,
               [&](std::uint64_t i) OMPRIM_INLINE_LAMBDA { return checked_segment(bounds, i, n); });
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { checked[group.id()] = found; });
    if (!kernel::takes_last_ticket(group, local.is_last, *tickets, group.count())) return;
    const checked_segments all =
        all_of(group, local, 0, group.count(),
               [&](std::uint64_t i) OMPRIM_INLINE_LAMBDA { return checked[i]; });
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { *state = {0, all}; });
  }

 private:
  /// The first segment that ends behind a position.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t segment_at(std::uint64_t position) const {
    const std::uint64_t first = bounds.first();
    if (position < first) position = first;
    return kernel::partition_point(std::uint64_t{0}, bounds.segments - 1,
                                   [&](std::uint64_t segment) OMPRIM_INLINE_LAMBDA {
                                     return bounds.end(segment) <= position;
                                   });
  }

  /// What f(i) found, for all i in [begin, end); known to item 0.
  template <class Group, class Function>
  static OMPRIM_INLINE checked_segments all_of(Group& group, local_memory<Group>& local,
                                               std::uint64_t begin, std::uint64_t end,
                                               const Function& f) {
    return kernel::reduce(group, checked_by_items(group, begin, end, f), checked_segments::both,
                          local.scratch);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
