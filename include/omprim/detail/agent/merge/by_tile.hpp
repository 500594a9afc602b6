// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/merge/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/partition_point.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/group/local_copy.hpp>
#endif

/// Merges through local memory.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Merges a share a tile at a time. The next `length` keys of each input are in a ring in local
/// memory, where key i has place i % length; a tile takes fewer of both, whose places the next
/// tile's keys take. Each item finds its part of the tile in the rings.
template <class Word, class Value, class Order, tuning t>
class tile_merger {
 public:
  static constexpr int length =
      t.work_group_size * t.items_per_work_item * 4 / static_cast<int>(sizeof(Word));
  static_assert((length & (length - 1)) == 0 && length <= 32768);
  /// Keys of an item: an odd number, so that neighbouring items meet different banks of local
  /// memory.
  static constexpr int items = length / t.work_group_size - 1;
  static constexpr int tile = t.work_group_size * items;
  static_assert(items % 2 != 0);

  struct memory {
    Word rings[2 * length];      ///< of a, then of b
    std::uint16_t places[tile];  ///< in both rings, of the keys of the tile in order
    std::uint32_t taken;         ///< keys of a in the tile
  };

  const merged_input<Word, Value>& a;
  const merged_input<Word, Value>& b;
  Word* keys_out;
  Value* values_out;
  const Order& order;

#if OMPRIM_SIMT
  /// Writes the keys [begin, end) of the output; `i` keys of a are before them.
  template <class Group>
  OMPRIM_INLINE void run(Group& group, memory& local, std::uint64_t begin, std::uint64_t end,
                         std::uint64_t i) const {
    window of_a{i, i};
    window of_b{begin - i, begin - i};
    while (begin < end) {
      const auto count = static_cast<int>(end - begin < tile ? end - begin : tile);
      of_a.start_load(group, local.rings, a);
      of_b.start_load(group, local.rings + length, b);
      kernel::finish_local_copies();
      group.barrier();
      group.for_each_item(
          [&](auto item) OMPRIM_INLINE_LAMBDA { place_part(local, of_a, of_b, item.id, count); });
      group.barrier();
      write(group, local, of_a, of_b, begin, count);
      const std::uint32_t taken = local.taken;
      group.barrier();
      of_a.first += taken;
      of_b.first += static_cast<std::uint32_t>(count) - taken;
      begin += static_cast<std::uint64_t>(count);
    }
  }

 private:
  static constexpr std::uint32_t mask = length - 1;

  /// The keys of an input from `first` to below `last` are in its ring.
  struct window {
    std::uint64_t first;
    std::uint64_t last;

    [[nodiscard]] OMPRIM_INLINE int size() const { return static_cast<int>(last - first); }
    /// The place of key first + i.
    [[nodiscard]] OMPRIM_INLINE std::uint32_t place(int i) const {
      return (static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(i)) & mask;
    }
    /// The key at a place.
    [[nodiscard]] OMPRIM_INLINE std::uint64_t key_at(std::uint32_t place) const {
      return first + ((place - static_cast<std::uint32_t>(first)) & mask);
    }
    /// Begins to fill the ring.
    template <class Group>
    OMPRIM_INLINE void start_load(const Group& group, Word* ring,
                                  const merged_input<Word, Value>& input) {
      const std::uint64_t end = input.n - first < length ? input.n : first + length;
      const Word* const from = input.keys + last;
      const auto begin = static_cast<std::uint32_t>(last);
      group.for_each_index(static_cast<int>(end - last), [&](int i) OMPRIM_INLINE_LAMBDA {
        kernel::start_local_copy(ring + ((begin + static_cast<std::uint32_t>(i)) & mask), from + i);
      });
      last = end;
    }
  };

  /// An item merges its part of the tile.
  OMPRIM_INLINE void place_part(memory& local, const window& of_a, const window& of_b, int item,
                                int count) const {
    const int begin = item * items;
    if (begin >= count) return;
    const int end = begin + items < count ? begin + items : count;
    const auto key_of_a = [&](int i)
                              OMPRIM_INLINE_LAMBDA { return order(local.rings[of_a.place(i)]); };
    const auto key_of_b = [&](int j) OMPRIM_INLINE_LAMBDA {
      return order(local.rings[length + of_b.place(j)]);
    };
    int i = kernel::partition_point(
        begin > of_b.size() ? begin - of_b.size() : 0, begin < of_a.size() ? begin : of_a.size(),
        [&](int taken)
            OMPRIM_INLINE_LAMBDA { return key_of_a(taken) <= key_of_b(begin - 1 - taken); });
    int j = begin - i;
    // The places of the next keys in both rings, and these keys; any key, if there is none.
    std::uint32_t place_in_a = of_a.place(i);
    std::uint32_t place_in_b = length + of_b.place(j);
    Word of_next_a = order(local.rings[place_in_a]);
    Word of_next_b = order(local.rings[place_in_b]);
#pragma GCC unroll 16
    for (int k = 0; k < items; ++k) {
      if (begin + k >= end) break;
      const bool takes_a = j >= of_b.size() || (i < of_a.size() && of_next_a <= of_next_b);
      local.places[begin + k] = static_cast<std::uint16_t>(takes_a ? place_in_a : place_in_b);
      i += takes_a ? 1 : 0;
      j += takes_a ? 0 : 1;
      // One load serves both cases, so that the lanes of a sub-group do not part.
      const std::uint32_t place = takes_a ? of_a.place(i) : length + of_b.place(j);
      const Word next = order(local.rings[place]);
      place_in_a = takes_a ? place : place_in_a;
      place_in_b = takes_a ? place_in_b : place;
      of_next_a = takes_a ? next : of_next_a;
      of_next_b = takes_a ? of_next_b : next;
    }
    if (end == count) local.taken = static_cast<std::uint32_t>(i);
  }

  /// Neighbouring items write neighbouring keys. The values of an item are loaded before any is
  /// stored, so that its loads overlap.
  template <class Group>
  OMPRIM_INLINE void write(const Group& group, const memory& local, const window& of_a,
                           const window& of_b, std::uint64_t begin, int count) const {
    const int item = group.this_item().id;
    Word* const keys = keys_out + begin + item;
    if constexpr (merge_problem<Word, Value>::has_values) {
      Value moved[items];
#pragma GCC unroll 16
      for (int i = 0; i < items; ++i) {
        const int k = item + i * Group::size;
        if (k >= count) break;
        const std::uint32_t place = local.places[k];
        moved[i] =
            place < length ? a.values[of_a.key_at(place)] : b.values[of_b.key_at(place - length)];
        keys[i * Group::size] = local.rings[place];
      }
      Value* const values = values_out + begin + item;
#pragma GCC unroll 16
      for (int i = 0; i < items; ++i) {
        if (item + i * Group::size < count) values[i * Group::size] = moved[i];
      }
    } else {
#pragma GCC unroll 16
      for (int i = 0; i < items; ++i) {
        const int k = item + i * Group::size;
        if (k < count) keys[i * Group::size] = local.rings[local.places[k]];
      }
    }
  }
#endif
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
