// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/detail/agent/gather/problem.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// Gathers and scatters.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Moves the elements whose positions are right, and finds the first position that is wrong. Each
/// thread keeps the first wrong one that it meets; groups compare theirs by atomics.
template <class Word, tuning t>
struct alignas(8) gather_by_position {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = 1024;

  template <class Group>
  struct local_memory {
    typename Group::template scratch<std::uint64_t> scratch;
    bool is_last;
  };

  const Word* source;
  const void* positions;
  std::uint64_t n;
  Word* out;
  std::uint64_t size;
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
    group.for_each_tile_in_order(tiles_of<t>(n), [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
      std::uint64_t found = position_fault::none;
      if constexpr (Group::thread_per_item) {
        found = move_by_items<to_positions>(group, at, first_of<t>(tile));
      } else {
        found = move_by_simd<to_positions>(group, at, first_of<t>(tile));
      }
      wrong = found < wrong ? found : wrong;
    });
    return wrong;
  }

  /// The positions of an item are loaded before its elements, so that its loads overlap.
  template <bool to_positions, class Group, class Index>
  OMPRIM_INLINE std::uint64_t move_by_items(const Group& group, const Index* at,
                                            std::uint64_t first) const {
    constexpr int many = t.items_per_work_item;
    const std::uint64_t begin = first + static_cast<std::uint64_t>(group.this_item().id);
    const std::uint64_t left = begin < n ? n - begin : 0;
    const auto step = [](int i) OMPRIM_INLINE_LAMBDA {
      return static_cast<std::uint64_t>(i) * Group::size;
    };
    // As wide as the positions of the call: each takes a register or two.
    using place = std::make_unsigned_t<Index>;
    constexpr auto beyond = std::numeric_limits<place>::max();
    const std::uint64_t end = size < beyond / 2 ? size : beyond / 2 + 1;
    place position[many];
    Word moved[many];
#pragma GCC unroll 16
    for (int i = 0; i < many; ++i) {
      position[i] = step(i) < left ? static_cast<place>((at + begin)[step(i)]) : beyond;
    }
#pragma GCC unroll 16
    for (int i = 0; i < many; ++i) {
      if (position[i] < end) {
        moved[i] = to_positions ? (source + begin)[step(i)] : source[position[i]];
      }
    }
    std::uint64_t wrong = position_fault::none;
#pragma GCC unroll 16
    for (int i = many - 1; i >= 0; --i) {
      if (position[i] < end) {
        (to_positions ? out[position[i]] : (out + begin)[step(i)]) = moved[i];
      } else if (step(i) < left) {
        wrong = begin + step(i);
      }
    }
    return wrong;
  }

  /// All positions of a tile are compared before its elements are moved.
  template <bool to_positions, class Group, class Index>
  OMPRIM_INLINE std::uint64_t move_by_simd(const Group& group, const Index* at,
                                           std::uint64_t first) const {
    const std::uint64_t rest = n - first;
    const auto length = static_cast<int>(rest < tile_length<t> ? rest : tile_length<t>);
    const auto place = [&](int i)
                           OMPRIM_INLINE_LAMBDA { return first + static_cast<std::uint64_t>(i); };
    const auto move_one = [&](int i) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t position = position_of(at, place(i));
      out[to_positions ? position : place(i)] = source[to_positions ? place(i) : position];
    };
    std::uint64_t wrong_ones = 0;
    for (int i = 0; i < length; ++i) wrong_ones += position_of(at, place(i)) < size ? 0U : 1U;
    std::uint64_t wrong = position_fault::none;
    if (wrong_ones != 0) {
      for (int i = length - 1; i >= 0; --i) {
        if (position_of(at, place(i)) < size) {
          move_one(i);
        } else {
          wrong = place(i);
        }
      }
    } else if constexpr (to_positions) {
      for (int i = 0; i < length; ++i) move_one(i);
    } else {
      group.for_each_index(length, move_one);
    }
    return wrong;
  }

  template <class Index>
  static OMPRIM_INLINE std::uint64_t position_of(const Index* at, std::uint64_t i) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(at[i]));
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
