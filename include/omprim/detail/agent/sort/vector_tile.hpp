// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>

#include <omprim/detail/agent/sort/digit_look_back.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/tuning.hpp>

/// A tile of a radix sort where one thread runs the group: the keys change places in local memory,
/// which a second-level cache holds, and are then written in runs of equal digits. Where one group
/// has all tiles, keys may go straight to the output instead.
namespace omprim::inline OMPRIM_ABI::strategy {

template <tuning t>
inline constexpr auto vector_tile_length = static_cast<std::uint64_t>(t.tile());

template <class Data, class Digit, tuning t, class Group>
struct vector_radix_tile {
  using word = typename Data::word;
  using value = typename Data::value;
  static constexpr std::uint32_t digits = digit_look_back::digits;
  static constexpr std::uint64_t length = vector_tile_length<t>;

  /// The keys of a digit begin a cache line later than they would, for each digit before: where all
  /// digits are alike frequent, they would be powers of two apart, and compete for places of
  /// caches.
  static constexpr std::uint32_t padding = 64 / sizeof(word);
  static constexpr std::uint64_t room = length + std::uint64_t{digits} * padding;

  struct local_memory {
    word keys[room];
    value values[Data::has_values ? room : 1];
  };

  [[nodiscard]] static OMPRIM_INLINE std::uint64_t tiles_of(std::uint64_t n) {
    return (n + length - 1) / length;
  }

  /// Whether one group moves all keys straight to the output at least as fast as by tiles.
  static OMPRIM_INLINE bool moves_directly(const Data& arrays, const digit_look_back& look_back) {
    return arrays.size <= sort_policy::direct_keys ||
           (arrays.size <= sort_policy::direct_bytes / sizeof(word) &&
            are_spread(arrays, look_back.begin));
  }
  static OMPRIM_INLINE void move_directly(const Data& arrays, const digit_look_back& look_back,
                                          const Digit& digit, bool positions) {
    std::uint64_t place[digits];
    std::memcpy(place, look_back.begin, sizeof(place));
    scatter(arrays, digit, positions, arrays.first, arrays.size, place, arrays.keys_out,
            arrays.values_out);
    std::memcpy(look_back.next_begin, place, sizeof(place));
    std::memset(look_back.other_words, 0,
                tiles_of(arrays.size) * digits * sizeof(*look_back.other_words));
  }

  static OMPRIM_INLINE void move(Group& /*group*/, local_memory& local, const Data& arrays,
                                 const digit_look_back& look_back, const Digit& digit,
                                 const moved_tile& tile) {
    const std::uint64_t rest = arrays.size - tile.number * length;
    const std::uint64_t valid = rest < length ? rest : length;
    const std::uint64_t first = arrays.first + tile.number * length;
    const bool is_only = tile.number == 0 && tile.is_last && arrays.first == 0;
    std::uint32_t count[digits];
    if (is_only) {
      count_between(look_back.begin, valid, count);
    } else {
      count_digits_of(arrays.keys + first, valid, digit, count);
      for (std::uint32_t d = 0; d < digits; ++d) look_back.publish(tile.number, d, count[d]);
    }
    sort_in_local_memory(local, arrays, digit, tile.values_are_positions, first, valid, count);
    std::uint32_t from = 0;
    for (std::uint32_t d = 0; d < digits; ++d) {
      const std::uint64_t to = look_back.begin[d] + look_back.look_back(tile.number, d, count[d]);
      if (tile.is_last) look_back.next_begin[d] = to + count[d];
      std::memcpy(arrays.keys_out + to, local.keys + from, count[d] * sizeof(word));
      if constexpr (Data::has_values) {
        std::memcpy(arrays.values_out + to, local.values + from, count[d] * sizeof(value));
      }
      from += count[d] + padding;
    }
  }

 private:
  /// Whether the keys of all digits go to different places of a first-level cache, which has 64
  /// sets of lines of 64 bytes. They do not if they begin powers of two apart.
  static OMPRIM_INLINE bool are_spread(const Data& arrays, const std::uint64_t* begin) {
    std::uint8_t lines[64] = {};
    std::uint8_t most = 0;
    for (std::uint32_t d = 0; d < digits; ++d) {
      if (d + 1 < digits && begin[d + 1] == begin[d]) continue;
      const auto line = reinterpret_cast<std::uintptr_t>(arrays.keys_out + begin[d]) / 64;
      const std::uint8_t here = ++lines[line % 64];
      most = here > most ? here : most;
    }
    return most <= sort_policy::direct_lines;
  }

  /// Neighbours count in different tables, so that an addition does not wait for the one before.
  static OMPRIM_INLINE void count_digits_of(const word* keys, std::uint64_t valid,
                                            const Digit& digit, std::uint32_t (&count)[digits]) {
    std::uint32_t seen[2][digits] = {};
    for (std::uint64_t i = 0; i < valid; ++i) {
      const std::uint32_t d = digit(keys[i]);
      ++seen[i % 2][d];
    }
    for (std::uint32_t d = 0; d < digits; ++d) count[d] = seen[0][d] + seen[1][d];
  }

  /// The counts of an only tile, from where its digits begin.
  static OMPRIM_INLINE void count_between(const std::uint64_t* begin, std::uint64_t size,
                                          std::uint32_t (&count)[digits]) {
    for (std::uint32_t d = 0; d < digits; ++d) {
      const std::uint64_t end = d == digits - 1 ? size : begin[d + 1];
      count[d] = static_cast<std::uint32_t>(end - begin[d]);
    }
  }

  static OMPRIM_INLINE void sort_in_local_memory(local_memory& local, const Data& arrays,
                                                 const Digit& digit, bool positions,
                                                 std::uint64_t first, std::uint64_t valid,
                                                 const std::uint32_t (&count)[digits]) {
    std::uint32_t place[digits];
    std::uint32_t start = 0;
    for (std::uint32_t d = 0; d < digits; ++d) {
      place[d] = start;
      start += count[d] + padding;
    }
    scatter(arrays, digit, positions, first, valid, place, local.keys, local.values);
  }

  /// Moves keys and values to where their digits are next.
  template <class Place>
  static OMPRIM_INLINE void scatter(const Data& arrays, const Digit& digit, bool positions,
                                    std::uint64_t first, std::uint64_t valid,
                                    Place (&place)[digits], word* keys_to, value* values_to) {
    const word* const keys = arrays.keys + first;
    for (std::uint64_t i = 0; i < valid; ++i) {
      const Place to = place[digit(keys[i])]++;
      keys_to[to] = keys[i];
      if constexpr (Data::has_values) {
        values_to[to] = positions ? static_cast<value>(first + i) : arrays.values[first + i];
      }
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
