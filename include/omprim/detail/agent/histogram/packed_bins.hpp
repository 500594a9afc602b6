// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/histogram/count_share.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/bins.hpp>
#include <omprim/tuning.hpp>

/// Histograms in local memory, two counts in a word: of twice as many bins as by local_bins.hpp.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Counts of 16 bits in local memory. Bin i shares a word with bin i + words(): neighbours, which
/// are often frequent together, are in different words.
class packed_counts {
 public:
  /// Counts of this many elements or more are large.
  static constexpr std::uint32_t large = 1U << 13U;
  /// Elements that still fit into any count that is not large.
  static constexpr int room = (1 << 16) - static_cast<int>(large);

  /// Of `bins` bins, whose counts move to `totals`.
  OMPRIM_INLINE packed_counts(std::uint32_t* memory, std::int64_t* totals, std::uint32_t bins)
      : memory_(memory), totals_(totals), bins_(bins), words_((bins + 1) / 2) {}

  [[nodiscard]] OMPRIM_INLINE int words() const { return static_cast<int>(words_); }
  OMPRIM_INLINE void clear(int word) const { memory_[word] = 0; }

  /// Counts fewer than 2^16 elements, while other items count.
  OMPRIM_INLINE void add(std::uint32_t bin, std::uint32_t times) const {
    kernel::add_atomically(memory_[word_of(bin)], is_upper(bin) ? times << 16U : times);
  }
  /// Counts an element, while nobody else counts. A full count moves to the totals.
  OMPRIM_INLINE void add_alone(std::uint32_t bin) const {
    const std::uint32_t word = word_of(bin);
    memory_[word] += is_upper(bin) ? 1U << 16U : 1U;
    const std::uint32_t now = is_upper(bin) ? memory_[word] >> 16U : memory_[word] & 0xffffU;
    if (now == 0xffffU) move(static_cast<int>(word));
  }

  /// Moves the counts of a word to the totals if one of them is large.
  OMPRIM_INLINE void move_if_large(int word) const {
    constexpr std::uint32_t large_bits = ((1U << 16U) - large) * 0x10001U;
    if ((memory_[word] & large_bits) != 0) move(word);
  }
  /// Moves the counts of a word to the totals.
  OMPRIM_INLINE void move(int word) const {
    for_each_bin(word, [&](std::uint32_t bin, std::uint32_t count) OMPRIM_INLINE_LAMBDA {
      if (count != 0) kernel::add_atomically(totals_[bin], std::int64_t{count});
    });
    clear(word);
  }
  /// Writes the counts of a word in place of the totals.
  OMPRIM_INLINE void write(int word) const {
    for_each_bin(word, [&](std::uint32_t bin, std::uint32_t count)
                           OMPRIM_INLINE_LAMBDA { totals_[bin] = count; });
  }

 private:
  [[nodiscard]] OMPRIM_INLINE bool is_upper(std::uint32_t bin) const { return bin >= words_; }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t word_of(std::uint32_t bin) const {
    return is_upper(bin) ? bin - words_ : bin;
  }
  template <class Use>
  OMPRIM_INLINE void for_each_bin(int word, Use&& use) const {
    const std::uint32_t counts = memory_[word];
    const auto bin = static_cast<std::uint32_t>(word);
    use(bin, counts & 0xffffU);
    if (bin + words_ < bins_) use(bin + words_, counts >> 16U);
  }

  std::uint32_t* memory_;
  std::int64_t* totals_;
  std::uint32_t bins_;
  std::uint32_t words_;
};

/// Each group counts its share in local memory, which has `words`, and adds the counts to the
/// totals: large ones every few tiles, before they could need more than 16 bits.
template <class Bins, tuning t, std::uint32_t words, class Source>
struct alignas(8) histogram_in_packed_bins {
  static_assert(kernel::bins<Bins>);
  static constexpr int work_group_size = t.work_group_size;
  /// Tiles from one search for large counts to the next. After the last one, there is room for the
  /// elements outside of tiles, too, which are fewer than two tiles.
  static constexpr int tiles_between = packed_counts::room / t.tile() - 1;
  static_assert(tiles_between > 0);
  /// Fewer elements need no search.
  static constexpr auto searched_elements = static_cast<std::uint64_t>(tiles_between * t.tile());

  template <class Group>
  struct local_memory {
    std::uint32_t count[words];
  };

  Source source;
  Bins bins;
  std::int64_t* totals;  ///< 0 at the beginning, if groups add to them
  std::uint32_t slice;   ///< the bins of a group
  bool adds;             ///< to the totals; else a group has all elements, and writes them

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const auto share = share_with_slice::of(group, bins.count, slice);
    const packed_counts counts(local.count, totals + share.first, share.size);
    group.for_each_index_and_wait(counts.words(),
                                  [&](int i) OMPRIM_INLINE_LAMBDA { counts.clear(i); });
    count_elements(group, share, counts);
    group.barrier();
    group.for_each_index(counts.words(), [&](int i) OMPRIM_INLINE_LAMBDA {
      if (adds) {
        counts.move(i);
      } else {
        counts.write(i);
      }
    });
  }

 private:
  template <class Group>
  OMPRIM_INLINE void count_elements(Group& group, const share_with_slice& share,
                                    const packed_counts& counts) const {
    if constexpr (Group::thread_per_item) {
      int tiles = 0;
      count_share<t>(
          group, source, bins, share, 1,
          [&](std::uint32_t place, std::uint32_t times)
              OMPRIM_INLINE_LAMBDA { counts.add(place, times); },
          [&](auto& run) OMPRIM_INLINE_LAMBDA {
            if (++tiles != tiles_between) return;
            tiles = 0;
            run.finish();
            group.barrier();
            group.for_each_index_and_wait(
                counts.words(), [&](int i) OMPRIM_INLINE_LAMBDA { counts.move_if_large(i); });
          });
    } else {
      count_share<t>(group, source, bins, share,
                     [&](std::uint32_t place, int /*copy*/) OMPRIM_INLINE_LAMBDA {
                       if (place != share.size) counts.add_alone(place);
                     });
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
