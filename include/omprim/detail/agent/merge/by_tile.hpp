// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/merge/problem.hpp>
#include <omprim/detail/agent/merge/tile_cuts.hpp>
#include <omprim/detail/agent/merge/tile_part.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/tuning.hpp>

/// Merges through local memory.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Merges a share a tile at a time:
///   (1) The keys of the next tile begin to move to local memory.
///   (2) Each item finds its part of this tile by bisection and merges it into registers.
///   (3) The keys move through local memory, so that neighbouring items write neighbouring keys.
/// The keys that tiles take from either input are found ahead of them, for several tiles at a time.
template <class Word, class Value, class Order, tuning t>
class tile_merger {
  static constexpr bool has_values = merge_problem<Word, Value>::has_values;
  /// Whether the place of a key in the order says all of its bits.
  static constexpr bool restores_keys = std::is_same_v<Order, kernel::integer_order<Word>>;
  using part = tile_part<Word>;
  static constexpr unsigned word = sizeof(Word);

 public:
  /// Keys of an item: an odd number, so that neighbouring items meet different banks of local
  /// memory.
  static constexpr int items = t.items_per_work_item * 4 / static_cast<int>(word) - 1;
  static constexpr int tile = t.work_group_size * items;
  static_assert(items % 2 != 0);
  using cuts = tile_cuts<Word, Value, Order, tile>;

  struct memory {
    /// The lines of a tile, and room for reads beyond its keys.
    struct alignas(128) buffer {
      Word keys[(tile + 2 * (2 * part::line - 1) + items + part::line - 1) / part::line *
                part::line];
    };
    buffer buffers[2];
    part parts[4][2];  ///< of a and of b, by the number of the tile
    typename cuts::memory before;
    std::uint16_t places[has_values ? tile : 1];  ///< offsets in the buffers of the keys in order
  };
  static_assert(sizeof(memory::buffers) < 65536);

  const merged_input<Word, Value>& a;
  const merged_input<Word, Value>& b;
  Word* keys_out;
  Value* values_out;
  const Order& order;

#if OMPRIM_SIMT
  /// Writes the keys [begin, end) of the output.
  template <class Group>
  OMPRIM_INLINE void run(Group& group, memory& local, std::uint64_t begin,
                         std::uint64_t end) const {
    const auto tiles = static_cast<unsigned>((end - begin + tile - 1) / tile);
    const cuts of_tiles{a, b, order, begin, end};
    if (tiles == 1) {
      of_tiles.template find<Group::sub_group_size>(group, opaque_item(group), local.before, 0, 2);
    } else {
      of_tiles.template find<cuts::lanes>(group, opaque_item(group), local.before, 0,
                                          cuts::together);
    }
    group.barrier();
    describe(group, local, 0, of_tiles);
    group.barrier();
    start(group, local, 0);
    OMPRIM_KEEP_ROLLED
    for (unsigned number = 0; number < tiles; ++number) {
      if ((number + 3) % cuts::together == 0) {
        of_tiles.template find<cuts::lanes>(group, opaque_item(group), local.before, number + 3,
                                            cuts::together);
      }
      if (number + 1 < tiles) describe(group, local, number + 1, of_tiles);
      kernel::finish_local_copies();
      group.barrier();
      if (number + 1 < tiles) start(group, local, number + 1);
      Word merged[items] = {};
      merge(group, local, number, merged);
      group.barrier();
      write(group, local, number, of_tiles.first_of(number), merged);
    }
  }

 private:
  /// The compiler would keep all that depends on the item in registers.
  template <class Group>
  static OMPRIM_INLINE kernel::work_item opaque_item(const Group& group) {
    const auto id = static_cast<unsigned>(kernel::detail::opaque(group.this_item().id));
    constexpr unsigned width = Group::sub_group_size;
    return {static_cast<int>(id), static_cast<int>(id / width), static_cast<int>(id % width)};
  }

  /// Two items find the parts of a tile.
  template <class Group>
  OMPRIM_INLINE void describe(const Group& group, memory& local, unsigned number,
                              const cuts& of_tiles) const {
    const int item = kernel::detail::opaque(group.this_item().id);
    if (item >= 2) return;
    const std::uint64_t out = of_tiles.first_of(number);
    const std::uint64_t left = of_tiles.end - out;
    const std::uint64_t before = local.before[number];
    const auto of_a = static_cast<int>(local.before[number + 1] - before);
    const int of_b = (left < tile ? static_cast<int>(left) : tile) - of_a;
    const bool is_a = item == 0;
    local.parts[number % 4][item] = part::of(is_a ? a.keys : b.keys, is_a ? a.n : b.n,
                                             is_a ? before : out - before, is_a ? of_a : of_b);
  }

