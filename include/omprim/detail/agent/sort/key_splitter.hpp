// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/sort/native_keys.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/compress.hpp>
#include <omprim/detail/simd/fetch_ahead.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/policy.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Where keys are split.
template <class Splitter>
struct key_pivot {
  typename Splitter::number value;
  bool may_be_least;  ///< else some keys are below it
};

/// Splits keys in place by a pivot. None is NaN, and all bits are compared. Some vectors are taken
/// at a time, from the end where there is less room; their lesser keys go to the begin, the others
/// to the end: one branch for all of them.
/// Source: M. Blacher, J. Giesen, P. Sanders, J. Wassenberg, Vectorized and performance-portable
/// Quicksort, 2022.
template <class Word, bool is_floating>
class key_splitter {
 public:
  using native = native_keys<Word, is_floating>;
  using number = typename native::number;
  static constexpr int lanes = kernel::compress_lanes<Word>;
  static constexpr int packs_of_block = 8;
  static constexpr std::uint64_t block = std::uint64_t{packs_of_block} * lanes;
  static constexpr std::uint64_t least = 2 * block;  ///< the fewest keys that are split

  explicit key_splitter(const sorted_bits& bits) : native_(native::of(bits)) {}

  [[nodiscard]] OMPRIM_INLINE number number_of(Word key) const {
    return native_.template encode<1>(key);
  }
  /// Puts -0 before +0 among n sorted keys.
  OMPRIM_INLINE void order_zeros(Word* keys, std::uint64_t n) const {
    native_.order_zeros(keys, n);
  }

  struct result {
    std::uint64_t lesser;
    bool has_below;  ///< keys below the pivot; known only if equal ones are with the lesser ones
  };
  /// Moves the lesser of n keys, `least` or more, before all others.
  template <bool equal_ones_too>
  [[nodiscard]] result split(Word* keys, std::uint64_t n, number pivot) const {
    // Room at both ends: a block each, and what fills none.
    const std::uint64_t at_end = block + n % block;
    Word moved[3 * block];
    std::copy_n(keys, block, moved);
    std::copy_n(keys + n - at_end, at_end, moved + block);
    const Word* left = keys + block;
    const Word* right = keys + n - at_end;
    split_state<equal_ones_too> state{native_, pivot, keys, keys + n, {}};
    const std::uint64_t ahead = fetched_ahead(n);
    while (left != right) {
      const Word* from = left;
      if (left - state.lower <= state.upper - right) {
        left += block;
        kernel::fetch_ahead<block_bytes>(left, ahead);
      } else {
        right -= block;
        from = right;
        kernel::fetch_behind<block_bytes>(right, ahead);
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

 private:
  using mask = kernel::same_size_signed<Word>;
  static constexpr int block_bytes = packs_of_block * lanes * static_cast<int>(sizeof(Word));

  static OMPRIM_INLINE std::uint64_t fetched_ahead(std::uint64_t n) {
    const bool is_far = n * sizeof(Word) > sort_policy::fetched_split_bytes;
    return is_far ? kernel::vector_fetch_policy::bytes_ahead() : 0;
  }

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

  native native_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
