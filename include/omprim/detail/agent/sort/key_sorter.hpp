// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/native_keys.hpp>
#include <omprim/detail/agent/sort/network_sorter.hpp>
#include <omprim/detail/agent/sort/ordered_floats.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/simd/compress.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>

/// A sort of keys without values in one thread.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Whether keys are split by vectors. By four keys in a vector, digits take less time.
template <class Word, class Value>
inline constexpr bool splits_keys =
    sorts_by_networks<Value> && kernel::vector_bytes / sizeof(Word) >= 8;

/// Quicksort: splits keys by a pivot until a network sorts the parts in a first-level cache. All
/// bits are compared, and no key is NaN. A split takes some vectors at a time, from the end where
/// there is less room, and writes their lesser keys to the begin and the others to the end: one
/// branch for all of them.
/// Source: M. Blacher, J. Giesen, P. Sanders, J. Wassenberg, Vectorized and performance-portable
/// Quicksort, 2022.
template <class Word, bool is_floating>
class key_sorter {
 public:
  using network = network_sorter<Word, is_floating>;

  /// `memory` has room for the keys that a network sorts.
  key_sorter(const sorted_bits& bits, Word* memory)
      : native_(native::of(bits)), order_(order_of(bits)), network_(bits, memory) {}

  /// Sorts n keys in place.
  void sort(Word* keys, std::uint64_t n) const {
    constexpr int spare_levels = 2;
    sort_part(keys, n, static_cast<int>(std::bit_width(n / network::most)) + spare_levels);
  }

 private:
  using native = native_keys<Word, is_floating>;
  using number = typename native::number;
  using mask = kernel::same_size_signed<Word>;
  static constexpr int lanes = kernel::compress_lanes<Word>;
  static constexpr int packs_of_block = 8;
  static constexpr std::uint64_t block = packs_of_block * lanes;

  using order = std::conditional_t<is_floating, ordered_floats<Word>, kernel::integer_order<Word>>;
  static order order_of(const sorted_bits& bits) {
    if constexpr (is_floating) {
      return order::of(bits.descending);
    } else {
      return order::of(bits.kind, bits.descending);
    }
  }

  /// Keys that were split `levels` times have had bad pivots: there are such keys for each choice
  /// of samples. Their range is halved then, which ends after as many splits as a key has bits.
  void sort_part(Word* keys, std::uint64_t n, int levels,
                 std::uint64_t most = network::most) const {
    for (; n > most; --levels) {
      const pivot_choice pivot = levels > 0 ? median_of_sample(keys, n) : middle_of_range(keys, n);
      if (pivot.of_few) most = sort_policy::split_duplicates;
      std::uint64_t lesser = 0;
      if (pivot.may_be_least) {
        const split_result result = split<true>(keys, n, pivot.value);
        lesser = result.lesser;
        if (!result.has_below) {
          native_.order_zeros(keys, lesser);
          keys += lesser;
          n -= lesser;
          continue;
        }
        if (lesser == n) {  // no key is above the pivot, but some are below it
          lesser = split<false>(keys, n, pivot.value).lesser;
          native_.order_zeros(keys + lesser, n - lesser);
          n = lesser;
          continue;
        }
      } else {
        lesser = split<false>(keys, n, pivot.value).lesser;
      }
      sort_part(keys, lesser, levels - 1, most);
      keys += lesser;
      n -= lesser;
    }
    if (n != 0) network_.sort(keys, n, keys);
  }

