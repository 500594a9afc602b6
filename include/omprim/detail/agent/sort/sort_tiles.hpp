// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/merge_memory.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/segment_runs.hpp>
#include <omprim/detail/agent/sort/sorted_output.hpp>
#include <omprim/detail/agent/sort/sorted_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/segments.hpp>
#include <omprim/tuning.hpp>

/// Sorts the keys of each segment within each tile.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Word, class Value, class Order, tuning t>
struct alignas(8) sort_tiles {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = sort_policy::merging_threads_per_unit;
  using problem_type = sort_problem<Word, Value>;
  static constexpr bool has_values = problem_type::has_values;
  using tile_type = sorted_tile<Word, Value, Order, t>;
  using output = sorted_output<Word, Value>;
  static constexpr std::uint64_t length = tile_type::length;
  static constexpr int head_words = tile_type::length / 32 + 2;  ///< an item reads two of them

  template <class Group>
  struct local_memory {
    typename tile_type::memory tile;
    std::uint32_t heads[head_words];  ///< a bit for each key that begins a segment
    /// Where the segments of the tile begin that have keys, and the number of the one with the
    /// first key of each item.
    std::uint16_t begins[tile_type::length + 1];
    std::uint16_t number_of[work_group_size];
    typename Group::template scratch<int> scratch;
  };

