// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// The heads of segments, given by offsets or by one length, as a bitmap: one bit per element from
/// the first element of the first segment on. Offsets are checked.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The elements [first, last) that segments cover. `wrong` is -1, or the position of the first
/// offset of an invalid pair; in the latter case `first` and `last` have no meaning.
struct marked_range {
  std::uint64_t first;
  std::uint64_t last;
  std::int64_t wrong;
};

/// The offsets of segments of one length, computed instead of loaded.
struct multiples_of {
  std::uint64_t length;
  OMPRIM_INLINE std::uint64_t operator[](std::uint64_t i) const { return i * length; }
};

/// How groups make the bitmap: they zero its words, and then set its bits. `Offsets` gives offset i
/// as offsets[i]: a pointer, or multiples_of.
template <class Offsets>
struct head_marks {
  static constexpr int bits = 64;

  std::uint64_t* words;
  Offsets offsets;
  std::uint64_t segments;
  std::uint64_t n;  ///< the elements that segments may cover
  marked_range* range;

  /// The words that n elements need; at least one.
  static OMPRIM_INLINE std::uint64_t words_for(std::uint64_t n) { return n / bits + 1; }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t word_count() const { return words_for(n); }

  /// Zeroes part `part` of `parts`.
  template <tuning t, class Group>
  OMPRIM_INLINE void zero(Group& group, std::uint64_t part, std::uint64_t parts) const {
    const std::uint64_t count = word_count();
    const kernel::share share = kernel::share_of(tiles_of<t>(count), part, parts);
    for (std::uint64_t index = share.begin; index < share.end; ++index) {
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        std::uint64_t w = first_of<t>(index) + static_cast<std::uint64_t>(item.id);
        for (int i = 0; i < t.items_per_work_item && w < count; ++i) {
          words[w] = 0;
          w += static_cast<std::uint64_t>(t.work_group_size);
        }
      });
    }
  }

  /// Sets the bits of part `part` of `parts`. An item takes consecutive segments, and writes each
  /// word once, even if several of its segments begin in the word. Calls report(s) for segments s
  /// with an invalid pair of offsets.
  template <tuning t, class Group, class Report>
  OMPRIM_INLINE void mark(Group& group, std::uint64_t part, std::uint64_t parts,
                          const Report& report) const {
    constexpr auto run = static_cast<std::uint64_t>(t.items_per_work_item);
    const std::uint64_t base = offsets[0];
    const kernel::share share = kernel::share_of(tiles_of<t>(segments), part, parts);
    for (std::uint64_t index = share.begin; index < share.end; ++index) {
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        const std::uint64_t s = first_of<t>(index) + static_cast<std::uint64_t>(item.id) * run;
        mark_run(base, s, s + run < segments ? s + run : segments, report);
      });
    }
    if (part != 0) return;
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      range->first = base;
      range->last = offsets[segments];
      if (segments == 0 && base > n) report(0);
    });
  }

  /// Notes an invalid pair of offsets. If there are several, any one of them remains.
  OMPRIM_INLINE void note_wrong(std::uint64_t s) const {
    __atomic_store_n(&range->wrong, static_cast<std::int64_t>(s), __ATOMIC_RELAXED);
  }

 private:
  template <class Report>
  OMPRIM_INLINE void mark_run(std::uint64_t base, std::uint64_t s, std::uint64_t end,
                              const Report& report) const {
    if (s >= end) return;
    std::uint64_t word = 0;
    std::uint64_t mask = 0;
    std::uint64_t begin = offsets[s];
    for (; s < end; ++s) {
      const std::uint64_t next = offsets[s + 1];
      if (begin < base || next < begin || next > n) {
        report(s);
      } else if (begin < next) {  // an empty segment has no head
        const std::uint64_t bit = begin - base;
        if (bit / bits != word) {
          set(word, mask);
          word = bit / bits;
          mask = 0;
        }
        mask |= std::uint64_t(1) << (bit % bits);
      }
      begin = next;
    }
    set(word, mask);
  }
  OMPRIM_INLINE void set(std::uint64_t word, std::uint64_t mask) const {
    if (mask != 0) __atomic_fetch_or(words + word, mask, __ATOMIC_RELAXED);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
