// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/pack_rows.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// A group's work in a histogram: elements and bins.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Part `part` of `parts` of the elements, and all bins. The place of a bin is its number; `size`,
/// if there is none.
struct share_with_all_bins {
  std::uint64_t part;
  std::uint64_t parts;
  std::uint32_t size;

  template <class Group>
  static OMPRIM_INLINE share_with_all_bins of(const Group& group, std::uint64_t bins) {
    return {group.id(), group.count(), static_cast<std::uint32_t>(bins)};
  }
  static OMPRIM_INLINE std::uint32_t place_of(std::uint32_t bin) { return bin; }
};

/// Part `part` of `parts` of the elements, and `size` bins from `first` on. Groups that have no
/// room for all bins share a part of the elements, with a slice of the bins each.
struct share_with_slice {
  std::uint64_t part;
  std::uint64_t parts;
  std::uint32_t first;
  std::uint32_t size;

  /// The work of a group, if each has up to `slice` bins.
  template <class Group>
  static OMPRIM_INLINE share_with_slice of(const Group& group, std::uint64_t bins,
                                           std::uint32_t slice) {
    const auto all = static_cast<std::uint32_t>(bins);
    const std::uint32_t slices = (all - 1) / slice + 1;
    const auto first = static_cast<std::uint32_t>(group.id() % slices) * slice;
    return {group.id() / slices, group.count() / slices, first,
            all - first < slice ? all - first : slice};
  }
  /// The place of a bin in the slice; `size` for all bins outside.
  [[nodiscard]] OMPRIM_INLINE std::uint32_t place_of(std::uint32_t bin) const {
    return bin - first < size ? bin - first : size;
  }
};

/// Neighbouring elements of an item that lie in one bin: they are counted by one addition. There
/// are no branches but that of the addition, since the lanes of a sub-group would part at each.
template <class Add>
class bin_run {
 public:
  OMPRIM_INLINE bin_run(const Add& add, std::uint32_t outside)
      : add_(add), outside_(outside), place_(outside) {}

  OMPRIM_INLINE void take(std::uint32_t place) {
    const bool ends = place != place_;
    if (ends & (place_ != outside_)) add_(place_, length_);
    length_ = (ends ? 0 : length_) + 1;
    place_ = place;
  }
  /// Adds the elements so far.
  OMPRIM_INLINE void finish() {
    if (place_ != outside_) add_(place_, length_);
    place_ = outside_;
    length_ = 0;
  }

 private:
  const Add& add_;
  std::uint32_t outside_;
  std::uint32_t place_;
  std::uint32_t length_ = 0;
};

/// Nothing to do after a tile.
struct no_check {
  template <class Run>
  OMPRIM_INLINE void operator()(Run& /*run*/) const {}
};

/// Where threads are items: calls add(place, times) for the elements of this item, which reads
/// packs of each tile of its group, and after_tile(run) after each.
template <tuning t, class Share, class Group, class Source, class Bins, class Add,
          class AfterTile = no_check>
  requires(Group::thread_per_item)
OMPRIM_INLINE void count_share(const Group& group, const Source& source, const Bins& bins,
                               const Share& share, std::uint32_t step, const Add& add,
                               AfterTile&& after_tile = {}) {
  const pack_rows<t, Source> rows(source);
  const int item = group.this_item().id;
  bin_run<Add> run(add, share.size * step);
  for_each_loaded_tile(rows, item, share.part, share.parts,
                       [&](const auto& loaded) OMPRIM_INLINE_LAMBDA {
                         constexpr int count = t.lanes * t.items_per_work_item;
                         typename Source::element x[count];
                         std::uint32_t found[count];
#pragma GCC unroll 32
                         for (int i = 0; i < count; ++i) x[i] = loaded[i / t.lanes][i % t.lanes];
                         const auto unrolled = [](int n, auto&& f) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 32
                           for (int i = 0; i < n; ++i) f(i);
                         };
                         bins.find_bins(unrolled, x, found);
#pragma GCC unroll 32
                         for (int i = 0; i < count; ++i) run.take(share.place_of(found[i]) * step);
                         after_tile(run);
                       });
  if (share.part == share.parts - 1) {
    for_each_outside_tiles(rows, item, [&](std::uint64_t p) OMPRIM_INLINE_LAMBDA {
      run.take(share.place_of(bins.bin_of(source.base[p])) * step);
    });
  }
  run.finish();
}

/// Where one thread runs the group: calls add(place, copy) for each element of its contiguous part.
/// Places are computed for a tile at a time; `copy` counts elements from 0 to 3.
template <tuning t, class Share, class Group, class Source, class Bins, class Add>
  requires(!Group::thread_per_item)
OMPRIM_INLINE void count_share(const Group& group, const Source& source, const Bins& bins,
                               const Share& share, Add&& add) {
  constexpr int tile = t.tile();
  constexpr int copies = 4;
  static_assert(tile % copies == 0);
  std::uint32_t places[tile];
  const auto* const data = source.base + source.first;
  const auto [begin, end] = kernel::share_of(source.size(), share.part, share.parts);
  const auto by_simd = [&](int n, auto&& f) OMPRIM_INLINE_LAMBDA { group.for_each_index(n, f); };
  std::uint64_t p = begin;
  for (; p + tile <= end; p += tile) {
    bins.find_bins(by_simd, data + p, places);
    if (share.size != bins.count) {
      by_simd(tile, [&](int i) OMPRIM_INLINE_LAMBDA { places[i] = share.place_of(places[i]); });
    }
    for (int i = 0; i < tile; i += copies) {
#pragma GCC unroll 4
      for (int copy = 0; copy < copies; ++copy) add(places[i + copy], copy);
    }
  }
  for (; p < end; ++p) add(share.place_of(bins.bin_of(data[p])), 0);
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
