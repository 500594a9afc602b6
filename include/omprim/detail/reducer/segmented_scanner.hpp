// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/word_pieces.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Segmented scans: the head flags of segments, and a scanner that makes any other scanner
/// (reducer/scanner.hpp) start again at each head.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Head flags: a byte or a bit for each element. `shift` and `mask` describe the form, so that one
/// kernel reads both forms without a branch.
struct segment_heads {
  const unsigned char* flags;
  std::uint32_t shift;  ///< log2 of the elements per byte: 0 or 3
  std::uint32_t mask;   ///< the bits of one element in its byte

  OMPRIM_INLINE bool operator[](std::uint64_t i) const {
    const std::uint32_t within = static_cast<std::uint32_t>(i) & ((1U << shift) - 1);
    return (static_cast<std::uint32_t>(flags[i >> shift]) >> within & mask) != 0;
  }

  [[nodiscard]] OMPRIM_INLINE bool by_bits() const { return shift != 0; }

  /// A bit for each of N <= 16 elements from i on; i is a multiple of N. Bits are read 2 aligned
  /// bytes at a time.
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

  /// One bit for each of eight bytes: set if the byte is not 0.
  static OMPRIM_INLINE std::uint32_t bits_of_word(std::uint64_t bytes) {
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
    // Sets the top bit of each byte that is not 0, then moves these bits side by side.
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

/// `bytes` has one byte for each element; not 0 marks a head.
inline segment_heads heads_of_bytes(const unsigned char* bytes) { return {bytes, 0, 0xff}; }
/// Bit i % 64 of word i / 64 is the head flag of element i.
inline segment_heads heads_of_bits(const std::uint64_t* words) {
  return {reinterpret_cast<const unsigned char*>(words), 3, 1};
}

/// A combination of consecutive elements and a head flag, set if a segment begins among them.
///   head == 0   Combined with its prefix, the value includes the initial value of its segment.
///   head != 0   The value never includes the initial value; segmented_scanner::finish() adds it.
template <class A>
struct flagged_value {
  // As wide as the alignment of the value, so there is no padding, which shuffles would move, too.
  using flag = std::conditional_t<
      alignof(A) >= 8, std::uint64_t,
      std::conditional_t<alignof(A) == 4, std::uint32_t,
                         std::conditional_t<alignof(A) == 2, std::uint16_t, std::uint8_t>>>;
  A value;
  flag head;

  [[nodiscard]] OMPRIM_INLINE bool hides_earlier() const { return head != 0; }
};

template <class A>
  requires(sizeof(A) <= 8)
struct word_pieces<flagged_value<A>> {
  static constexpr int bits = 8 * static_cast<int>(sizeof(A));
  static constexpr int count = pieces_of(bits + 1);

  static OMPRIM_INLINE void cut(const flagged_value<A>& x, std::uint64_t* pieces) {
    put_value(pieces, 0, x.value);
    put_bits(pieces, bits, x.head != 0 ? 1 : 0, 1);
  }
  static OMPRIM_INLINE flagged_value<A> join(const std::uint64_t* pieces) {
    using flag = typename flagged_value<A>::flag;
    return {get_value<A>(pieces, 0), static_cast<flag>(get_bits(pieces, bits, 1))};
  }
};

/// The segmented form of another scanner: a head discards everything combined before it.
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
  static OMPRIM_INLINE accumulator combine(const accumulator& a, const accumulator& b) {
    if (b.head != 0) return b;
    return {Scanner::combine(a.value, b.value), a.head};
  }
  /// The output, given the initial value of every segment.
  static OMPRIM_INLINE output finish(const accumulator& initial, const accumulator& scanned) {
    if (scanned.head == 0) return Scanner::template lower<1>(scanned.value);
    return Scanner::template lower<1>(Scanner::combine(initial.value, scanned.value));
  }
};

/// The input of a segmented scan: elements with their head flags.
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
