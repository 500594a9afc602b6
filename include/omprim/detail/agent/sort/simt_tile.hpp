// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/digit_look_back.hpp>
#include <omprim/detail/agent/sort/packed_numbers.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// A tile of a radix sort where threads are items.
///
///   (1) Each sub-group loads its rows of keys, and counts their digits. The counts of the tile are
///       published.
///   (2) The sums over sub-groups and digits tell where the keys of each sub-group and digit begin
///       in the tile, where keys are sorted by digit.
///   (3) Each sub-group takes one row of keys after the other to their places in local memory. The
///       lanes with the same digit find each other by votes.
///   (4) The look-back of each digit tells where its keys go. By now, most tiles before have
///       published their counts.
///   (5) Neighbouring items write neighbouring keys. The values follow through the same memory. In
///       large tiles of 4-byte keys, the cache fetches the values before (2), and items load them
///       after the keys are written, so that no registers hold both.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Data, class Digit, tuning t, class Group>
class simt_radix_tile {
  using word = typename Data::word;
  using value = typename Data::value;
  static constexpr std::uint32_t digits = digit_look_back::digits;
  static constexpr int size = t.work_group_size;
  static constexpr int keys = keys_of_item<Data, t>;
  static constexpr int width = Group::sub_group_size;
  static constexpr int sub_groups = Group::size / width;
  static_assert(size >= static_cast<int>(digits), "an item has at most one digit");
  static_assert(size * keys <= 1 << 16, "places have 16 bits");
  /// Values pass through the memory of the keys: larger ones in rounds, some rows of written ones
  /// at a time. (8-byte values of 4-byte keys, H200, 2026-11: 5 % less time than all at once.)
  static constexpr int value_rounds = largest_of<Data> > sizeof(word)
                                          ? static_cast<int>(largest_of<Data> / sizeof(word))
                                          : 1;
  static constexpr int rows_of_round = keys / value_rounds;
  static_assert(rows_of_round * value_rounds == keys);
  /// Whether values are fetched early and loaded late, values of 4 bytes half at a time. (H200,
  /// 2026-11: 2^28 pairs of 4 bytes take 0.92 of the time of values that are loaded before keys are
  /// written. Keys of 8 bytes and small tiles are not measured.)
  static constexpr bool loads_late = Data::has_values && sizeof(word) == 4 && keys >= 16;
  static constexpr int loaded_at_once = loads_late && value_rounds == 1 ? keys / 2 : keys;

 public:
  static constexpr std::uint64_t length = simt_tile_length<Data, t>;

  struct local_memory {
    /// The keys of a sub-group with a digit; then the place of the next one.
    std::uint32_t count[sub_groups][digits];
    union {
      word keys[length];
      value values[Data::has_values ? size * rows_of_round : 1];
    } sorted;
    // Where the keys and values of a digit go, less the place of the first one.
    word* keys_out[digits];
    value* values_out[Data::has_values ? digits : 1];
    Digit digit_choice;
    typename Group::template scratch<std::uint32_t> scratch;
  };

  [[nodiscard]] static OMPRIM_INLINE std::uint64_t tiles_of(std::uint64_t n) {
    return (n + length - 1) / length;
  }

#if OMPRIM_SIMT
  /// Moves the keys and values of a tile.
  static OMPRIM_INLINE void move(Group& group, local_memory& local, const Data& arrays,
                                 const digit_look_back& look_back, const Digit& digit,
                                 const moved_tile& tile) {
    const simt_radix_tile mover(group, local, arrays, look_back, tile);
    const std::uint64_t rest = arrays.size - tile.number * length;
    if (rest >= length) {
      mover.move_keys(digit, all_keys{});
    } else {
      mover.move_keys(digit, static_cast<std::uint32_t>(rest));
    }
  }

 private:
  using all_keys = std::integral_constant<std::uint32_t, static_cast<std::uint32_t>(length)>;

