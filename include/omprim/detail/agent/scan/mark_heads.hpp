// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// Marks the heads of segments, given by offsets or by one length, in a bitmap, and checks the
/// offsets. The bitmap has one bit per element from the first element of the first segment on.
///
/// Phases:
///   (1) Zero the words.
///   (2) Set the bits. An item takes consecutive segments, and writes each word once, even if
///       several of its segments begin in the word.
/// For short inputs, one group does both in one launch.
///
/// Traffic beside the offsets: n / 8 bytes each way. Needs of the group: a barrier; of the device:
/// a bit per element, atomic or.
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

/// `Offsets` gives offset i as offsets[i]: a pointer, or multiples_of.
template <class Offsets, tuning t>
struct mark_heads {
  static constexpr int bits = 64;

  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {};

    std::uint64_t* words;
    std::uint64_t word_count;
    Offsets offsets;
    std::uint64_t segments;
    std::uint64_t n;
    marked_range* range;
    std::uint32_t zeroes;  ///< not 0: do phase 1
    std::uint32_t marks;   ///< not 0: do phase 2

    template <kernel::work_group Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
      if (zeroes != 0) zero(group);
      if (zeroes != 0 && marks != 0) group.barrier();
      if (marks != 0) mark(group);
    }

    template <class Group>
    OMPRIM_INLINE void zero(Group& group) const {
      const kernel::share share = tile_share_of<t>(group, word_count);
      for (std::uint64_t index = share.begin; index < share.end; ++index) {
        group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          std::uint64_t w = first_of<t>(index) + static_cast<std::uint64_t>(item.id);
          for (int i = 0; i < t.items_per_work_item && w < word_count; ++i) {
            words[w] = 0;
            w += static_cast<std::uint64_t>(t.work_group_size);
          }
        });
      }
    }

    template <class Group>
    OMPRIM_INLINE void mark(Group& group) const {
      constexpr auto run = static_cast<std::uint64_t>(t.items_per_work_item);
      const std::uint64_t base = offsets[0];
      const kernel::share share = tile_share_of<t>(group, segments);
      for (std::uint64_t index = share.begin; index < share.end; ++index) {
        group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          const std::uint64_t s = first_of<t>(index) + static_cast<std::uint64_t>(item.id) * run;
          mark_run(base, s, s + run < segments ? s + run : segments);
        });
      }
      if (group.id() != 0) return;
      group.single_item([&]() OMPRIM_INLINE_LAMBDA {
        range->first = base;
        range->last = offsets[segments];
        if (segments == 0 && base > n) report(0);
      });
    }

    OMPRIM_INLINE void mark_run(std::uint64_t base, std::uint64_t s, std::uint64_t end) const {
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
    /// Reports an invalid pair of offsets. If there are several, any one of them remains.
    OMPRIM_INLINE void report(std::uint64_t s) const {
      __atomic_store_n(&range->wrong, static_cast<std::int64_t>(s), __ATOMIC_RELAXED);
    }
  };

  /// `words` has at least one word, and a bit for each of n elements.
  template <class Backend>
  static marked_range run(Backend& backend, Offsets offsets, std::uint64_t segments,
                          std::uint64_t n, std::uint64_t* words, std::uint64_t word_count) {
    // One group takes no longer for up to this many tiles than a second launch would.
    constexpr std::uint64_t most_of_one_group = 4;
    auto* range = backend.template result<marked_range>();
    range->wrong = -1;
    const std::uint64_t resident = backend.resident_groups(t.work_group_size);
    const std::uint64_t zeroed = tiles_of<t>(word_count);
    const std::uint64_t marked = std::max<std::uint64_t>(tiles_of<t>(segments), 1);
    kernel_type all{words, word_count, offsets, segments, n, range, 1, 1};
    if (resident == 1 || (zeroed <= most_of_one_group && marked <= most_of_one_group)) {
      backend.launch(1, all);
      backend.record(1, 1, t.work_group_size, 0);
      return *range;
    }
    const std::uint64_t zero_groups = std::min(zeroed, resident);
    const std::uint64_t mark_groups = std::min(marked, resident);
    all.marks = 0;
    backend.launch(zero_groups, all);
    all.marks = 1;
    all.zeroes = 0;
    backend.launch(mark_groups, all);
    backend.record(2, zero_groups + mark_groups, (zero_groups + mark_groups) * t.work_group_size,
                   segments);
    return *range;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
