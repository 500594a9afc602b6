// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/merge/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/group/local_copy.hpp>
#endif

/// The keys that a tile takes from an input.
namespace omprim::inline OMPRIM_ABI::strategy {

/// One input's keys of a tile, and its next key. They are copied in chunks of 16 bytes, with the
/// keys around them that share these bytes.
template <class Word>
struct tile_part {
  static constexpr int wide = 16 / static_cast<int>(sizeof(Word));

  const Word* first_chunk;
  int chunks;
  int lead;       ///< keys of the first chunk that are not of the part
  int count;      ///< keys of the part
  bool is_last;   ///< the input has no next key
  bool is_whole;  ///< all chunks are of the input

  /// The next `count` of n keys, behind the first `before`.
  static OMPRIM_INLINE tile_part of(const Word* keys, std::uint64_t n, std::uint64_t before,
                                    int count) {
    const Word* const first = keys + before;
    const std::uint64_t left = n - before;
    const bool is_last = left == static_cast<unsigned>(count);
    const unsigned copied = static_cast<unsigned>(count) + (is_last ? 0 : 1);
    // A part without chunks has no place in local memory.
    const auto lead = copied == 0 ? 0U : first_lane(first);
    const unsigned chunks = (lead + copied + wide - 1) / wide;
    return {first - lead,
            static_cast<int>(chunks),
            static_cast<int>(lead),
            count,
            is_last,
            lead <= before && chunks * wide <= left + lead};
  }
  static OMPRIM_INLINE unsigned first_lane(const Word* key) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(key) / sizeof(Word) % wide);
  }
  [[nodiscard]] OMPRIM_INLINE int copied() const { return count + (is_last ? 0 : 1); }
  /// The number of the part's first key in its input.
  [[nodiscard]] OMPRIM_INLINE std::ptrdiff_t before(const Word* keys) const {
    return first_chunk - keys + lead;
  }
};

#if OMPRIM_SIMT
/// Begins to copy the keys of two parts, the chunks of b behind those of a.
template <class Group, class Word>
OMPRIM_INLINE void start_copies(const Group& group, Word* to, const tile_part<Word> a,
                                const tile_part<Word> b) {
  constexpr int wide = tile_part<Word>::wide;
  const int item = kernel::detail::opaque(group.this_item().id);
  const Word* const of_b = b.first_chunk - a.chunks * wide;
  const int end = a.chunks + (b.is_whole ? b.chunks : 0);
  OMPRIM_KEEP_ROLLED
  for (int c = item + (a.is_whole ? 0 : a.chunks); c < end; c += Group::size) {
    kernel::detail::start_local_copy<16>(to + c * wide,
                                         (c < a.chunks ? a.first_chunk : of_b) + c * wide);
  }
  const auto start_keys = [&](Word* local, const tile_part<Word>& part) OMPRIM_INLINE_LAMBDA {
    OMPRIM_KEEP_ROLLED
    for (int i = item; i < part.copied(); i += Group::size) {
      kernel::start_local_copy(local + part.lead + i, part.first_chunk + part.lead + i);
    }
  };
  if (!a.is_whole) start_keys(to, a);
  if (!b.is_whole) start_keys(to + a.chunks * wide, b);
}
#endif

}  // namespace omprim::inline OMPRIM_ABI::strategy