  struct pivot_choice {
    number value;
    bool may_be_least;
    bool of_few;  ///< different keys: parts soon have equal keys only, and need no network
  };
  [[nodiscard]] pivot_choice median_of_sample(const Word* keys, std::uint64_t n) const {
    constexpr std::uint64_t most = 256;
    const std::uint64_t size = n < sort_policy::well_split_keys ? 64 : most;
    Word sample[most];
    std::uint64_t random = n;
    for (std::uint64_t i = 0; i < size; ++i) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      sample[i] = keys[((random >> 32) * n) >> 32];
    }
    network_.sort(sample, size, sample);
    std::uint64_t different = 1;
    for (std::uint64_t i = 1; i < size; ++i) different += sample[i] != sample[i - 1] ? 1 : 0;
    const number median = native_.template encode<1>(sample[size / 2]);
    return {median, native_.template encode<1>(sample[0]) == median, different <= size / 2};
  }

  /// A key is below it, or it is the least one.
  [[nodiscard]] pivot_choice middle_of_range(const Word* keys, std::uint64_t n) const {
    const auto range = key_range<Word>::of(keys, n, order_);
    const Word span = range.most - range.least;
    const number middle = number_at(static_cast<Word>(range.least + span / 2 + span % 2));
    return {middle, number_at(range.least) == middle, false};
  }
  [[nodiscard]] OMPRIM_INLINE number number_at(Word place) const {
    return native_.template encode<1>(order_.key_at(place));
  }

  struct split_result {
    std::uint64_t lesser;
    bool has_below;  ///< keys below the pivot; known only if equal ones are with the lesser ones
  };
  /// Where the next keys go, and which ones are lesser: those below the pivot, or not above it.
  template <bool equal_ones_too>
  struct split_state {
    native code;
    number pivot;
    Word* lower;
    Word* upper;
    kernel::pack<mask, lanes> below;

    OMPRIM_INLINE void take(const kernel::pack<Word, lanes>& keys) {
      const auto numbers = code.template encode<lanes>(keys);
      const auto pivots = kernel::broadcast<number, lanes>(pivot);
      kernel::pack<mask, lanes> chosen = numbers < pivots;
      if constexpr (equal_ones_too) {
        below |= chosen;
        chosen = numbers <= pivots;
      }
      const int count = kernel::split(lower, upper, keys, kernel::lane_bits<Word, lanes>(chosen));
      lower += count;
      upper -= lanes - count;
    }
    /// Takes keys for which there is just the room, from elsewhere. The ones that fill no vector
    /// are first, so that the rest is never less than a vector, nor between one and two.
    OMPRIM_INLINE void take_last(const Word* keys, std::uint64_t n) {
      const std::uint64_t rest = n % lanes;
      OMPRIM_KEEP_SCALAR
      for (std::uint64_t i = 0; i < rest; ++i) {
        const number key = code.template encode<1>(keys[i]);
        const bool is_below = key < pivot;
        if (is_below) below[0] = -1;
        if (is_below || (equal_ones_too && key == pivot)) {
          *lower++ = keys[i];
        } else {
          *--upper = keys[i];
        }
      }
      OMPRIM_KEEP_ROLLED
      for (std::uint64_t i = rest; i < n; i += lanes) {
        take(kernel::load_pack<lanes, false>(keys + i));
      }
    }
  };
  /// Moves the lesser keys before all others.
  template <bool equal_ones_too>
  [[nodiscard]] split_result split(Word* keys, std::uint64_t n, number pivot) const {
    // Room at both ends: a block each, and what fills none.
    const std::uint64_t at_end = block + n % block;
    Word moved[3 * block];
    std::copy_n(keys, block, moved);
    std::copy_n(keys + n - at_end, at_end, moved + block);
    const Word* left = keys + block;
    const Word* right = keys + n - at_end;
    split_state<equal_ones_too> state{native_, pivot, keys, keys + n, {}};
    while (left != right) {
      // A branch: a choice without one would wait for the counts of the block before.
      const Word* from = left;
      if (left - state.lower <= state.upper - right) {
        left += block;
      } else {
        right -= block;
        from = right;
      }
      kernel::pack<Word, lanes> packs[packs_of_block];
#pragma GCC unroll 8
      for (int i = 0; i < packs_of_block; ++i) {
        packs[i] = kernel::load_pack<lanes, false>(from + i * lanes);
      }
#pragma GCC unroll 8
      for (const auto& pack : packs) state.take(pack);
    }
    state.take_last(moved, block + at_end);
    return {static_cast<std::uint64_t>(state.lower - keys),
            kernel::any_lane<mask, lanes>(state.below)};
  }

  native native_;
  order order_;
  network network_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