  problem_type problem;
  kernel::segment_bounds bounds;
  std::uint64_t* block;  ///< of merge_memory

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const auto memory = merge_memory<Word, Value>::at(block, problem.n, group.count());
    const cut_tile cut = cut_tile::at<length>(group.id(), group.count(), bounds, memory.segment_of);
    if (cut.begin >= cut.end || memory.state->checked.fault != checked_segments::none) return;
    const auto count = static_cast<int>(cut.end - cut.begin);
    const tile_type tile{local.tile, order_by_bits<Word, Order>::of(problem.compared), count};
    load(group, local, cut, count);
    sort(group, local, tile);
    const int rounds_of_left = cut.left.template rounds<length>();
    const int rounds_of_right = cut.right.is_empty() ? 0 : cut.right.template rounds<length>();
    group.single_item([&] {
      const int most = rounds_of_left < rounds_of_right ? rounds_of_right : rounds_of_left;
      raise(&memory.state->rounds, static_cast<std::uint64_t>(most));
    });
    // Keys of the tile from its begin to `left`, and from `right` on, are merged later.
    const auto left = static_cast<int>(cut.keys_of(cut.left).end - cut.begin);
    const int right = cut.right.is_empty() ? count : static_cast<int>(cut.right.begin - cut.begin);
    const output of_left = output::of(problem, memory, rounds_of_left);
    const output of_right = output::of(problem, memory, rounds_of_right);
    const output of_middle = output::of(problem, memory, 0);
    write(group, tile, cut.begin, [&](int i) OMPRIM_INLINE_LAMBDA {
      return i < left ? of_left : i >= right ? of_right : of_middle;
    });
  }

 private:
  template <class Group>
  using item_bits = typename Group::template private_memory<std::uint32_t>;

  /// Loads the keys of the tile, and marks the beginnings of segments.
  template <class Group>
  OMPRIM_INLINE void load(Group& group, local_memory<Group>& local, const cut_tile& cut,
                          int count) const {
    group.for_each_index_and_wait(head_words,
                                  [&](int i) OMPRIM_INLINE_LAMBDA { local.heads[i] = 0; });
    const Word* const keys = problem.keys + cut.begin;
    group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA {
      kernel::start_local_copy(local.tile.keys + i, keys + i);
    });
    for (std::uint64_t first = cut.first_segment + 1; first <= cut.last_segment;
         first += work_group_size) {
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        const std::uint64_t segment = first + static_cast<std::uint64_t>(item.id);
        if (segment > cut.last_segment) return;
        const std::uint64_t begin = bounds.begin(segment);
        if (begin <= cut.begin || begin >= cut.end || bounds.end(segment) <= begin) return;
        // Segments with keys have different beginnings: the sum is that of different bits.
        const auto place = static_cast<std::uint32_t>(begin - cut.begin);
        kernel::add_atomically(local.heads[place / 32], 1U << (place % 32));
      });
    }
    kernel::finish_local_copies();
    group.barrier();
  }

  /// Sorts the keys of each item, then merges those of 2 items, of 4 and so on.
  template <class Group>
  OMPRIM_INLINE void sort(Group& group, local_memory<Group>& local, const tile_type& tile) const {
    item_bits<Group> heads;
    typename Group::template private_memory<int> before;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      constexpr int items = tile_type::items;
      const int first = item.id * items;
      const std::uint32_t* const word = local.heads + first / 32;
      const std::uint64_t both = word[0] | std::uint64_t{word[1]} << 32;
      heads[item] = static_cast<std::uint32_t>(both >> (first % 32)) & ((1U << items) - 1);
      before[item] = __builtin_popcount(heads[item]);
    });
    const auto plus = [](int a, int b) OMPRIM_INLINE_LAMBDA { return a + b; };
    const int total = kernel::exclusive_scan(group, before, 0, plus, local.scratch).total;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      number_segments(local, item.id, heads[item], before[item]);
    });
    group.single_item([&] {
      local.begins[0] = 0;
      local.begins[total + 1] = static_cast<std::uint16_t>(tile.count);
    });
    tile.sort_parts(group, heads);
    group.barrier();
    OMPRIM_KEEP_ROLLED
    for (int together = 1; together < work_group_size; together *= 2) {
      if (together * tile_type::items >= tile.count) break;
      tile.merge(group, 2 * together, [&](auto item) OMPRIM_INLINE_LAMBDA {
        return runs_of(local, item.id, together, tile.count);
      });
    }
    group.barrier();
  }

  /// `heads` has a bit for each key of the item that begins a segment; the segments that begin
  /// before the item, but the first one, number `before`.
  template <class Group>
  OMPRIM_INLINE void number_segments(local_memory<Group>& local, int item, std::uint32_t heads,
                                     int before) const {
    local.number_of[item] = static_cast<std::uint16_t>(before + static_cast<int>(heads & 1U));
    for (int number = before + 1; heads != 0; ++number, heads &= heads - 1) {
      local.begins[number] =
          static_cast<std::uint16_t>(item * tile_type::items + __builtin_ctz(heads));
    }
  }

  /// The runs that join at the middle of twice `together` items, both of one segment.
  template <class Group>
  OMPRIM_INLINE typename tile_type::runs runs_of(const local_memory<Group>& local, int item,
                                                 int together, int count) const {
    constexpr int items = tile_type::items;
    const int first = item / (2 * together) * (2 * together);
    const int middle = (first + together) * items;
    if (middle >= count) return {0, 0, 0};
    const int number = local.number_of[first + together];
    const int begin = local.begins[number];
    const int end = local.begins[number + 1];
    const int last = (first + 2 * together) * items;
    return {begin < first * items ? first * items : begin, middle, end < last ? end : last};
  }

  template <class Group, class Output>
  OMPRIM_INLINE void write(Group& group, const tile_type& tile, std::uint64_t begin,
                           const Output& output_of) const {
    const auto store_key = [&](std::uint64_t i, Word key) OMPRIM_INLINE_LAMBDA {
      output_of(static_cast<int>(i)).keys[begin + i] = key;
    };
    if constexpr (has_values) {
      tile.store(
          group, store_key,
          [&](Value* there, int place) OMPRIM_INLINE_LAMBDA {
            const std::uint64_t from = begin + static_cast<std::uint64_t>(place);
            if (problem.values != nullptr) {
              kernel::start_local_copy(there, problem.values + from);
            } else {
              *there = static_cast<Value>(from);
            }
          },
          [&](std::uint64_t i, Value value)
              OMPRIM_INLINE_LAMBDA { output_of(static_cast<int>(i)).values[begin + i] = value; });
    } else {
      tile.store(group, store_key);
    }
  }

  /// Makes a number that other groups raise, too, at least as large as another one.
  static OMPRIM_INLINE void raise(std::uint64_t* number, std::uint64_t least) {
    std::uint64_t seen = kernel::load_shared(number);
    while (seen < least && !__atomic_compare_exchange_n(number, &seen, least, false,
                                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
