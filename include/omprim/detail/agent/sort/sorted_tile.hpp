// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/partition_point.hpp>
#include <omprim/detail/group/simt_code.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/tuning.hpp>

/// Keys in local memory, which a group sorts by merges.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The order of keys by some of their bits.
template <class Word, class Order>
struct order_by_bits {
  Order order;
  Word mask;

  static OMPRIM_INLINE order_by_bits of(const sorted_bits& compared) {
    constexpr int all = 8 * sizeof(Word);
    const auto to_last = static_cast<Word>(static_cast<Word>(~Word{0}) >> (all - compared.last));
    return {Order::of(compared.kind, compared.descending),
            static_cast<Word>(to_last >> compared.first << compared.first)};
  }
  [[nodiscard]] OMPRIM_INLINE Word operator()(Word key) const { return order(key) & mask; }
};

/// What the keys of an item compare by: words that move with the keys. Those of integers are
/// computed again for each comparison, by one instruction, to save registers.
template <class Word, class Order, int count>
struct compared_words {
  Word words[count];

  OMPRIM_INLINE void put(int e, Word key, const order_by_bits<Word, Order>& order) {
    words[e] = order(key);
  }
  OMPRIM_INLINE void move(int to, Word word) { words[to] = word; }
  [[nodiscard]] OMPRIM_INLINE Word of(int e, const Word* /*keys*/,
                                      const order_by_bits<Word, Order>& /*order*/) const {
    return words[e];
  }
};
template <class Word, int count>
struct compared_words<Word, kernel::integer_order<Word>, count> {
  using order_type = order_by_bits<Word, kernel::integer_order<Word>>;

  OMPRIM_INLINE void put(int /*e*/, Word /*key*/, const order_type& /*order*/) {}
  OMPRIM_INLINE void move(int /*to*/, Word /*word*/) {}
  [[nodiscard]] OMPRIM_INLINE Word of(int e, const Word* keys, const order_type& order) const {
    return order(keys[e]);
  }
};

/// Neighbouring keys of an item: an odd number, so that neighbouring items meet different banks of
/// local memory.
template <class Word, tuning t>
inline constexpr int merge_tile_items =
    t.items_per_work_item * 4 / static_cast<int>(sizeof(Word)) - 1;
template <class Word, tuning t>
inline constexpr auto merge_tile_length =
    static_cast<std::uint64_t>(t.work_group_size * merge_tile_items<Word, t>);
/// The tiles of n keys, n > 0.
template <class Word, tuning t>
OMPRIM_INLINE constexpr std::uint64_t tiles_to_merge(std::uint64_t n) {
  return (n - 1) / merge_tile_length<Word, t> + 1;
}

template <class Word, class Value, class Order, tuning t>
class sorted_tile {
  static constexpr bool has_values = sorted_data<Word, Value>::has_values;

 public:
  static constexpr int size = t.work_group_size;
  static constexpr int items = merge_tile_items<Word, t>;
  static constexpr int length = size * items;
  static_assert(items % 2 != 0 && items < 32 && length <= 65535);

  struct memory {
    union {
      Word keys[length];
      Value values[has_values ? length : 1];  ///< after the keys
    };
    std::uint16_t places[has_values ? length : 1];  ///< of the keys, before they were sorted
  };
  /// The keys of an item.
  struct part {
    Word keys[items];
    std::uint16_t places[has_values ? items : 1];
  };
  template <class Group>
  using parts = typename Group::template private_memory<part>;

  memory& local;
  order_by_bits<Word, Order> order;
  int count;  ///< the keys are the first ones of local.keys

