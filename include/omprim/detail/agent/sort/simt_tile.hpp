// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/digit_look_back.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/tuning.hpp>

/// A tile of a radix sort where threads are items.
///
///   (1) Each sub-group loads its rows of keys, and ranks each key among those of its digit that it
///       has seen. The lanes with the same digit find each other by bits in local memory.
///   (2) The sums over sub-groups and digits give each key its place in the tile, where keys are
///       sorted by digit.
///   (3) Meanwhile, the look-back of each digit tells where its keys go.
///   (4) The keys change places in local memory, so that neighbours are written to neighbouring
///       places. The values follow in the same memory.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The bytes of a key or a value, whichever is larger.
template <class Data>
inline constexpr std::size_t largest_of =
    std::max(sizeof(typename Data::word), Data::has_values ? sizeof(typename Data::value) : 0);

/// Keys of an item: as many as 4-byte ones would be `items_per_work_item`.
template <class Data, tuning t>
inline constexpr int keys_of_item = t.items_per_work_item * 4 / static_cast<int>(largest_of<Data>);
template <class Data, tuning t>
inline constexpr std::uint64_t simt_tile_length =
    static_cast<std::uint64_t>(t.work_group_size) * keys_of_item<Data, t>;

template <class Data, tuning t, class Group>
struct simt_radix_tile {
  using word = typename Data::word;
  using value = typename Data::value;
  static constexpr std::uint32_t digits = digit_look_back::digits;
  static constexpr int size = t.work_group_size;
  static constexpr int keys = keys_of_item<Data, t>;
  static constexpr std::uint64_t length = simt_tile_length<Data, t>;
  static_assert(size >= static_cast<int>(digits), "an item has at most one digit");

#if OMPRIM_SIMT
  using lane_mask = kernel::detail::lane_mask;
#else
  using lane_mask = std::uint32_t;
#endif
  static constexpr int sub_groups = Group::size / Group::sub_group_size;

  /// Rows that a sub-group ranks at a time, so that it waits for memory once for all of them.
  static constexpr int rows = 4;
  static_assert(keys % rows == 0);

  using value_array = value[Data::has_values ? length : 1];

  struct ranking {
    std::uint32_t count[sub_groups][digits];    ///< keys that the sub-group has seen
    lane_mask peers[sub_groups][rows][digits];  ///< lanes with this digit in a row
  };
  struct sorted_tile {
    union {
      word keys[length];
      value_array values;
    };
    std::uint8_t digit[length];  ///< of each key, where values follow
  };
  struct local_memory {
    union {
      ranking ranks;
      sorted_tile sorted;
    };
    std::uint32_t offset[digits];       ///< from places in the tile to places in the output
    std::uint32_t high_offset[digits];  ///< its high digits, used for more than 2^32 keys
    typename Group::template scratch<std::uint32_t> scratch;
  };

  [[nodiscard]] static OMPRIM_INLINE std::uint64_t tiles_of(std::uint64_t n) {
    return (n + length - 1) / length;
  }

#if OMPRIM_SIMT
  template <class Digit>
  static OMPRIM_INLINE void move(Group& group, local_memory& local, const Data& arrays,
                                 const digit_look_back& look_back, const Digit& digit,
                                 move_options options, std::uint64_t tile, bool is_last) {
    const std::uint64_t rest = arrays.size - tile * length;
    if (rest >= length) {
      constexpr std::integral_constant<std::uint32_t, static_cast<std::uint32_t>(length)> all{};
      move_keys(group, local, arrays, look_back, digit, options, tile, is_last, all);
    } else {
      move_keys(group, local, arrays, look_back, digit, options, tile, is_last,
                static_cast<std::uint32_t>(rest));
    }
  }

 private:
  /// What an item remembers of a key: its place, and its digit in the highest bits.
  static constexpr int digit_shift = 24;
  static constexpr std::uint32_t place_mask = (1U << digit_shift) - 1;

