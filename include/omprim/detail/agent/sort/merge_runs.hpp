// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/merge_memory.hpp>
#include <omprim/detail/agent/sort/merged_pair.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/segment_runs.hpp>
#include <omprim/detail/agent/sort/sorted_output.hpp>
#include <omprim/detail/agent/sort/sorted_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/segments.hpp>
#include <omprim/tuning.hpp>

/// The launch of a round of merges between tiles that moves the keys.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Each group writes a tile of the outputs: the keys of the segments that the edges of the tile
/// cut. `are_cut`: a launch before found how many keys of each run a tile takes; else its group
/// searches.
template <class Word, class Value, class Order, tuning t, bool are_cut>
struct alignas(8) merge_runs {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = sort_policy::merging_threads_per_unit;
  using problem_type = sort_problem<Word, Value>;
  static constexpr bool has_values = problem_type::has_values;
  using tile_type = sorted_tile<Word, Value, Order, t>;
  using arrays = sorted_output<Word, Value>;
  static constexpr std::uint64_t length = tile_type::length;

  template <class Group>
  struct local_memory {
    typename tile_type::memory tile;
    typename Group::template scratch<int> scratch;
  };

  problem_type problem;
  kernel::segment_bounds bounds;
  std::uint64_t* block;  ///< of merge_memory
  std::uint64_t round;   ///< from 0 on

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const auto memory = merge_memory<Word, Value>::at(block, problem.n, group.count());
    const cut_tile cut = cut_tile::at<length>(group.id(), group.count(), bounds, memory.segment_of);
    if (cut.begin >= cut.end) return;
    merge_in(group, local, memory, cut, cut.left);
    if (!cut.right.is_empty()) merge_in(group, local, memory, cut, cut.right);
  }

 private:
  /// Merges the tile's keys of a segment with those of other tiles, or copies them if their run has
  /// no partner.
  template <class Group>
  OMPRIM_INLINE void merge_in(Group& group, local_memory<Group>& local,
                              const merge_memory<Word, Value>& memory, const cut_tile& cut,
                              const key_segment& segment) const {
    const int left = segment.template rounds<length>() - static_cast<int>(round);
    if (left <= 0) return;
    const arrays from = arrays::of(problem, memory, left);
    const arrays to = arrays::of(problem, memory, left - 1);
    const run_pair pair = segment.template pair_of<length>(cut.number, static_cast<int>(round));
    const key_segment keys = cut.keys_of(segment);
    const std::uint64_t first = keys.begin - pair.begin;
    const std::uint64_t last = keys.end - pair.begin;
    const auto order = order_by_bits<Word, Order>::of(problem.compared);
    const merged_pair<Word, Order> merged{from.keys, pair, order};
    const auto taken = [&](std::uint64_t count, std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
      if constexpr (are_cut) {
        return memory.taken[tile];
      } else {
        return merged.taken(group, count, local.scratch);
      }
    };
    const std::uint64_t first_of_a = first == 0 ? 0 : taken(first, cut.number);
    const std::uint64_t last_of_a =
        keys.end == pair.end ? pair.middle - pair.begin : taken(last, cut.number + 1);
    const auto size_of_a = static_cast<int>(last_of_a - first_of_a);
    const auto count = static_cast<int>(last - first);
    // Key i of the tile is key i of one of these parts of the runs.
    const std::uint64_t part_of_a = pair.begin + first_of_a;
    const std::uint64_t part_of_b =
        pair.middle + (first - first_of_a) - static_cast<std::uint64_t>(size_of_a);
    const auto place_of = [&](int i) OMPRIM_INLINE_LAMBDA {
      return (i < size_of_a ? part_of_a : part_of_b) + static_cast<std::uint64_t>(i);
    };
    group.barrier();
    group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA {
      kernel::start_local_copy(local.tile.keys + i, from.keys + place_of(i));
      if constexpr (has_values) local.tile.places[i] = static_cast<std::uint16_t>(i);
    });
    kernel::finish_local_copies();
    const tile_type tile{local.tile, order, count};
    tile.merge(group, work_group_size, [&](auto /*item*/) OMPRIM_INLINE_LAMBDA {
      return typename tile_type::runs{0, size_of_a, count};
    });
    group.barrier();
    store(group, tile, from, place_of, to, keys.begin);
  }

  /// Writes the keys of a tile and their values, which place_of(i) finds, from position `first` on.
  template <class Group, class PlaceOf>
  static OMPRIM_INLINE void store(Group& group, const tile_type& tile, const arrays& from,
                                  const PlaceOf& place_of, const arrays& to, std::uint64_t first) {
    const auto store_key = [&](std::uint64_t i, Word key)
                               OMPRIM_INLINE_LAMBDA { to.keys[first + i] = key; };
    if constexpr (has_values) {
      tile.store(
          group, store_key,
          [&](Value* there, int place) OMPRIM_INLINE_LAMBDA {
            kernel::start_local_copy(there, from.values + place_of(place));
          },
          [&](std::uint64_t i, Value value) OMPRIM_INLINE_LAMBDA { to.values[first + i] = value; });
    } else {
      tile.store(group, store_key);
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
