// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/scan/simt_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/detail/reducer/runs.hpp>
#include <omprim/tuning.hpp>

/// A tile of runs that are measured, or whose first elements are taken (agent/runs/tile.hpp), in a
/// group of one thread per item. Only head flags are read, and elements at heads.
///   - An item holds words of head flags, one bit for each item of the sub-group.
///   - The sub-group goes through its words in blocks of one for each item, and collects the
///     positions of the heads of a block in local memory.
///   - Neighbouring items write what neighbouring heads ask for.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Runs, tuning t>
class simt_head_tile {
  using scanner = typename Runs::scanner;
  using A = typename Runs::accumulator;
  using group_type = simt_group<t.work_group_size>;
  using mask = detail::lane_mask;
  using position = std::uint16_t;
  static constexpr int size = t.work_group_size;
  static constexpr int width = group_type::sub_group_size;
  static constexpr int block = width * width;                               ///< elements
  static constexpr int elements = t.lanes * t.items_per_work_item * width;  ///< of a sub-group
  static constexpr int blocks = elements / block;
  static_assert(elements % block == 0 && elements <= 1 << 16);

  /// Positions in local memory, with a gap after each `width` of them: then few items that write
  /// at the same time meet in a bank.
  static constexpr int slots = block + width + 1;
  static constexpr unsigned slots_of_row = width + 1;
  static OMPRIM_INLINE unsigned slot(unsigned i) { return i + i / width; }

 public:
  static constexpr bool needs_total = true;
  struct local_memory {
    position heads[group_type::sub_groups][slots];
    A totals[group_type::sub_groups];
  };

  OMPRIM_INLINE void load(const group_type& group, const Runs& problem, std::uint64_t first,
                          local_memory& /*local*/) {
    const work_item me = group.this_item();
    ends_ = problem.n - first <= static_cast<std::uint64_t>(t.tile());
    first_ = first + static_cast<std::uint64_t>(me.sub_group * elements);
    const auto* const flags = reinterpret_cast<const unsigned char*>(problem.flags);
#pragma GCC unroll 8
    for (int b = 0; b < blocks; ++b) {
      const std::uint64_t at =
          first_ + static_cast<std::uint64_t>(b * block + me.sub_group_lane * width);
      words_[b] = 0;
      if (at < problem.n) {
        __builtin_memcpy(&words_[b], __builtin_assume_aligned(flags + at / 8, sizeof(mask)),
                         sizeof(mask));
      }
      if (at == 0) words_[b] |= 1;  // the first element is a head, whatever its flag
    }
  }

  OMPRIM_INLINE A total(const group_type& group, const Runs& /*problem*/, local_memory& local) {
    const work_item me = group.this_item();
    unsigned heads = 0;
    std::uint64_t last = 0;
#pragma GCC unroll 8
    for (int b = 0; b < blocks; ++b) {
      heads += static_cast<unsigned>(detail::population(words_[b]));
      const auto found = static_cast<mask>(detail::ballot<size>(words_[b] != 0));
      if (found == 0) continue;
      const int owner = highest(found);
      const int bit = highest(detail::shuffle<size>(words_[b], owner));
      last = first_ + static_cast<unsigned>(b * block + owner * width + bit);
    }
    joined_ = join_parts<scanner>(
        group, A{last, detail::sub_group_sum<size>(heads, me.sub_group_lane)}, local.totals);
    return joined_.all;
  }

  OMPRIM_INLINE A write(const group_type& group, const Runs& problem, const A& before,
                        local_memory& local) const {
    const work_item me = group.this_item();
    const A start = scanner::combine(before, joined_.before);
    const int lane = detail::opaque(me.sub_group_lane);
    write_blocks(problem, start, local.heads[me.sub_group], lane);
    const A all = scanner::combine(before, joined_.all);
    if (ends_ && me.id == 0) {
      if constexpr (!takes_elements<Runs>) {
        problem.out[all.heads - 1] = Runs::result(all.value, problem.n);
      }
      *problem.count = all.heads;
    }
    return all;
  }

 private:
  static OMPRIM_INLINE int highest(mask bits) {
    if constexpr (sizeof(mask) == 4) return 31 - __builtin_clz(static_cast<unsigned>(bits));
    return 63 - __builtin_clzll(bits);
  }

