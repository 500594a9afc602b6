// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/segmentation.hpp>
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

/// Where segments begin.
struct segment_begins {
  union {
    const void* offsets;
    std::uint64_t length;
  };
  std::uint32_t offset_bytes;  ///< 4 or 8; 0: segments have one length

  static segment_begins of(const segmentation& segments) {
    segment_begins begins{};
    if (form_of(segments) == segment_form::length) {
      begins.length = segments.length;
    } else {
      begins.offsets = segments.offsets;
      begins.offset_bytes = static_cast<std::uint32_t>(segments.offset_bytes);
    }
    return begins;
  }
  /// Calls f with what gives offset i as offsets[i]: a pointer, or multiples_of.
  template <class Function>
  OMPRIM_INLINE void visit(Function&& f) const {
    if (offset_bytes == sizeof(std::uint32_t)) {
      f(static_cast<const std::uint32_t*>(offsets));
    } else if (offset_bytes == sizeof(std::uint64_t)) {
      f(static_cast<const std::uint64_t*>(offsets));
    } else {
      f(multiples_of{length});
    }
  }
};

/// How groups make the bitmap: they zero its words, and then set its bits.
struct head_marks {
  static constexpr int bits = 64;

  std::uint64_t* words;
  segment_begins begins;
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
    const kernel::share share = kernel::share_of(tiles_of<t>(segments), part, parts);
    begins.visit([&](const auto& offsets) OMPRIM_INLINE_LAMBDA {
      mark_share<t>(group, share, offsets, report);
      if (part != 0) return;
      group.single_item([&]() OMPRIM_INLINE_LAMBDA {
        range->first = offsets[0];
        range->last = offsets[segments];
        if (segments == 0 && offsets[0] > n) report(0);
      });
    });
  }

  /// Notes an invalid pair of offsets. If there are several, any one of them remains.
  OMPRIM_INLINE void note_wrong(std::uint64_t s) const {
    __atomic_store_n(&range->wrong, static_cast<std::int64_t>(s), __ATOMIC_RELAXED);
  }

 private:
  template <tuning t, class Group, class Offsets, class Report>
  OMPRIM_INLINE void mark_share(Group& group, const kernel::share& share, const Offsets& offsets,
                                const Report& report) const {
    constexpr auto run = static_cast<std::uint64_t>(t.items_per_work_item);
    for (std::uint64_t index = share.begin; index < share.end; ++index) {
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        const std::uint64_t s = first_of<t>(index) + static_cast<std::uint64_t>(item.id) * run;
        mark_run(offsets, s, s + run < segments ? s + run : segments, report);
      });
    }
  }
  template <class Offsets, class Report>
  OMPRIM_INLINE void mark_run(const Offsets& offsets, std::uint64_t s, std::uint64_t end,
                              const Report& report) const {
    if (s >= end) return;
    const std::uint64_t base = offsets[0];
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
