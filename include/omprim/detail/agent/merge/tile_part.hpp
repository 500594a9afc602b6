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

/// One input's keys of a tile, and its next key. They are copied in chunks of 16 bytes, to places
/// that have the same place in a line of 128 bytes: copies of neighbouring items then take the
/// fewest passes through local memory.
template <class Word>
struct tile_part {
  static constexpr int wide = 16 / static_cast<int>(sizeof(Word));  ///< keys of a chunk
  static constexpr int line = 128 / static_cast<int>(sizeof(Word));

  const Word* first_line;
  int lines;      ///< in local memory
  int lead;       ///< keys of the first line that are not of the part
  int count;      ///< keys of the part
  bool is_last;   ///< the input has no next key
  bool is_whole;  ///< all of its chunks are of the input

  /// The next `count` of n keys, behind the first `before`.
  static OMPRIM_INLINE tile_part of(const Word* keys, std::uint64_t n, std::uint64_t before,
                                    int count) {
    const Word* const first = keys + before;
    const std::uint64_t left = n - before;
    const bool is_last = left == static_cast<unsigned>(count);
    const unsigned copied = static_cast<unsigned>(count) + (is_last ? 0 : 1);
    // A part without keys has no place in local memory.
    const unsigned lead = copied == 0 ? 0 : key_of_line(first);
    return {first - lead,
            static_cast<int>((lead + copied + line - 1) / line),
            static_cast<int>(lead),
            count,
            is_last,
            lead % wide <= before && copied + (0 - lead - copied) % wide <= left};
  }
  [[nodiscard]] OMPRIM_INLINE int copied() const { return count + (is_last ? 0 : 1); }
  /// The chunks to copy, from the first line on.
  [[nodiscard]] OMPRIM_INLINE int first_chunk() const { return lead / wide; }
  [[nodiscard]] OMPRIM_INLINE int end_chunk() const { return (lead + copied() + wide - 1) / wide; }
  /// The number of the part's first key in its input.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t before(const Word* keys) const {
    return static_cast<std::uint64_t>(first_line + lead - keys);
  }

 private:
  static OMPRIM_INLINE unsigned key_of_line(const Word* key) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(key) / sizeof(Word) % line);
  }
};

#if OMPRIM_SIMT
/// Begins to copy the keys of two parts. The lines of b follow the lines of a.
template <class Group, class Word>
OMPRIM_INLINE void start_copies(const Group& group, Word* to, const tile_part<Word> a,
                                const tile_part<Word> b) {
  constexpr int wide = tile_part<Word>::wide;
  constexpr int line = tile_part<Word>::line;
  const int item = kernel::detail::opaque(group.this_item().id);
  const int chunks_of_a = a.lines * (line / wide);
  const int end_of_a = a.is_whole ? a.end_chunk() : 0;
  const int first_of_b = chunks_of_a + b.first_chunk();
  const int end = b.is_whole ? chunks_of_a + b.end_chunk() : end_of_a;
  OMPRIM_KEEP_ROLLED
  for (int c = item; c < end; c += Group::size) {
    const bool is_of_a = c < chunks_of_a;
    if (is_of_a ? c >= a.first_chunk() && c < end_of_a : c >= first_of_b) {
      const int key = (is_of_a ? c : c - chunks_of_a) * wide;
      kernel::detail::start_local_copy<16>(to + c * wide,
                                           (is_of_a ? a.first_line : b.first_line) + key);
    }
  }
  const auto start_keys = [&](Word* local, const tile_part<Word>& part) OMPRIM_INLINE_LAMBDA {
    OMPRIM_KEEP_ROLLED
    for (int i = item; i < part.copied(); i += Group::size) {
      kernel::start_local_copy(local + part.lead + i, part.first_line + part.lead + i);
    }
  };
  if (!a.is_whole) start_keys(to, a);
  if (!b.is_whole) start_keys(to + a.lines * line, b);
}
#endif

}  // namespace omprim::inline OMPRIM_ABI::strategy