  /// `start` has the last head before the part, and the number of heads.
  OMPRIM_INLINE void write_blocks(const Runs& problem, const A& start, position (&heads)[slots],
                                  int lane) const {
    unsigned before = 0;  // heads of the blocks so far
    position last = 0;    // the last one of them
    mask words[blocks];   // that of the next block is the first
#pragma GCC unroll 8
    for (int b = 0; b < blocks; ++b) words[b] = words_[b];
    OMPRIM_KEEP_ROLLED
    for (int b = 0; b < blocks; ++b) {
      mask word = words[0];
#pragma GCC unroll 8
      for (int i = 1; i < blocks; ++i) words[i - 1] = words[i];
      unsigned count = 0;
      const int own = detail::population(word);
      unsigned next = rank(own, count, lane) + static_cast<unsigned>(own);
      if (count == 0) continue;
      detail::sub_group_barrier<size>();  // others may still read the block before
      if (lane == 0) heads[0] = last;
      const int first_of_word = b * block + lane * width;
      OMPRIM_KEEP_ROLLED
      while (word != 0) {
        const int bit = highest(word);
        heads[slot(next--)] = static_cast<position>(first_of_word + bit);
        word ^= mask{1} << bit;
      }
      detail::sub_group_barrier<size>();
      last = heads[slot(count)];
      if constexpr (takes_elements<Runs>) {
        copy_elements(problem.elements + first_, problem.out + start.heads + before, heads, count,
                      lane);
      } else {
        write_lengths(problem, start, heads, before, count, lane);
      }
      before += count;
    }
  }

  /// Copies the elements at the `count` heads of a block.
  template <class T>
  static OMPRIM_INLINE void copy_elements(const T* from, T* to, const position (&heads)[slots],
                                          unsigned count, int lane) {
    constexpr unsigned batch = 32 / sizeof(T);  // loads of an item under way at a time
    OMPRIM_KEEP_ROLLED
    for (unsigned begin = static_cast<unsigned>(lane); begin < count; begin += batch * width) {
      const position* const own = heads + slot(begin + 1);
      T loaded[batch];
#pragma GCC unroll 8
      for (unsigned i = 0; i < batch; ++i) {
        if (begin + i * width < count) loaded[i] = from[own[i * slots_of_row]];
      }
#pragma GCC unroll 8
      for (unsigned i = 0; i < batch; ++i) {
        if (begin + i * width < count) detail::store_global(to + begin + i * width, loaded[i]);
      }
    }
  }

  /// Writes the lengths of the runs that end at the `count` heads of a block. `before` heads of the
  /// part are in other blocks.
  OMPRIM_INLINE void write_lengths(const Runs& problem, const A& start,
                                   const position (&heads)[slots], unsigned before, unsigned count,
                                   int lane) const {
    auto* const out = problem.out + start.heads + before;
    OMPRIM_KEEP_ROLLED
    for (unsigned begin = static_cast<unsigned>(lane); begin < count; begin += 2 * width) {
#pragma GCC unroll 2
      for (unsigned i = 0; i < 2; ++i) {
        const unsigned h = begin + i * width;
        if (h >= count) continue;
        const position end = heads[slot(begin + 1) + i * slots_of_row];
        auto length = Runs::result(heads[slot(begin) + i * slots_of_row], end);
        if (before + h == 0) length = Runs::result(start.value, first_ + end);
        // The first head of all ends no run.
        if (start.heads + before + h != 0) *(out + h - 1) = length;
      }
    }
  }

  /// The sum of x over lower items; `all`: over all items.
  static OMPRIM_INLINE unsigned rank(int x, unsigned& all, int lane) {
    auto reached = static_cast<unsigned>(x);
#pragma GCC unroll 6
    for (int offset = 1; offset < width; offset *= 2) {
      const unsigned below = detail::shuffle<size>(reached, lane - offset);
      if (lane >= offset) reached += below;
    }
    all = detail::shuffle<size>(reached, width - 1);
    return reached - static_cast<unsigned>(x);
  }

  std::uint64_t first_;  ///< of the part of this sub-group
  mask words_[blocks];
  joined_parts<A> joined_;
  bool ends_;  ///< this is the last tile
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
