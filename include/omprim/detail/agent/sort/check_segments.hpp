// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/merge_memory.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/segments.hpp>

/// The first launch of a sort by merges.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Finds the segment of the first key of each tile, and the first offset that is above the next
/// one.
template <int size, std::uint64_t tile>
struct alignas(8) check_segments {
  static constexpr int work_group_size = size;
  template <class Group>
  struct local_memory {
    typename Group::template scratch<std::uint64_t> scratch;
    bool is_last;
  };

  kernel::segment_bounds bounds;
  std::uint64_t n;
  std::uint64_t tiles;
  std::uint64_t* segment_of;
  std::uint64_t* fault_of;  ///< of each group
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
    const auto first_fault =
        first_of(group, local, mine.begin, mine.end, [&](std::uint64_t i) OMPRIM_INLINE_LAMBDA {
          const std::uint64_t end = bounds.end(i);
          return end < bounds.begin(i) || end > n ? i : merge_state::none;
        });
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { fault_of[group.id()] = first_fault; });
    if (!kernel::takes_last_ticket(group, local.is_last, *tickets, group.count())) return;
    const auto first = first_of(group, local, 0, group.count(),
                                [&](std::uint64_t i) OMPRIM_INLINE_LAMBDA { return fault_of[i]; });
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { *state = {0, first}; });
  }

 private:
  /// The first segment that ends behind a position.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t segment_at(std::uint64_t position) const {
    const std::uint64_t first = bounds.first();
    if (position < first) position = first;
    std::uint64_t low = 0;
    std::uint64_t high = bounds.segments - 1;
    while (low < high) {
      const std::uint64_t middle = (low + high) / 2;
      const bool is_before = bounds.end(middle) <= position;
      low = is_before ? middle + 1 : low;
      high = is_before ? high : middle;
    }
    return low;
  }

  /// The least f(i), i in [begin, end); known to item 0.
  template <class Group, class Function>
  static OMPRIM_INLINE std::uint64_t first_of(Group& group, local_memory<Group>& local,
                                              std::uint64_t begin, std::uint64_t end,
                                              const Function& f) {
    const auto lesser = [](std::uint64_t a, std::uint64_t b)
                            OMPRIM_INLINE_LAMBDA { return a < b ? a : b; };
    typename Group::template private_memory<std::uint64_t> least;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      least[item] = merge_state::none;
      for (std::uint64_t i = begin + static_cast<std::uint64_t>(item.id); i < end; i += size) {
        least[item] = lesser(least[item], f(i));
      }
    });
    return kernel::reduce(group, least, lesser, local.scratch);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
