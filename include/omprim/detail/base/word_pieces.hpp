// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Values cut into pieces of 42 bits, so that a word can hold a piece and 22 bits that tell of what
/// it is. Words are read and written whole: a reader who finds the same tag in all words of a value
/// has all of it, without fences.
namespace omprim::inline OMPRIM_ABI::kernel {

inline constexpr int piece_bits = 42;
inline constexpr std::uint64_t piece_mask = (std::uint64_t{1} << piece_bits) - 1;
constexpr int pieces_of(int bits) { return (bits + piece_bits - 1) / piece_bits; }

/// Writes the low `width` bits of x, the others are 0, at bit `offset` of pieces that are 0 there.
OMPRIM_INLINE void put_bits(std::uint64_t* pieces, int offset, std::uint64_t x, int width) {
  const int first = offset / piece_bits;
  const int shift = offset % piece_bits;
  pieces[first] |= x << shift & piece_mask;
  if (shift + width > piece_bits) pieces[first + 1] |= x >> (piece_bits - shift) & piece_mask;
  if (shift + width > 2 * piece_bits) pieces[first + 2] |= x >> (2 * piece_bits - shift);
}
/// Reads `width` bits.
OMPRIM_INLINE std::uint64_t get_bits(const std::uint64_t* pieces, int offset, int width) {
  const int first = offset / piece_bits;
  const int shift = offset % piece_bits;
  std::uint64_t x = pieces[first] >> shift;
  if (shift + width > piece_bits) x |= pieces[first + 1] << (piece_bits - shift);
  if (shift + width > 2 * piece_bits) x |= pieces[first + 2] << (2 * piece_bits - shift);
  return width == 64 ? x : x & ((std::uint64_t{1} << width) - 1);
}

/// The bytes of a trivially copyable value, as bits of pieces from `offset` on.
template <class V>
OMPRIM_INLINE void put_value(std::uint64_t* pieces, int offset, const V& value) {
  constexpr int bytes = sizeof(V);
  const auto* const from = reinterpret_cast<const unsigned char*>(&value);
#pragma GCC unroll 2
  for (int i = 0; i < bytes; i += 8) {
    const int width = bytes - i < 8 ? bytes - i : 8;
    std::uint64_t x = 0;
    __builtin_memcpy(&x, from + i, static_cast<unsigned>(width));
    put_bits(pieces, offset + 8 * i, x, 8 * width);
  }
}
template <class V>
OMPRIM_INLINE V get_value(const std::uint64_t* pieces, int offset) {
  constexpr int bytes = sizeof(V);
  V value;
  auto* const to = reinterpret_cast<unsigned char*>(&value);
#pragma GCC unroll 2
  for (int i = 0; i < bytes; i += 8) {
    const int width = bytes - i < 8 ? bytes - i : 8;
    const std::uint64_t x = get_bits(pieces, offset + 8 * i, 8 * width);
    __builtin_memcpy(to + i, &x, static_cast<unsigned>(width));
  }
  return value;
}

/// How a type is cut: up to 16 bytes as they are; count 0: it is too large. Types with bits that
/// say nothing have a specialization.
template <class V>
struct word_pieces {
  static constexpr int count = sizeof(V) <= 16 ? pieces_of(8 * static_cast<int>(sizeof(V))) : 0;

  static OMPRIM_INLINE void cut(const V& value, std::uint64_t* pieces) {
    put_value(pieces, 0, value);
  }
  static OMPRIM_INLINE V join(const std::uint64_t* pieces) { return get_value<V>(pieces, 0); }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
