// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>

#include <omprim/detail/agent/sort/digit_look_back.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/tuning.hpp>

/// A tile of a radix sort where one thread runs the group: the keys change places in local memory,
/// which a second-level cache holds, and are then written in runs of equal digits.
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

  static OMPRIM_INLINE void move(Group& /*group*/, local_memory& local, const Data& arrays,
                                 const digit_look_back& look_back, const Digit& digit,
                                 const moved_tile& tile) {
    const std::uint64_t rest = arrays.size - tile.number * length;
    const std::uint64_t valid = rest < length ? rest : length;
    const std::uint64_t first = arrays.first + tile.number * length;
    const word* const keys = arrays.keys + first;
    std::uint32_t count[digits];
    count_digits_of(keys, valid, digit, count);
    for (std::uint32_t d = 0; d < digits; ++d) look_back.publish(tile.number, d, count[d]);
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
    const word* const keys = arrays.keys + first;
    for (std::uint64_t i = 0; i < valid; ++i) {
      const std::uint32_t to = place[digit(keys[i])]++;
      local.keys[to] = keys[i];
      if constexpr (Data::has_values) {
        local.values[to] = positions ? static_cast<value>(first + i) : arrays.values[first + i];
      }
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
