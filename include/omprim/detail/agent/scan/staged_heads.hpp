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
    // All loads at once, while the values are on their way.
    std::uint32_t bits[words_of_item]{};
    if (from.by_bits()) {
      for_each_word(lane, [&](int k, int place) OMPRIM_INLINE_LAMBDA {
        if (place < count) bits[k] = from.bits<per_word>(first + static_cast<std::uint64_t>(place));
      });
    } else if (count == length && is_aligned(from.flags + first)) {
      pack<std::uint64_t, 2> bytes[words_of_item]{};
      for_each_word(lane, [&](int k, int place) OMPRIM_INLINE_LAMBDA {
        bytes[k] =
            load_pack<2, true>(reinterpret_cast<const std::uint64_t*>(from.flags + first + place));
      });
#pragma GCC unroll 16
      for (int k = 0; k < words_of_item; ++k) {
        bits[k] = segment_heads::bits_of_word(bytes[k][0]) |
                  segment_heads::bits_of_word(bytes[k][1]) << 8;
      }
    } else {
      for_each_word(lane, [&](int k, int place) OMPRIM_INLINE_LAMBDA {
        bits[k] = bits_of_bytes(from, first, count, place);
      });
    }
    if (first_is_head && first == 0 && lane == 0 && count != 0) bits[0] |= 1U;
    found all{-1, 0};
#pragma GCC unroll 16
    for (int k = 0; k < words_of_item; ++k) {
      if (has_word(k, lane)) there.bits[k * width + lane] = static_cast<word>(bits[k]);
      all.mine += static_cast<unsigned>(__builtin_popcount(bits[k]));
      const int owner = highest(static_cast<mask>(detail::ballot<size>(bits[k] != 0)));
      const auto last = static_cast<mask>(detail::shuffle<size>(bits[k], owner));
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
  /// f(k, place) for the words of an item, each with the place of its first element.
  template <class Function>
  static OMPRIM_INLINE void for_each_word(int lane, Function&& f) {
#pragma GCC unroll 16
    for (int k = 0; k < words_of_item; ++k) {
      if (has_word(k, lane)) f(k, (k * width + lane) * per_word);
    }
  }
  static OMPRIM_INLINE bool is_aligned(const unsigned char* flags) {
    return reinterpret_cast<std::uintptr_t>(flags) % per_word == 0;
  }
  /// The flags of 16 elements, of which those before `count` exist.
  static OMPRIM_INLINE std::uint32_t bits_of_bytes(const segment_heads& from, std::uint64_t first,
                                                   int count, int place) {
    std::uint32_t bits = 0;
#pragma GCC unroll 16
    for (int i = 0; i < per_word; ++i) {
      const bool is_head = place + i < count && from[first + static_cast<std::uint64_t>(place + i)];
      bits |= (is_head ? 1U : 0U) << i;
    }
    return bits;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
