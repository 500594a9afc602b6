// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/merge_memory.hpp>
#include <omprim/detail/agent/sort/merged_pair.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/segment_runs.hpp>
#include <omprim/detail/agent/sort/sorted_output.hpp>
#include <omprim/detail/agent/sort/sorted_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/segments.hpp>
#include <omprim/tuning.hpp>

/// The launch before a round of merges between many tiles.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Finds for each tile how many keys of the first run of its pair are before the tile. Each item
/// searches for one tile, since a search waits for memory most of the time.
template <class Word, class Value, class Order, tuning t>
struct alignas(8) cut_runs {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {};

  sort_problem<Word, Value> problem;
  kernel::segment_bounds bounds;
  std::uint64_t* block;  ///< of merge_memory
  std::uint64_t round;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const std::uint64_t tiles = tiles_to_merge<Word, t>(problem.n);
    const auto memory = merge_memory<Word, Value>::at(block, problem.n, tiles);
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t number =
          group.id() * work_group_size + static_cast<std::uint64_t>(item.id);
      if (number < tiles) memory.taken[number] = keys_before(memory, number, tiles);
    });
  }

 private:
  [[nodiscard]] OMPRIM_INLINE std::uint64_t keys_before(const merge_memory<Word, Value>& memory,
                                                        std::uint64_t number,
                                                        std::uint64_t tiles) const {
    constexpr std::uint64_t length = merge_tile_length<Word, t>;
    const cut_tile cut = cut_tile::at<length>(number, tiles, bounds, memory.segment_of);
    if (cut.begin >= cut.end) return 0;
    const int left = cut.left.template rounds<length>() - static_cast<int>(round);
    if (left <= 0) return 0;
    const run_pair pair = cut.left.template pair_of<length>(number, static_cast<int>(round));
    if (cut.begin <= pair.begin) return 0;
    return merged_pair<Word, Order>{sorted_output<Word, Value>::of(problem, memory, left).keys,
                                    pair, order_by_bits<Word, Order>::of(problem.compared)}
        .taken(cut.begin - pair.begin);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
