// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/digit_look_back.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/tuning.hpp>

/// A tile of a radix sort where threads are items.
///
///   (1) Each sub-group loads a row of keys after the other, and ranks each key among those of its
///       digit that the sub-group has seen: the lanes with the same digit find each other by bits
///       in local memory.
///   (2) The sums over sub-groups and digits give each key its place in the tile, where keys are
///       sorted by digit.
///   (3) Meanwhile, the look-back of each digit tells where its keys go.
///   (4) The keys change places in local memory, so that neighbours are written to neighbouring
///       places. The values follow in the same memory.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The bytes of a key or a value, whichever is larger.
template <class Data>
inline constexpr std::size_t largest_of = Data::has_values && sizeof(typename Data::value) >
                                                                  sizeof(typename Data::word)
                                              ? sizeof(typename Data::value)
                                              : sizeof(typename Data::word);

/// Keys of an item: as many as 4-byte ones would be `items_per_work_item`.
template <class Data, tuning t>
inline constexpr int keys_of_item = static_cast<int>(t.items_per_work_item * 4 / largest_of<Data>);
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

  struct ranking {
    std::uint32_t count[sub_groups][digits];  ///< keys that the sub-group has seen
    lane_mask peers[sub_groups][digits];      ///< lanes with this digit in the current row
  };
  struct local_memory {
    union {
      ranking ranks;
      word sorted[length];
      unsigned char values[length * largest_of<Data>];
    };
    std::uint32_t start[digits];   ///< place of the first key of a digit in the tile
    std::uint64_t offset[digits];  ///< from places in the tile to places in the output
    typename Group::template scratch<std::uint32_t> scratch;
  };

  [[nodiscard]] static OMPRIM_INLINE std::uint64_t tiles_of(std::uint64_t n) {
    return (n + length - 1) / length;
  }