  /// `valid` is the number of keys: a constant in all tiles but the last.
  template <class Digit, class Valid>
  static OMPRIM_INLINE void move_keys(Group& group, local_memory& local, const Data& arrays,
                                      const digit_look_back& look_back, const Digit& digit,
                                      move_options options, std::uint64_t tile, bool is_last,
                                      Valid valid) {
    const std::uint64_t first = arrays.first + tile * length;
    const auto item = opaque_item(group);
    word key[keys];
    load(item, arrays.keys + first, valid, key);
    std::uint32_t place[keys];
    rank(item, local, digit, valid, key, place);
    group.barrier();
    place_digits(group, local, look_back, digit.last, static_cast<std::uint32_t>(length) - valid,
                 tile, is_last);
    group.barrier();
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) {
      const std::uint32_t d = place[i] >> digit_shift;
      place[i] = (place[i] & place_mask) + local.ranks.count[item.sub_group][d];
    }
    group.barrier();
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) local.sorted.keys[place[i]] = key[i];
    group.barrier();
    write_keys(item, local, arrays, digit, options, valid);
    if constexpr (Data::has_values) {
      write_values(group, local, arrays, options, first, valid, place);
    }
  }

  /// This item. The compiler does not know it, or it would compute the places of all its keys
  /// before the loop over tiles, and keep them in registers.
  static OMPRIM_INLINE kernel::work_item opaque_item(const Group& group) {
    const int id = kernel::detail::opaque(group.this_item().id);
    return {id, id / Group::sub_group_size, id % Group::sub_group_size};
  }

  /// The place of an item's key i in the tile as it is loaded.
  static OMPRIM_INLINE std::uint32_t loaded_place(const kernel::work_item& item, int i) {
    return static_cast<std::uint32_t>((item.sub_group * keys + i) * Group::sub_group_size +
                                      item.sub_group_lane);
  }

  template <class T, class Valid>
  static OMPRIM_INLINE void load(const kernel::work_item& item, const T* from, Valid valid,
                                 T (&loaded)[keys]) {
    const T* const mine = from + loaded_place(item, 0);
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) {
      if (loaded_place(item, i) < valid) loaded[i] = mine[i * Group::sub_group_size];
    }
  }

  /// place[i] = the number of keys with the digit of key i that the sub-group has loaded before,
  /// and the digit. Keys beyond the valid ones have the last digit, and come after all others.
  template <class Digit, class Valid>
  static OMPRIM_INLINE void rank(const kernel::work_item& item, local_memory& local,
                                 const Digit& digit, Valid valid, const word (&key)[keys],
                                 std::uint32_t (&place)[keys]) {
    constexpr int width = Group::sub_group_size;
    std::uint32_t* const count = local.ranks.count[item.sub_group];
    auto& peers = local.ranks.peers[item.sub_group];
#pragma GCC unroll 32
    for (int d = item.sub_group_lane; d < static_cast<int>(digits); d += width) {
      count[d] = 0;
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r) peers[r][d] = 0;
    }
    kernel::detail::sub_group_barrier<size>();
    const lane_mask mine = lane_mask{1} << item.sub_group_lane;