  /// The places to which an item takes keys, and the digits of the keys that it writes. Only values
  /// need them again.
  template <int bits>
  using numbers = std::conditional_t<Data::has_values, packed_numbers<keys, bits>, no_numbers>;
  using places = numbers<16>;
  using written_digits = numbers<digit_look_back::digit_bits>;

  /// What the item with a digit knows of it.
  struct keys_of_digit {
    std::uint32_t place;  ///< of the first one in the tile
    std::uint32_t count;
  };

  OMPRIM_INLINE simt_radix_tile(Group& group, local_memory& local, const Data& arrays,
                                const digit_look_back& look_back, const moved_tile& tile)
      : group_(group), local_(local), arrays_(arrays), look_back_(look_back), tile_(tile) {}

  /// This item. The compiler does not know it, or it would keep the places of all its keys in
  /// registers, from one phase and one tile to the next.
  [[nodiscard]] OMPRIM_INLINE kernel::work_item opaque_item() const {
    const int id = kernel::detail::opaque(group_.this_item().id);
    return {id, id / width, id % width};
  }

  /// `valid` is the number of keys: a constant in all tiles but the last.
  template <class Valid>
  OMPRIM_INLINE void move_keys(const Digit& digit, Valid valid) const {
    word key[keys];
    load<0, keys>(arrays_.keys + first(), valid, key);
    if constexpr (loads_late) fetch_values(valid);
    count(digit, valid, key);
    group_.single_item([&]() OMPRIM_INLINE_LAMBDA { local_.digit_choice = digit; });
    group_.barrier();
    const keys_of_digit mine = place_digits(digit.last, static_cast<std::uint32_t>(length) - valid);
    group_.barrier();
    places place;
    // The digit is read again, or the compiler would keep the digits of all keys in registers.
    sort(kernel::detail::load_again(local_.digit_choice), valid, key, place);
    // Values of other tiles are on their way while keys are written.
    [[maybe_unused]] value loaded[keys];
    if constexpr (Data::has_values && !loads_late) load_values<0, keys>(valid, loaded);
    find_output(mine);
    group_.barrier();
    written_digits digits_out;
    write_keys(digit, valid, digits_out);
    if constexpr (Data::has_values) {
      if constexpr (loads_late) load_values<0, loaded_at_once>(valid, loaded);
      group_.barrier();
      write_values(valid, loaded, place, digits_out);
    }
  }