#if OMPRIM_SIMT
  template <class Digit>
  static OMPRIM_INLINE void move(Group& group, local_memory& local, const Data& arrays,
                                 const digit_look_back& look_back, const Digit& digit,
                                 bool positions, std::uint64_t tile, bool is_last) {
    const std::uint64_t rest = arrays.size - tile * length;
    const auto valid = static_cast<std::uint32_t>(rest < length ? rest : length);
    const std::uint64_t first = arrays.first + tile * length;
    word key[keys];
    load(group, arrays.keys + first, valid, key);
    std::uint32_t place[keys];
    rank(group, local, digit, valid, key, place);
    group.barrier();
    place_digits(group, local, look_back, digit.last, static_cast<std::uint32_t>(length) - valid,
                 tile, is_last);
    group.barrier();
    const auto item = group.this_item();
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) {
      const std::uint32_t d = is_valid(item, i, valid) ? digit(key[i]) : digit.last;
      place[i] += local.start[d] + local.ranks.count[item.sub_group][d];
    }
    group.barrier();
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) local.sorted[place[i]] = key[i];
    group.barrier();
    write_keys_and_values(group, local, arrays, digit, positions, first, valid, place);
  }

 private:
  /// The place of an item's key i in the tile as it is loaded.
  static OMPRIM_INLINE std::uint32_t loaded_place(const kernel::work_item& item, int i) {
    return static_cast<std::uint32_t>((item.sub_group * keys + i) * Group::sub_group_size +
                                      item.sub_group_lane);
  }
  static OMPRIM_INLINE bool is_valid(const kernel::work_item& item, int i, std::uint32_t valid) {
    return loaded_place(item, i) < valid;
  }

  template <class T>
  static OMPRIM_INLINE void load(Group& group, const T* from, std::uint32_t valid,
                                 T (&loaded)[keys]) {
    const auto item = group.this_item();
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) {
      if (is_valid(item, i, valid)) loaded[i] = from[loaded_place(item, i)];
    }
  }

  /// place[i] = the number of keys with the digit of key i that the sub-group has loaded before.
  /// Keys beyond the valid ones have the last digit, and come after all others.
  template <class Digit>
  static OMPRIM_INLINE void rank(Group& group, local_memory& local, const Digit& digit,
                                 std::uint32_t valid, const word (&key)[keys],
                                 std::uint32_t (&place)[keys]) {
    const auto item = group.this_item();
    constexpr int width = Group::sub_group_size;
    std::uint32_t* const count = local.ranks.count[item.sub_group];
    lane_mask* const peers = local.ranks.peers[item.sub_group];
    for (int d = item.sub_group_lane; d < static_cast<int>(digits); d += width) {
      count[d] = 0;
      peers[d] = 0;
    }
    kernel::detail::sub_group_barrier<size>();
    const lane_mask mine = lane_mask{1} << item.sub_group_lane;
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) {
      const std::uint32_t d = is_valid(item, i, valid) ? digit(key[i]) : digit.last;
      __atomic_fetch_or(&peers[d], mine, __ATOMIC_RELAXED);
      kernel::detail::sub_group_barrier<size>();
      const lane_mask same = __atomic_load_n(&peers[d], __ATOMIC_RELAXED);
      const int leader = 8 * static_cast<int>(sizeof(lane_mask)) - 1 - leading_zeros(same);
      std::uint32_t before = 0;
      if (leader == item.sub_group_lane) {
        before = count[d];
        count[d] = before + static_cast<std::uint32_t>(kernel::detail::population(same));
        __atomic_store_n(&peers[d], lane_mask{0}, __ATOMIC_RELAXED);
      }
      before = kernel::detail::shuffle<size>(before, leader);
      place[i] = before + static_cast<std::uint32_t>(kernel::detail::population(same & (mine - 1)));
      kernel::detail::sub_group_barrier<size>();
    }
  }
  static OMPRIM_INLINE int leading_zeros(lane_mask bits) {
    return sizeof(bits) == 8 ? __builtin_clzll(bits) : __builtin_clz(static_cast<unsigned>(bits));
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
      for (int s = 0; s < sub_groups; ++s) {
        const std::uint32_t before = count;
        count += local.ranks.count[s][d];
        local.ranks.count[s][d] = before;
      }
      real = d == last_digit ? count - missing : count;
      look_back.publish(tile, d, real);
    }
    typename Group::template private_memory<std::uint32_t> start{count};
    const auto plus = [](std::uint32_t a, std::uint32_t b) OMPRIM_INLINE_LAMBDA { return a + b; };
    (void)kernel::exclusive_scan(group, start, std::uint32_t{0}, plus, local.scratch);
    if (!has_digit) return;
    const std::uint32_t before = look_back.look_back(tile, d, real);
    const std::uint64_t begin = look_back.begin[d] + before;
    local.start[d] = start.value;
    local.offset[d] = begin - start.value;
    if (is_last) look_back.next_begin[d] = begin + real;
  }

  template <class Digit>
  static OMPRIM_INLINE void write_keys_and_values(Group& group, local_memory& local,
                                                  const Data& arrays, const Digit& digit,
                                                  bool positions, std::uint64_t first,
                                                  std::uint32_t valid,
                                                  const std::uint32_t (&place)[keys]) {
    const auto item = group.this_item();
    std::uint64_t target[keys];
#pragma GCC unroll 32
    for (int i = 0; i < keys; ++i) {
      const auto from = static_cast<std::uint32_t>(i * size + item.id);
      if (from >= valid) continue;
      const word key = local.sorted[from];
      target[i] = local.offset[digit(key)] + from;
      arrays.keys_out[target[i]] = key;
    }
    if constexpr (Data::has_values) {
      value loaded[keys];
      if (positions) {
#pragma GCC unroll 32
        for (int i = 0; i < keys; ++i) {
          loaded[i] = static_cast<value>(first + loaded_place(item, i));
        }
      } else {
        load(group, arrays.values + first, valid, loaded);
      }
      group.barrier();
      auto* const sorted = reinterpret_cast<value*>(local.values);
#pragma GCC unroll 32
      for (int i = 0; i < keys; ++i) sorted[place[i]] = loaded[i];
      group.barrier();
#pragma GCC unroll 32
      for (int i = 0; i < keys; ++i) {
        const auto from = static_cast<std::uint32_t>(i * size + item.id);
        if (from < valid) arrays.values_out[target[i]] = sorted[from];
      }
    }
  }
#endif
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
