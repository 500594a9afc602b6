// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/gather/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// Gathers and scatters.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Moves the elements whose positions are right, by whole_elements or split_elements, and finds the
/// first position that is wrong. Each thread keeps the first wrong one that it meets; groups
/// compare theirs by atomics.
template <template <class, tuning> class Elements, class Word, tuning t>
struct alignas(8) gather_by_position {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = 1024;
  using elements = Elements<Word, t>;

  template <class Group>
  struct local_memory {
    typename Group::template scratch<std::uint64_t> scratch;
    bool is_last;
  };

  moved_elements<Word> arrays;
  const void* positions;
  std::uint64_t* least_wrong;  ///< 0 between calls; the complement of the least wrong index
  position_fault* fault;
  unsigned* tickets;
  std::uint32_t is_wide;
  std::uint32_t scatters;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const std::uint64_t wrong = is_wide != 0
                                    ? move(group, static_cast<const std::int64_t*>(positions))
                                    : move(group, static_cast<const std::int32_t*>(positions));
    const auto least = [](std::uint64_t a, std::uint64_t b)
                           OMPRIM_INLINE_LAMBDA { return a < b ? a : b; };
    const std::uint64_t first = kernel::reduce_threads(group, wrong, least, local.scratch);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      if (first != position_fault::none) keep_least(first);
    });
    if (!kernel::takes_last_ticket(group, local.is_last, *tickets, group.count())) return;
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      const std::uint64_t index = ~kernel::load_shared(least_wrong);
      const bool is_right = index == position_fault::none;
      *fault = {
          index,
          is_right ? 0 : static_cast<std::int64_t>(position_at(positions, is_wide != 0, index))};
      *least_wrong = 0;
    });
  }

 private:
  /// Moves the elements of this group, and returns the first wrong index of this thread.
  template <class Group, class Index>
  OMPRIM_INLINE std::uint64_t move(const Group& group, const Index* at) const {
    return scatters != 0 ? move<true>(group, at) : move<false>(group, at);
  }
  template <bool to_positions, class Group, class Index>
  OMPRIM_INLINE std::uint64_t move(const Group& group, const Index* at) const {
    std::uint64_t wrong = position_fault::none;
    const std::uint64_t tiles = elements::template tiles<Group>(arrays);
    group.for_each_tile_in_order(tiles, [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t found = elements::template move<to_positions>(group, arrays, at, tile);
      wrong = found < wrong ? found : wrong;
    });
    return wrong;
  }

  OMPRIM_INLINE void keep_least(std::uint64_t index) const {
    const std::uint64_t mine = ~index;
    std::uint64_t seen = kernel::load_shared(least_wrong);
    while (seen < mine && !__atomic_compare_exchange_n(least_wrong, &seen, mine, false,
                                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