  /// The position of the first key.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t first() const {
    return arrays_.first + tile_.number * length;
  }
  /// The place of an item's key i in the tile as it is loaded.
  static OMPRIM_INLINE std::uint32_t loaded_place(const kernel::work_item& item, int i) {
    return static_cast<std::uint32_t>((item.sub_group * keys + i) * width + item.sub_group_lane);
  }
  /// The place in the sorted tile of the key i that an item writes.
  static OMPRIM_INLINE std::uint32_t written_place(const kernel::work_item& item, int i) {
    return static_cast<std::uint32_t>(i * size + item.id);
  }
  static OMPRIM_INLINE bool is_valid(std::uint32_t place, std::uint32_t valid) {
    return place < valid;
  }
  static OMPRIM_INLINE bool is_valid(std::uint32_t /*place*/, all_keys /*valid*/) { return true; }

  /// Loads the rows [begin, end).
  template <int begin, int end, class T, class Valid>
  OMPRIM_INLINE void load(const T* from, Valid valid, T (&loaded)[keys]) const {
    const auto item = opaque_item();
#pragma GCC unroll 32
    for (int i = begin; i < end; ++i) {
      // In place of an element beyond the valid ones, the last one: no load depends on a condition.
      const std::uint32_t place = loaded_place(item, i);
      loaded[i] = from[is_valid(place, valid) ? place : valid - 1];
    }
  }
  template <int begin, int end, class Valid>
  OMPRIM_INLINE void load_values(Valid valid, value (&loaded)[keys]) const {
    if (tile_.values_are_positions) {
      const auto item = opaque_item();
#pragma GCC unroll 32
      for (int i = begin; i < end; ++i) {
        loaded[i] = static_cast<value>(first() + loaded_place(item, i));
      }
    } else {
      load<begin, end>(arrays_.values + first(), valid, loaded);
    }
  }
  template <class Valid>
  OMPRIM_INLINE void fetch_values(Valid valid) const {
    if (tile_.values_are_positions) return;
    constexpr std::uint32_t values_of_line = 128 / sizeof(value);
    constexpr auto lines = static_cast<int>(length / values_of_line);
    for (int line = opaque_item().id; line < lines; line += size) {
      const std::uint32_t place = static_cast<std::uint32_t>(line) * values_of_line;
      kernel::detail::fetch_global(arrays_.values + first() +
                                   (is_valid(place, valid) ? place : valid - 1));
    }
  }

  /// The digit of a key; keys beyond the valid ones have the last digit, and come after all others.
  template <class Valid>
  static OMPRIM_INLINE std::uint32_t digit_of(const Digit& digit, word key, std::uint32_t place,
                                              Valid valid) {
    return is_valid(place, valid) ? digit(key) : digit.last;
  }

  template <class Valid>
  OMPRIM_INLINE void count(const Digit& digit, Valid valid, const word (&key)[keys]) const {
    const auto item = opaque_item();
    std::uint32_t* const counts = local_.count[item.sub_group];
#pragma GCC unroll 32
    for (int d = item.sub_group_lane; d < static_cast<int>(digits); d += width) counts[d] = 0;
    kernel::detail::sub_group_barrier<size>();
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) {
      const std::uint32_t d = digit_of(digit, key[i], loaded_place(item, i), valid);
      (void)__atomic_fetch_add(counts + d, 1U, __ATOMIC_RELAXED);
    }
  }

  /// Publishes the number of keys with each digit, and turns the counts of the sub-groups into the
  /// places of their first keys. The last digit also counts the missing keys of the tile.
  [[nodiscard]] OMPRIM_INLINE keys_of_digit place_digits(std::uint32_t last_digit,
                                                         std::uint32_t missing) const {
    const auto d = static_cast<std::uint32_t>(group_.this_item().id);
    const bool has_digit = d < digits;
    std::uint32_t all = 0;
    std::uint32_t valid = 0;
    if (has_digit) {
      for (int s = 0; s < sub_groups; ++s) all += local_.count[s][d];
      valid = d == last_digit ? all - missing : all;
      look_back_.publish(tile_.number, d, valid);
    }
    typename Group::template private_memory<std::uint32_t> start{all};
    const auto plus = [](std::uint32_t a, std::uint32_t b) OMPRIM_INLINE_LAMBDA { return a + b; };
    (void)kernel::exclusive_scan(group_, start, std::uint32_t{0}, plus, local_.scratch);
    if (has_digit) {
      std::uint32_t place = start.value;
      for (int s = 0; s < sub_groups; ++s) {
        const std::uint32_t here = local_.count[s][d];
        local_.count[s][d] = place;
        place += here;
      }
    }
    return {start.value, valid};
  }

  /// Takes the keys to their places in the sorted tile, one row of the sub-group after the other.
  template <class Valid>
  OMPRIM_INLINE void sort(const Digit& digit, Valid valid, const word (&key)[keys],
                          places& place) const {
    using kernel::detail::lane_mask;
    const auto item = opaque_item();
    std::uint32_t* const next = local_.count[item.sub_group];
    const lane_mask mine = lane_mask{1} << item.sub_group_lane;
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) {
      // Not before its turn: the digits of all keys would take as many registers as the keys.
      const word now = kernel::detail::force_load(key[i]);
      const std::uint32_t d = digit_of(digit, now, loaded_place(item, i), valid);
      const lane_mask same = kernel::detail::lanes_with_digit<size, digit_look_back::digit_bits>(d);
      const auto before = static_cast<std::uint32_t>(kernel::detail::population(same & (mine - 1)));
      const std::uint32_t to = __atomic_load_n(next + d, __ATOMIC_RELAXED) + before;
      kernel::detail::sub_group_barrier<size>();
      const bool is_highest = (same & ~(mine - 1)) == mine;
      if (is_highest) __atomic_store_n(next + d, to + 1, __ATOMIC_RELAXED);
      local_.sorted.keys[to] = now;
      place.set(i, to);
      kernel::detail::sub_group_barrier<size>();
    }
  }

  /// Looks back, and notes where the keys and values of this item's digit go.
  OMPRIM_INLINE void find_output(const keys_of_digit& mine) const {
    const auto d = static_cast<std::uint32_t>(group_.this_item().id);
    if (d >= digits) return;
    const std::uint64_t begin =
        look_back_.begin[d] + look_back_.look_back(tile_.number, d, mine.count);
    if (tile_.is_last) look_back_.next_begin[d] = begin + mine.count;
    // Digits that no key can have come after the missing keys of a tile.
    const std::uint64_t offset = begin > mine.place ? begin - mine.place : 0;
    local_.keys_out[d] = arrays_.keys_out + offset;
    if constexpr (Data::has_values) local_.values_out[d] = arrays_.values_out + offset;
  }

  template <class Valid>
  OMPRIM_INLINE void write_keys(const Digit& digit, Valid valid, written_digits& written) const {
    // Keys are loaded in batches: no load is moved before a store.
    constexpr int batch = 8;
    const auto item = opaque_item();
#pragma GCC unroll 16
    for (int first = 0; first < keys; first += batch) {
      const int last = first + batch < keys ? first + batch : keys;
      word key[batch];
      word* to[batch];
#pragma GCC unroll 8
      for (int i = first; i < last; ++i) {
        key[i - first] = local_.sorted.keys[written_place(item, i)];
      }
#pragma GCC unroll 8
      for (int i = first; i < last; ++i) {
        const std::uint32_t d = digit(key[i - first]);
        to[i - first] = local_.keys_out[d];
        written.set(i, d);
      }
#pragma GCC unroll 8
      for (int i = first; i < last; ++i) {
        const std::uint32_t from = written_place(item, i);
        if (is_valid(from, valid)) {
          kernel::detail::store_global(to[i - first] + from, key[i - first]);
        }
      }
    }
  }

  template <class Valid>
  OMPRIM_INLINE void write_values(Valid valid, value (&loaded)[keys], const places& place,
                                  const written_digits& written) const {
    const auto item = opaque_item();
#pragma GCC unroll 4
    for (int round = 0; round < value_rounds; ++round) {
      constexpr std::uint32_t room = size * rows_of_round;
      const std::uint32_t begin = static_cast<std::uint32_t>(round) * room;
      if (round != 0) group_.barrier();
      const auto take = [&](int i) OMPRIM_INLINE_LAMBDA {
        const std::uint32_t to = place[i] - begin;
        if (value_rounds == 1 || to < room) local_.sorted.values[to] = loaded[i];
      };
#pragma GCC unroll 32
      for (int i = 0; i < loaded_at_once; ++i) take(i);
      if constexpr (loaded_at_once < keys) {
        load_values<loaded_at_once, keys>(valid, loaded);
#pragma GCC unroll 32
        for (int i = loaded_at_once; i < keys; ++i) take(i);
      }
      group_.barrier();
#pragma GCC unroll 32
      for (int i = round * rows_of_round; i < (round + 1) * rows_of_round; ++i) {
        const std::uint32_t from = written_place(item, i);
        if (!is_valid(from, valid)) continue;
        kernel::detail::store_global(local_.values_out[written[i]] + from,
                                     local_.sorted.values[from - begin]);
      }
    }
  }

  Group& group_;
  local_memory& local_;
  const Data& arrays_;
  const digit_look_back& look_back_;
  moved_tile tile_;
#endif
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