  template <class Group>
  OMPRIM_INLINE void start(const Group& group, memory& local, unsigned number) const {
    const auto& parts = local.parts[number % 4];
    start_copies(group, local.buffers[number % 2].keys, parts[0], parts[1]);
  }

  /// The key at an offset in the buffers.
  static OMPRIM_INLINE Word key_at(const memory& local, unsigned offset) {
    return *reinterpret_cast<const Word*>(reinterpret_cast<const char*>(&local.buffers) + offset);
  }
  static OMPRIM_INLINE unsigned first_offset(unsigned number) {
    return number % 2 * static_cast<unsigned>(sizeof(typename memory::buffer));
  }
  /// The offsets of the first keys of a tile.
  static OMPRIM_INLINE unsigned offset_of_a(const part& in_a, unsigned number) {
    return first_offset(number) + static_cast<unsigned>(in_a.lead) * word;
  }
  static OMPRIM_INLINE unsigned offset_of_b(const part& in_a, const part& in_b, unsigned number) {
    return first_offset(number) + static_cast<unsigned>(in_a.lines) * 128 +
           static_cast<unsigned>(in_b.lead) * word;
  }

  /// An item merges its keys of the tile.
  template <class Group>
  OMPRIM_INLINE void merge(const Group& group, memory& local, unsigned number,
                           Word (&merged)[items]) const {
    const auto first = static_cast<unsigned>(kernel::detail::opaque(group.this_item().id) * items);
    const part in_a = local.parts[number % 4][0];
    const part in_b = local.parts[number % 4][1];
    const auto of_a = static_cast<unsigned>(in_a.count);
    const auto of_b = static_cast<unsigned>(in_b.count);
    if (first >= of_a + of_b) return;
    const unsigned from_a = offset_of_a(in_a, number);
    const unsigned from_b = offset_of_b(in_a, in_b, number);
    const unsigned sum = from_a + from_b + first * word;
    const unsigned taken = first < of_a ? first : of_a;
    const unsigned at_a = bisect(local, from_a + (first > of_b ? first - of_b : 0) * word,
                                 from_a + taken * word, sum);
    if (in_a.is_last || in_b.is_last) {
      merge<true>(local, at_a, sum, from_a + of_a * word, from_b + of_b * word, first, merged);
    } else {
      merge<false>(local, at_a, sum, 0, 0, first, merged);
    }
  }

  /// The offset of the first key of a that belongs to the next `sum` - offset of b, between least
  /// and most.
  OMPRIM_INLINE unsigned bisect(const memory& local, unsigned least, unsigned most,
                                unsigned sum) const {
    if (least == most) return least;
    // A tile has at most half of its keys in the shorter part. Steps are odd numbers where they can
    // be, so that the items meet different banks of local memory.
    unsigned found = least;
#pragma GCC unroll 16
    for (unsigned left = tile / 2; left > 0; left /= 2) {
      const unsigned step = (left % 2 != 0 ? left / 2 + 1 : left / 2 | 1) * word;
      const unsigned next = found + step < most ? found + step : most;
      found = order(key_at(local, next - word)) <= order(key_at(local, sum - next)) ? next : found;
    }
    return found;
  }

  /// Merges an item's keys. Its keys of a begin at the offset at_a, its keys of b at `sum` - at_a.
  /// There is no need to ask whether keys of an input are left, if its next key is in the buffer.
  template <bool asks_for_end>
  OMPRIM_INLINE void merge(memory& local, unsigned at_a, unsigned sum, unsigned end_a,
                           unsigned end_b, unsigned first, Word (&merged)[items]) const {
    Word key_a = key_at(local, at_a);
    Word key_b = key_at(local, sum - at_a);
    Word ordered_a = order(key_a);
    Word ordered_b = order(key_b);
#pragma GCC unroll 32
    for (unsigned k = 0; k < items; ++k) {
      const unsigned at_b = sum + k * word - at_a;
      bool takes_a = ordered_a <= ordered_b;
      if constexpr (asks_for_end) takes_a = at_a < end_a && (at_b >= end_b || takes_a);
      merged[k] = restores_keys ? (takes_a ? ordered_a : ordered_b) : (takes_a ? key_a : key_b);
      const unsigned at = takes_a ? at_a : at_b;
      if constexpr (has_values) local.places[first + k] = static_cast<std::uint16_t>(at);
      if (k + 1 == items) break;
      // One load serves both cases, so that the lanes of a sub-group do not part.
      const Word next = key_at(local, at + word);
      const Word ordered = order(next);
      at_a = takes_a ? at_a + word : at_a;
      key_a = takes_a ? next : key_a;
      key_b = takes_a ? key_b : next;
      ordered_a = takes_a ? ordered : ordered_a;
      ordered_b = takes_a ? ordered_b : ordered;
    }
  }

