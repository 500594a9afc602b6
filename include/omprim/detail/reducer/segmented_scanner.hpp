// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Scans of segments: where segments begin, and how any scanner (reducer/scanner.hpp) starts anew
/// there.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Whether a segment begins at an element: a byte or a bit for each. Numbers tell the two forms
/// apart, so that one kernel reads both without a branch.
struct segment_heads {
  const unsigned char* flags;
  std::uint32_t shift;  ///< log2 of the elements per byte: 0 or 3
  std::uint32_t mask;   ///< what one element has in its byte

  OMPRIM_INLINE bool operator[](std::uint64_t i) const {
    const std::uint32_t within = static_cast<std::uint32_t>(i) & ((1U << shift) - 1);
    return (static_cast<std::uint32_t>(flags[i >> shift]) >> within & mask) != 0;
  }

  [[nodiscard]] OMPRIM_INLINE bool by_bits() const { return shift != 0; }

  /// A bit for each of N <= 16 elements from i on, a multiple of N. Bits are read by 2 aligned
  /// bytes.
  template <int N>
  [[nodiscard]] OMPRIM_INLINE std::uint32_t bits(std::uint64_t i) const {
    static_assert(N <= 16);
    if (by_bits()) {
      std::uint16_t word;
      __builtin_memcpy(&word, __builtin_assume_aligned(flags + i / 16 * 2, 2), sizeof(word));
      return std::uint32_t{word} >> (i % 16) & ((1U << N) - 1);
    }
    return bits_of_bytes<N>(flags + i);
  }

  /// A bit for each of eight bytes, whether it is not 0.
  static OMPRIM_INLINE std::uint32_t bits_of_word(std::uint64_t bytes) {
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
    // The top bit of each byte that is not 0, then all of them side by side.
    const std::uint64_t set = (((bytes & low) + low) | bytes) & ~low;
    return static_cast<std::uint32_t>((set >> 7) * 0x0102040810204080 >> 56);
  }

 private:
  template <int N>
  static OMPRIM_INLINE std::uint32_t bits_of_bytes(const unsigned char* bytes) {
    if constexpr (N > 8) {
      return bits_of_bytes<N / 2>(bytes) | bits_of_bytes<N / 2>(bytes + N / 2) << (N / 2);
    } else {
      std::uint64_t word = 0;
      __builtin_memcpy(&word, bytes, N);
      return bits_of_word(word);
    }
  }
};

/// `bytes` has one for each element.
inline segment_heads heads_of_bytes(const unsigned char* bytes) { return {bytes, 0, 0xff}; }
/// Bit i % 64 of word i / 64 for element i.
inline segment_heads heads_of_bits(const std::uint64_t* words) {
  return {reinterpret_cast<const unsigned char*>(words), 3, 1};
}

/// A combination of elements, and whether a segment begins among them. If not, it includes the
/// initial value of its segment once it is combined with all that stands before; else never.
template <class A>
struct flagged_value {
  // As wide as the value is aligned: no padding, which would travel through shuffles.
  using flag = std::conditional_t<
      alignof(A) >= 8, std::uint64_t,
      std::conditional_t<alignof(A) == 4, std::uint32_t,
                         std::conditional_t<alignof(A) == 2, std::uint16_t, std::uint8_t>>>;
  A value;
  flag head;
};

/// The scan of segments by another scanner: a head forgets what stood before it.
template <class Scanner>
struct segmented_scanner {
  using base = Scanner;
  using accumulator = flagged_value<typename Scanner::accumulator>;
  using element = accumulator;
  using output = typename Scanner::output;
  template <int N>
  using vector = std::conditional_t<N == 1, accumulator, void>;
  static constexpr bool commutes = false;
  static constexpr bool segmented = true;

  template <int N>
  static OMPRIM_INLINE accumulator identity() {
    return {Scanner::template identity<1>(), 0};
  }
  template <int N>
  static OMPRIM_INLINE accumulator lift(const element& x, std::uint64_t /*index*/) {
    return x;
  }
  template <int N>
  static OMPRIM_INLINE accumulator combine(const accumulator& a, const accumulator& b) {
    if (b.head != 0) return b;
    return {Scanner::template combine<1>(a.value, b.value), a.head};
  }
  /// The output, given what stands before every segment.
  static OMPRIM_INLINE output finish(const accumulator& initial, const accumulator& scanned) {
    if (scanned.head == 0) return Scanner::template lower<1>(scanned.value);
    return Scanner::template lower<1>(Scanner::template combine<1>(initial.value, scanned.value));
  }
};

/// The elements of segments.
template <class Scanner>
struct segmented_input {
  const typename Scanner::element* values;
  segment_heads heads;

  OMPRIM_INLINE flagged_value<typename Scanner::accumulator> operator[](std::uint64_t i) const {
    using flag = typename flagged_value<typename Scanner::accumulator>::flag;
    return {Scanner::template lift<1>(values[i], i), static_cast<flag>(heads[i] ? 1 : 0)};
  }
  [[nodiscard]] OMPRIM_INLINE bool begins_at(std::uint64_t i) const { return heads[i]; }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
