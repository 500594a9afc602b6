// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/scan/simt_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/detail/reducer/segmented_scanner.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/tuning.hpp>

/// A tile of a segmented scan (agent/scan/tile.hpp) in a group of one thread per item.
///   - It is staged in rows like the tile of a plain scan (agent/scan/simt_tile.hpp), and has one
///     head flag, a bit, per element.
///   - One ballot tells each item in which item of the row its segment begins. So a row is scanned
///     by shuffles of values alone, without flags.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Scan, tuning t>
class simt_segmented_tile {
  using scanner = typename Scan::scanner;
  using base = typename scanner::base;
  using T = typename base::element;
  using V = typename base::accumulator;
  using A = typename Scan::accumulator;
  using group_type = simt_group<t.work_group_size>;
  using part = simt_scan_rows<base, t>;
  using mask = detail::lane_mask;
  static constexpr int size = t.work_group_size;
  static constexpr int lanes = part::lanes;
  static constexpr int rows = part::rows;
  static constexpr int width = part::width;
  // Words of 16 bits hold the head flags; an item stages the words lane + k * width.
  using head_bits = std::uint16_t;
  static constexpr int per_word = 16;
  static constexpr int words = rows * part::row / per_word;
  static constexpr int words_of_item = (words + width - 1) / width;
  static constexpr unsigned own_bits = (1U << lanes) - 1;
  static_assert(width % per_word == 0 && per_word % lanes == 0);

 public:
  static constexpr bool needs_total = true;
  struct local_memory {
    typename part::memory parts[group_type::sub_groups];
    head_bits heads[group_type::sub_groups][words];
    A totals[group_type::sub_groups];
  };

  OMPRIM_INLINE void load(const group_type& group, const Scan& problem, std::uint64_t first,
                          local_memory& local) {
    part_.load(group, problem.data.values, problem.n, first,
               local.parts[group.this_item().sub_group]);
  }

  /// The aggregate. Only the elements from the last head on count.
  OMPRIM_INLINE A total(const group_type& group, const Scan& problem, local_memory& local) {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const T* values = local.parts[me.sub_group].values() + lane * lanes;
    const int last = stage_heads(problem, lane, local.heads[me.sub_group]);
    part_.finish();
    const A mine{fold_from_head(last, values, lane), last >= 0 ? flag(1) : flag(0)};
    joined_ = join_parts<scanner>(group, mine, local.totals);
    return joined_.all;
  }

  OMPRIM_INLINE A write(const group_type& group, const Scan& problem, const A& before,
                        const local_memory& local) const {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const T* values = local.parts[me.sub_group].values() + lane * lanes;
    const A start = scanner::combine(before, joined_.before);
    // If a segment begins in the prefix, the prefix does not have its initial value yet.
    const V value =
        start.head != 0 ? part::combine(problem.initial.value, start.value) : start.value;
    if (part_.stores_wide(problem.out)) {
      write_rows<true>(problem, values, local.heads[me.sub_group], lane, value);
    } else {
      write_rows<false>(problem, values, local.heads[me.sub_group], lane, value);
    }
    return scanner::combine(before, joined_.all);
  }

 private:
  using flag = typename A::flag;

  /// The highest bit that is set, or -1.
  static OMPRIM_INLINE int highest(mask bits) {
    return bits == 0 ? -1 : 63 - __builtin_clzll(static_cast<std::uint64_t>(bits));
  }

  /// Stages the head flags of the part; all lanes may read them after the next barrier. Returns the
  /// position of the last head, or -1.
  OMPRIM_INLINE int stage_heads(const Scan& problem, int lane, head_bits (&heads)[words]) const {
    const segment_heads& from = problem.data.heads;
    const bool by_packs = part_.whole() && !from.by_bits() && is_aligned(from.flags);
    pack<std::uint64_t, 2> bytes[words_of_item]{};
    if (by_packs) {  // all loads at once, while the values are on their way
#pragma GCC unroll 16
      for (int k = 0; k < words_of_item; ++k) {
        if (has_word(k, lane)) {
          bytes[k] = load_pack<2, true>(
              reinterpret_cast<const std::uint64_t*>(from.flags + index_of_word(k, lane)));
        }
      }
    }
    int last = -1;
#pragma GCC unroll 16
    for (int k = 0; k < words_of_item; ++k) {
      std::uint32_t bits = 0;
      if (has_word(k, lane)) {
        bits = by_packs ? segment_heads::bits_of_word(bytes[k][0]) |
                              segment_heads::bits_of_word(bytes[k][1]) << 8
                        : find_heads(from, k, lane);
        heads[k * width + lane] = static_cast<head_bits>(bits);
      }
      const int owner = highest(static_cast<mask>(detail::ballot<size>(bits != 0)));
      const auto word = static_cast<mask>(detail::shuffle<size>(bits, owner));
      if (owner >= 0) last = (k * width + owner) * per_word + highest(word);
    }
    return last;
  }
  static OMPRIM_INLINE bool has_word(int k, int lane) {
    return (k + 1) * width <= words || k * width + lane < words;
  }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t index_of_word(int k, int lane) const {
    return part_.first() + static_cast<std::uint64_t>((k * width + lane) * per_word);
  }
  [[nodiscard]] OMPRIM_INLINE bool is_aligned(const unsigned char* flags) const {
    return reinterpret_cast<std::uintptr_t>(flags + part_.first()) % per_word == 0;
  }
  /// One word of head flags; 0 past the end of the input.
  [[nodiscard]] OMPRIM_INLINE std::uint32_t find_heads(const segment_heads& from, int k,
                                                       int lane) const {
    const int at = (k * width + lane) * per_word;
    const std::uint64_t index = index_of_word(k, lane);
    if (from.by_bits()) return part_.holds(at) ? from.bits<per_word>(index) : 0;
    std::uint32_t bits = 0;
#pragma GCC unroll 16
    for (int i = 0; i < per_word; ++i) {
      const bool is_head = part_.holds(at + i) && from[index + static_cast<std::uint64_t>(i)];
      bits |= (is_head ? 1U : 0U) << i;
    }
    return bits;
  }

