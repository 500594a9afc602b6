// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/detail/reducer/segmented_scanner.hpp>
#include <omprim/detail/simd/pack.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// The head flags of `length` consecutive elements, staged in local memory by a sub-group of
/// `width` items: a bit for each, in words of 16 bits. An item stages the words lane + k * width.
/// With `first_is_head`, the first element of all is a head, whatever its flag.
template <int size, int width, int length, bool first_is_head>
class staged_heads {
  using word = std::uint16_t;
  using mask = detail::lane_mask;
  static constexpr int per_word = 16;
  static constexpr int words = length / per_word;
  static constexpr int words_of_item = (words + width - 1) / width;
  static_assert(length % per_word == 0 && width % per_word == 0);

 public:
  struct memory {
    word bits[words];
  };
  struct found {
    int last;       ///< the position of the last head, or -1
    unsigned mine;  ///< the number of heads in the words of this item
  };

  /// Stages the flags of the elements [first, first + count); the others have none. All lanes may
  /// read them after the next barrier of the sub-group.
  static OMPRIM_INLINE found stage(memory& there, const segment_heads& from, std::uint64_t first,
                                   int count, int lane) {
    const bool by_packs = count == length && !from.by_bits() && is_aligned(from.flags + first);
    pack<std::uint64_t, 2> bytes[words_of_item]{};
    if (by_packs) {  // all loads at once, while the values are on their way
#pragma GCC unroll 16
      for (int k = 0; k < words_of_item; ++k) {
        if (has_word(k, lane)) {
          bytes[k] = load_pack<2, true>(
              reinterpret_cast<const std::uint64_t*>(from.flags + first + place_of(k, lane)));
        }
      }
    }
    found all{-1, 0};
#pragma GCC unroll 16
    for (int k = 0; k < words_of_item; ++k) {
      std::uint32_t bits = 0;
      if (has_word(k, lane)) {
        bits = by_packs ? segment_heads::bits_of_word(bytes[k][0]) |
                              segment_heads::bits_of_word(bytes[k][1]) << 8
                        : find(from, first, count, place_of(k, lane));
        if (first_is_head && k == 0 && lane == 0 && first == 0 && count != 0) bits |= 1U;
        there.bits[k * width + lane] = static_cast<word>(bits);
      }
      all.mine += static_cast<unsigned>(__builtin_popcount(bits));
      const int owner = highest(static_cast<mask>(detail::ballot<size>(bits != 0)));
      const auto last = static_cast<mask>(detail::shuffle<size>(bits, owner));
      if (owner >= 0) all.last = (k * width + owner) * per_word + highest(last);
    }
    return all;
  }

  /// The flags of `count` elements, from one whose position is a multiple of `count`, which divides
  /// 16.
  template <int count>
  static OMPRIM_INLINE unsigned at(const memory& there, int position) {
    static_assert(per_word % count == 0);
    return unsigned{there.bits[position / per_word]} >> (position % per_word) & ((1U << count) - 1);
  }

  /// The highest bit that is set, or -1.
  static OMPRIM_INLINE int highest(mask bits) {
    return bits == 0 ? -1 : 63 - __builtin_clzll(static_cast<std::uint64_t>(bits));
  }

 private:
  static OMPRIM_INLINE bool has_word(int k, int lane) {
    return (k + 1) * width <= words || k * width + lane < words;
  }
  static OMPRIM_INLINE int place_of(int k, int lane) { return (k * width + lane) * per_word; }
  static OMPRIM_INLINE bool is_aligned(const unsigned char* flags) {
    return reinterpret_cast<std::uintptr_t>(flags) % per_word == 0;
  }
  /// One word of flags; 0 past the end of the input.
  static OMPRIM_INLINE std::uint32_t find(const segment_heads& from, std::uint64_t first, int count,
                                          int place) {
    const std::uint64_t index = first + static_cast<std::uint64_t>(place);
    if (from.by_bits()) return place < count ? from.bits<per_word>(index) : 0;
    std::uint32_t bits = 0;
#pragma GCC unroll 16
    for (int i = 0; i < per_word; ++i) {
      const bool is_head = place + i < count && from[index + static_cast<std::uint64_t>(i)];
      bits |= (is_head ? 1U : 0U) << i;
    }
    return bits;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
