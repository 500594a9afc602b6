// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/merge/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// Merges through local memory.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Merges a share a tile at a time. The next `length` keys of each input are in a ring in local
/// memory, where key i has place i % length; a tile takes `length` keys of both, whose places the
/// next tile's keys take. Each item finds its part of the tile in the rings.
template <class Word, class Value, class Order, tuning t>
class tile_merger {
 public:
  static constexpr int items = t.items_per_work_item * 4 / static_cast<int>(sizeof(Word));
  static constexpr int length = t.work_group_size * items;
  static_assert((length & (length - 1)) == 0 && length <= 32768);

  struct memory {
    Word rings[2 * length];        ///< of a, then of b
    std::uint16_t places[length];  ///< in both rings, of the keys of the tile in order
    std::uint32_t taken;           ///< keys of a in the tile
  };

  const merged_input<Word, Value>& a;
  const merged_input<Word, Value>& b;
  Word* keys_out;
  Value* values_out;
  const Order& order;

  /// Writes the keys [begin, end) of the output; `i` keys of a are before them.
  template <class Group>
  OMPRIM_INLINE void run(Group& group, memory& local, std::uint64_t begin, std::uint64_t end,
                         std::uint64_t i) const {
    window of_a{i, i};
    window of_b{begin - i, begin - i};
    while (begin < end) {
      const auto count = static_cast<int>(end - begin < length ? end - begin : length);
      of_a.load(group, local.rings, a);
      of_b.load(group, local.rings + length, b);
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
    /// Fills the ring.
    template <class Group>
    OMPRIM_INLINE void load(const Group& group, Word* ring,
                            const merged_input<Word, Value>& input) {
      const std::uint64_t end = input.n - first < length ? input.n : first + length;
      const Word* const from = input.keys + last;
      const auto begin = static_cast<std::uint32_t>(last);
      group.for_each_index(static_cast<int>(end - last), [&](int i) OMPRIM_INLINE_LAMBDA {
        ring[(begin + static_cast<std::uint32_t>(i)) & mask] = from[i];
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
    int i = begin > of_b.size() ? begin - of_b.size() : 0;
    int high = begin < of_a.size() ? begin : of_a.size();
    while (i < high) {
      const int middle = (i + high) / 2;
      const bool is_first = key_of_a(middle) <= key_of_b(begin - 1 - middle);
      i = is_first ? middle + 1 : i;
      high = is_first ? high : middle;
    }
    int j = begin - i;
    Word of_next_a = key_of_a(i);  // one of any key, if there is no next one
    Word of_next_b = key_of_b(j);
    for (int k = begin; k < end; ++k) {
      const bool takes_a = j >= of_b.size() || (i < of_a.size() && of_next_a <= of_next_b);
      local.places[k] = static_cast<std::uint16_t>(
          takes_a ? of_a.place(i) : static_cast<std::uint32_t>(length) + of_b.place(j));
      i += takes_a ? 1 : 0;
      j += takes_a ? 0 : 1;
      if (takes_a) {
        of_next_a = key_of_a(i);
      } else {
        of_next_b = key_of_b(j);
      }
    }
    if (end == count) local.taken = static_cast<std::uint32_t>(i);
  }

  /// Neighbouring items write neighbouring keys.
  template <class Group>
  OMPRIM_INLINE void write(const Group& group, const memory& local, const window& of_a,
                           const window& of_b, std::uint64_t begin, int count) const {
    group.for_each_index(count, [&](int k) OMPRIM_INLINE_LAMBDA {
      const std::uint32_t place = local.places[k];
      const std::uint64_t to = begin + static_cast<std::uint64_t>(k);
      keys_out[to] = local.rings[place];
      if constexpr (merge_problem<Word, Value>::has_values) {
        values_out[to] =
            place < length ? a.values[of_a.key_at(place)] : b.values[of_b.key_at(place - length)];
      }
    });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