  /// Combines the elements of the part from the head at `last` on, or all elements if `last` is -1.
  /// The result is known to lane 0.
  OMPRIM_INLINE V fold_from_head(int last, const T* values, int lane) const {
    V all = base::template identity<1>();
    int r = last < 0 ? 0 : last / part::row;
    if (last >= 0) {
      V lifted[lanes];
      part_.template lift<false>(values, r, lane, lifted);
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        if (r * part::row + lane * lanes + i < last) lifted[i] = base::template identity<1>();
      }
      all = part::add_row(all, lifted, lane);
      ++r;
    }
    if (part_.whole()) {
#pragma GCC unroll 3
      for (; r < rows; ++r) all = add_row<true>(all, values, r, lane);
    } else {
      OMPRIM_KEEP_ROLLED
      for (; r < rows; ++r) all = add_row<false>(all, values, r, lane);
    }
    return part::finish_rows(all, lane);
  }
  template <bool whole>
  OMPRIM_INLINE V add_row(const V& all, const T* values, int r, int lane) const {
    V lifted[lanes];
    part_.template lift<whole>(values, r, lane, lifted);
    return part::add_row(all, lifted, lane);
  }

  template <bool wide>
  OMPRIM_INLINE void write_rows(const Scan& problem, const T* values,
                                const head_bits (&heads)[words], int lane, V start) const {
#pragma GCC unroll 2
    for (int r = 0; r < rows; ++r) {
      const int at = r * part::row + lane * lanes;
      const unsigned own = unsigned{heads[at / per_word]} >> (at % per_word) & own_bits;
      write_row<wide>(problem, values, r, own, lane, start);
    }
  }

  /// Scans and writes one row. `heads` are the head flags of this item's elements; `start` is the
  /// prefix of the row, and is changed to the prefix of the next one.
  template <bool wide>
  OMPRIM_INLINE void write_row(const Scan& problem, const T* values, int r, unsigned heads,
                               int lane, V& start) const {
    const V initial = problem.initial.value;
    V scanned[lanes];
    part_.template lift<wide>(values, r, lane, scanned);
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i) {
      if ((heads >> i & 1U) != 0) {
        scanned[i] = part::combine(initial, scanned[i]);
      } else if (i > 0) {
        scanned[i] = part::combine(scanned[i - 1], scanned[i]);
      }
    }
    // The item in which the segment of this item's last element begins; -1: in an earlier row.
    const auto items = static_cast<mask>(detail::ballot<size>(heads != 0));
    const int head = highest(items & static_cast<mask>(~std::uint64_t(0) >> (63 - lane)));
    const int lowest = head < 0 ? 0 : head;
    V reached = scanned[lanes - 1];
#pragma GCC unroll 6
    for (int offset = 1; offset < width; offset *= 2) {
      const V below = detail::shuffle<size>(reached, lane - offset);
      if (lane - offset >= lowest) reached = part::combine(below, reached);
    }
    const V last = detail::shuffle<size>(reached, width - 1);
    if (head < 0) reached = part::combine(start, reached);
    V mine = detail::shuffle<size>(reached, lane - 1);  // the prefix of this item
    if (lane == 0) mine = start;
    start = items == 0 ? part::combine(start, last) : last;
    const bool exclusive = problem.exclusive != 0;
    V result[lanes];
    bool is_inside = true;  // no head yet
    V before = mine;
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i) {
      const bool is_head = (heads >> i & 1U) != 0;
      is_inside = is_inside && !is_head;
      const V inclusive = is_inside ? part::combine(mine, scanned[i]) : scanned[i];
      result[i] = !exclusive ? inclusive : is_head ? initial : before;
      before = inclusive;
    }
    part_.template store<wide>(problem.out, r, lane, result);
  }

  part part_;
  joined_parts<A> joined_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