  /// Neighbouring items write neighbouring keys, from place `out` of the output on.
  template <class Group>
  OMPRIM_INLINE void write(const Group& group, memory& local, unsigned number, std::uint64_t out,
                           const Word (&merged)[items]) const {
    const auto me = opaque_item(group);
    Word* const keys = local.buffers[number % 2].keys;
#pragma GCC unroll 32
    for (int k = 0; k < items; ++k) {
      if constexpr (restores_keys) {
        keys[me.id * items + k] = order.key_at(merged[k]);
      } else {
        keys[me.id * items + k] = merged[k];
      }
    }
    group.sub_group_barrier();
    const part in_a = local.parts[number % 4][0];
    const part in_b = local.parts[number % 4][1];
    constexpr int length = Group::sub_group_size * items;
    const int begin = me.sub_group * length;
    const int left = in_a.count + in_b.count - begin;
    Word* const to = keys_out + out + begin;
    if (left >= length) {
      write_keys<Group>(keys + begin, to, me.sub_group_lane);
    } else {
      OMPRIM_KEEP_ROLLED
      for (int i = me.sub_group_lane; i < left; i += Group::sub_group_size) {
        to[i] = keys[begin + i];
      }
    }
    if constexpr (has_values) {
      write_values<Group>(local, number, in_a, in_b, out, begin, left, me.sub_group_lane);
    }
  }

  /// Writes the keys of a sub-group, 16 bytes at a time where they are aligned to this size.
  template <class Group>
  static OMPRIM_INLINE void write_keys(const Word* keys, Word* to, int lane) {
    constexpr int width = Group::sub_group_size;
    constexpr int length = width * items;
    if constexpr (length % part::wide == 0) {
      if (reinterpret_cast<std::uintptr_t>(to) % 16 == 0) {
        using chunk = typename kernel::detail::memory_pack<Word, part::wide, 16>::type;
        const auto* const from = reinterpret_cast<const chunk*>(keys);
        auto* const there = reinterpret_cast<chunk*>(to);
#pragma GCC unroll 16
        for (int c = 0; c < length / part::wide; c += width) {
          if (c + width <= length / part::wide || c + lane < length / part::wide) {
            there[c + lane] = from[c + lane];
          }
        }
        return;
      }
    }
    OMPRIM_KEEP_ROLLED
    for (int i = lane; i < length; i += width) to[i] = keys[i];
  }

  /// The values of an item are loaded before any is stored, so that its loads overlap.
  template <class Group>
  OMPRIM_INLINE void write_values(const memory& local, unsigned number, const part& in_a,
                                  const part& in_b, std::uint64_t out, int begin, int left,
                                  int lane) const {
    constexpr int width = Group::sub_group_size;
    const unsigned from_a = offset_of_a(in_a, number);
    const unsigned from_b = offset_of_b(in_a, in_b, number);
    const unsigned end_a = from_a + static_cast<unsigned>(in_a.count) * word;
    const Value* const of_a = a.values + in_a.before(a.keys);
    const Value* const of_b = b.values + in_b.before(b.keys);
    const auto value_of = [&](int i) OMPRIM_INLINE_LAMBDA {
      const unsigned at = local.places[begin + i];
      const bool is_of_a = at < end_a;
      return (is_of_a ? of_a : of_b)[(at - (is_of_a ? from_a : from_b)) / word];
    };
    Value* const to = values_out + out + begin;
    if (left >= width * items) {
      Value moved[items];
#pragma GCC unroll 32
      for (int k = 0; k < items; ++k) moved[k] = value_of(lane + k * width);
#pragma GCC unroll 32
      for (int k = 0; k < items; ++k) to[lane + k * width] = moved[k];
    } else {
      OMPRIM_KEEP_ROLLED
      for (int i = lane; i < left; i += width) to[i] = value_of(i);
    }
  }
#endif
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