  /// Sorts the keys of each item. Bit e of `heads[item]` says that key e of the item is not
  /// compared with the one before.
  template <class Group>
  OMPRIM_INLINE void sort_parts(
      Group& group, const typename Group::template private_memory<std::uint32_t>& heads) const {
    parts<Group> mine;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      const int first = item.id * items;
      part& own = mine[item];
      compared_words<Word, Order, items> compared;
#pragma GCC unroll 32
      for (int e = 0; e < items; ++e) {
        own.keys[e] = local.keys[first + e];
        compared.put(e, own.keys[e], order);
        if constexpr (has_values) own.places[e] = static_cast<std::uint16_t>(first + e);
      }
      const int left = count - first;
      const std::uint32_t none = left >= items ? 0U : left <= 0 ? ~0U : ~0U << left;
      const std::uint32_t cuts = heads[item] | none;
      // As many passes over neighbours as there are keys, or one more.
      OMPRIM_KEEP_ROLLED
      for (int pass = 0; pass < items; pass += 2) {
        exchange_neighbours<1>(own, compared, cuts);
        exchange_neighbours<2>(own, compared, cuts);
      }
      write(own, item.id, 0, length);
    });
  }

  /// Calls store_key(i, key) for all keys in order.
  template <class Group, class StoreKey>
  OMPRIM_INLINE void store(Group& group, const StoreKey& store_key) const {
    group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA {
      store_key(static_cast<std::uint64_t>(i), local.keys[i]);
    });
  }
  /// The same for keys and their values. load_value(to, place) begins to copy the value that was at
  /// a place of the tile. All values are read before any is stored.
  template <class Group, class StoreKey, class LoadValue, class StoreValue>
  OMPRIM_INLINE void store(Group& group, const StoreKey& store_key, const LoadValue& load_value,
                           const StoreValue& store_value) const {
    store(group, store_key);
    group.barrier();  // The values take the place of the keys.
    group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA {
      load_value(local.values + i, static_cast<int>(local.places[i]));
    });
    kernel::finish_local_copies();
    group.barrier();
    group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA {
      store_value(static_cast<std::uint64_t>(i), local.values[i]);
    });
  }

  /// A pair of sorted runs in local memory: [begin, middle) and [middle, end).
  struct runs {
    int begin;
    int middle;
    int end;
  };

  /// Merges the runs that `runs_of(item)` finds for the keys of each item. Their keys are those of
  /// items that find the same runs: of at most `together` items that follow each other, from a
  /// multiple of `together` on.
  template <class Group, class Find>
  OMPRIM_INLINE void merge(Group& group, int together, const Find& runs_of) const {
    parts<Group> mine;
    typename Group::template private_memory<runs> found;
    const auto wait = [&]() OMPRIM_INLINE_LAMBDA {
      if (together <= Group::sub_group_size) {
        group.sub_group_barrier();
      } else {
        group.barrier();
      }
    };
    wait();
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      runs all = runs_of(item);
      const int first = kernel::detail::opaque(item.id * items);
      const bool is_merged = all.begin < all.middle && all.middle < all.end &&
                             all.begin < first + items && all.end > first &&
                             key(all.middle) < key(all.middle - 1);
      if (!is_merged) all.end = all.begin;
      found[item] = all;
      if (is_merged) merge_part(mine[item], all, first);
    });
    wait();
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      write(mine[item], item.id, found[item].begin, found[item].end);
    });
  }

 private:
  /// Exchanges keys e - 1 and e where they are not in order, for each other e from `first` on.
  template <int first>
  OMPRIM_INLINE void exchange_neighbours(part& own, compared_words<Word, Order, items>& compared,
                                         std::uint32_t cuts) const {
#pragma GCC unroll 32
    for (int e = first; e < items; e += 2) {
      const Word before = compared.of(e - 1, own.keys, order);
      const Word after = compared.of(e, own.keys, order);
      const bool swaps = (cuts >> e & 1U) == 0 && after < before;
      compared.move(e - 1, swaps ? after : before);
      compared.move(e, swaps ? before : after);
      exchange(own.keys[e - 1], own.keys[e], swaps);
      if constexpr (has_values) exchange(own.places[e - 1], own.places[e], swaps);
    }
  }
  template <class T>
  static OMPRIM_INLINE void exchange(T& a, T& b, bool really) {
    const T first = a;
    a = really ? b : first;
    b = really ? first : b;
  }
  [[nodiscard]] OMPRIM_INLINE Word key(int i) const { return order(local.keys[i]); }

  /// Writes those keys of an item whose places are in [begin, end).
  OMPRIM_INLINE void write(const part& own, int item, int begin, int end) const {
    const int first = kernel::detail::opaque(item * items);
    Word* const keys = local.keys + first;
    std::uint16_t* const places = local.places + (has_values ? first : 0);
    begin -= first;
    end -= first;
#pragma GCC unroll 32
    for (int e = 0; e < items; ++e) {
      if (e < begin || e >= end) continue;
      keys[e] = own.keys[e];
      if constexpr (has_values) places[e] = own.places[e];
    }
  }

  /// Finds the keys of an item in the merged runs. The item has places from `first` on.
  OMPRIM_INLINE void merge_part(part& own, const runs& all, int first) const {
    const int size_of_a = all.middle - all.begin;
    const int size_of_b = all.end - all.middle;
    const int diagonal = first < all.begin ? 0 : first - all.begin;
    const int low = kernel::partition_point(
        diagonal > size_of_b ? diagonal - size_of_b : 0,
        diagonal < size_of_a ? diagonal : size_of_a, [&](int i) OMPRIM_INLINE_LAMBDA {
          return key(all.begin + i) <= key(all.middle + diagonal - 1 - i);
        });
    const int skipped = all.begin - first;
    const int end = all.end - first;
    // The next keys of both runs; any key, if there is none.
    int a = all.begin + low;
    int b = all.middle + diagonal - low;
    Word key_of_a = local.keys[a];
    Word key_of_b = local.keys[b < all.end ? b : a];
#pragma GCC unroll 32
    for (int e = 0; e < items; ++e) {
      if (e < skipped || e >= end) continue;
      const bool takes_a = b >= all.end || (a < all.middle && order(key_of_a) <= order(key_of_b));
      own.keys[e] = takes_a ? key_of_a : key_of_b;
      if constexpr (has_values) own.places[e] = local.places[takes_a ? a : b];
      a += takes_a ? 1 : 0;
      b += takes_a ? 0 : 1;
      // One load serves both cases, so that the lanes of a sub-group do not part.
      const int next = takes_a ? a : b;
      const Word loaded = local.keys[next < all.end ? next : all.begin];
      key_of_a = takes_a ? loaded : key_of_a;
      key_of_b = takes_a ? key_of_b : loaded;
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