#pragma GCC unroll 8
    for (int first = 0; first < keys; first += rows) {
      std::uint32_t d[rows];
      lane_mask same[rows];
      std::uint32_t before[rows];
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r) {
        // Not before its turn: the digits of all keys would take as many registers as the keys.
        const word now = kernel::detail::force_load(key[first + r]);
        d[r] = loaded_place(item, first + r) < valid ? digit(now) : digit.last;
        __atomic_fetch_or(&peers[r][d[r]], mine, __ATOMIC_RELAXED);
      }
      kernel::detail::sub_group_barrier<size>();
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r) same[r] = __atomic_load_n(&peers[r][d[r]], __ATOMIC_RELAXED);
      kernel::detail::sub_group_barrier<size>();
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r) {
        before[r] = 0;
        if (highest_lane(same[r]) == item.sub_group_lane) {
          before[r] = __atomic_fetch_add(
              &count[d[r]], static_cast<std::uint32_t>(kernel::detail::population(same[r])),
              __ATOMIC_RELAXED);
          __atomic_store_n(&peers[r][d[r]], lane_mask{0}, __ATOMIC_RELAXED);
        }
        kernel::detail::sub_group_barrier<size>();
      }
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r) {
        const std::uint32_t rank =
            kernel::detail::shuffle<size>(before[r], highest_lane(same[r])) +
            static_cast<std::uint32_t>(kernel::detail::population(same[r] & (mine - 1)));
        // Opaque, or the compiler would keep the parts of all ranks in registers.
        place[first + r] = static_cast<std::uint32_t>(
            kernel::detail::opaque(static_cast<int>((d[r] << digit_shift) + rank)));
      }
    }
  }
  static OMPRIM_INLINE int highest_lane(lane_mask lanes) {
    return sizeof(lanes) == 8 ? 63 - __builtin_clzll(lanes)
                              : 31 - __builtin_clz(static_cast<unsigned>(lanes));
  }

  /// The item of each digit turns the counts of sub-groups into sums over those before, and learns
  /// where the digit begins in the tile and in the output.
  static OMPRIM_INLINE void place_digits(Group& group, local_memory& local,
                                         const digit_look_back& look_back, std::uint32_t last_digit,
                                         std::uint32_t missing, std::uint64_t tile, bool is_last) {
    const auto d = static_cast<std::uint32_t>(group.this_item().id);
    const bool has_digit = d < digits;
    std::uint32_t count = 0;
    std::uint32_t real = 0;
    if (has_digit) {
      for (int s = 0; s < sub_groups; ++s) count += local.ranks.count[s][d];
      real = d == last_digit ? count - missing : count;
      look_back.publish(tile, d, real);
    }
    typename Group::template private_memory<std::uint32_t> start{count};
    const auto plus = [](std::uint32_t a, std::uint32_t b) OMPRIM_INLINE_LAMBDA { return a + b; };
    (void)kernel::exclusive_scan(group, start, std::uint32_t{0}, plus, local.scratch);
    if (!has_digit) return;
    std::uint32_t place = start.value;
    for (int s = 0; s < sub_groups; ++s) {
      const std::uint32_t here = local.ranks.count[s][d];
      local.ranks.count[s][d] = place;
      place += here;
    }
    const std::uint64_t begin = look_back.begin[d] + look_back.look_back(tile, d, real);
    const std::uint64_t offset = begin - start.value;
    local.offset[d] = static_cast<std::uint32_t>(offset);
    local.high_offset[d] = static_cast<std::uint32_t>(offset >> 32);
    if (is_last) look_back.next_begin[d] = begin + real;
  }

  /// The place in the output of the key or value at a place in the tile.
  static OMPRIM_INLINE std::uint64_t output_of(const local_memory& local, std::uint32_t digit,
                                               std::uint32_t place, move_options options) {
    const std::uint32_t low = local.offset[digit];
    if (options.is_long == 0) return low + place;
    return (static_cast<std::uint64_t>(local.high_offset[digit]) << 32) + low + place;
  }

  template <class Digit, class Valid>
  static OMPRIM_INLINE void write_keys(const kernel::work_item& item, local_memory& local,
                                       const Data& arrays, const Digit& digit, move_options options,
                                       Valid valid) {
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) {
      const auto from = static_cast<std::uint32_t>(i * size + item.id);
      if (from >= valid) continue;
      const word key = local.sorted.keys[from];
      const std::uint32_t d = digit(key);
      arrays.keys_out[output_of(local, d, from, options)] = key;
      if constexpr (Data::has_values) local.sorted.digit[from] = static_cast<std::uint8_t>(d);
    }
  }

  template <class Valid>
  static OMPRIM_INLINE void write_values(Group& group, local_memory& local, const Data& arrays,
                                         move_options options, std::uint64_t first, Valid valid,
                                         const std::uint32_t (&place)[keys]) {
    const auto item = opaque_item(group);
    value loaded[keys];
    if (options.values_are_positions != 0) {
#pragma GCC unroll 32
      for (int i = 0; i < keys; ++i) loaded[i] = static_cast<value>(first + loaded_place(item, i));
    } else {
      load(item, arrays.values + first, valid, loaded);
    }
    group.barrier();
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) local.sorted.values[place[i]] = loaded[i];
    group.barrier();
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) {
      const auto from = static_cast<std::uint32_t>(i * size + item.id);
      if (from >= valid) continue;
      const std::uint32_t d = local.sorted.digit[from];
      arrays.values_out[output_of(local, d, from, options)] = local.sorted.values[from];
    }
  }
#endif
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
