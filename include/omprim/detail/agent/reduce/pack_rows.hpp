// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/reduce/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/cache_line.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/simd/fetch_ahead.hpp>
#include <omprim/tuning.hpp>

/// Rows and tiles of a source. A row is one pack of `lanes` elements per item of the group; a tile
/// is `items_per_work_item` rows.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The position of the first pack of N that begins in the data, or the end of the data. Packs begin
/// at multiples of N.
template <int N, class Source>
OMPRIM_INLINE std::uint64_t first_pack(const Source& source) {
  const std::uint64_t aligned = (source.first + N - 1) / N * N;
  return aligned < source.last ? aligned : source.last;
}

/// The number of whole packs of N from first_pack() on.
template <int N, class Source>
OMPRIM_INLINE std::uint64_t whole_packs(const Source& source) {
  return (source.last - first_pack<N>(source)) / N;
}

/// The whole packs of a source, as rows.
template <tuning t, class Source>
struct pack_rows {
  static constexpr int lanes = t.lanes;
  static constexpr std::uint64_t size = static_cast<std::uint64_t>(t.work_group_size);
  static constexpr std::uint64_t per_tile = static_cast<std::uint64_t>(t.items_per_work_item);
  static constexpr auto arrays = static_cast<std::uint64_t>(Source::arrays);
  /// Of one array.
  static constexpr std::uint64_t row_bytes = size * lanes * sizeof(typename Source::element);

  Source source;
  std::uint64_t first;  ///< position of the first pack
  std::uint64_t packs;

  OMPRIM_INLINE explicit pack_rows(const Source& s)
      : source(s), first(first_pack<lanes>(s)), packs(whole_packs<lanes>(s)) {}

  [[nodiscard]] OMPRIM_INLINE std::uint64_t tiles() const { return packs / (size * per_tile); }
  /// Of all elements of the source.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t bytes() const {
    return source.size() * arrays * sizeof(typename Source::element);
  }

  /// The pack of an item in a row.
  [[nodiscard]] OMPRIM_INLINE auto load(std::uint64_t row, int item) const {
    return source.template load<lanes>(position(row, item));
  }

  /// The same, and begins to load the line `ahead` bytes further on.
  [[nodiscard]] OMPRIM_INLINE auto load_and_fetch(std::uint64_t row, int item,
                                                  std::uint64_t ahead) const {
    constexpr int bytes = lanes * static_cast<int>(sizeof(typename Source::element));
    constexpr int packs_of_line = std::max(static_cast<int>(cache_line_bytes) / bytes, 1);
    if (item % packs_of_line == 0) {
      const std::uint64_t at = position(row, item);
      kernel::fetch_ahead<bytes>(source.base + at, ahead);
      if constexpr (arrays == 2) kernel::fetch_ahead<bytes>(source.other + at, ahead);
    }
    return load(row, item);
  }

  /// Visits the packs after the last tile, in the last group only: calls take_row(row) for each
  /// whole row, then take(row, item) for each item that has a pack in the incomplete last row.
  template <class Group, class TakeRow, class Take>
  OMPRIM_INLINE void for_each_rest(Group& group, TakeRow&& take_row, Take&& take) const {
    if (group.id() != group.count() - 1) return;
    const std::uint64_t last_row = packs / size;
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t row = tiles() * per_tile; row < last_row; ++row) take_row(row);
    const int rest = static_cast<int>(packs % size);
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      if (item.id < rest) take(last_row, item);
    });
  }

 private:
  [[nodiscard]] OMPRIM_INLINE std::uint64_t position(std::uint64_t row, int item) const {
    return first +
           (row * size + static_cast<std::uint64_t>(item)) * static_cast<std::uint64_t>(lanes);
  }
};

/// Rows that fetch the line `ahead` bytes further on with each line that they load: a processor's
/// own prefetchers leave some of the speed of memory unused.
template <tuning t, class Source>
struct fetching_rows : pack_rows<t, Source> {
  std::uint64_t ahead;

  [[nodiscard]] OMPRIM_INLINE auto load(std::uint64_t row, int item) const {
    return this->load_and_fetch(row, item, ahead);
  }
};

/// Calls take(tile, stream) for all tiles of a share, which is read as `streams` streams, at most
/// `most`: one tile of each in turn. Streams that begin a power of two apart would read the same
/// banks of memory: their lengths differ.
template <std::uint64_t most, class Take>
OMPRIM_INLINE void take_streams(const kernel::share& tiles, std::uint64_t streams,
                                const Take& take) {
  std::uint64_t left = tiles.end - tiles.begin;
  const std::uint64_t length = streams == 1 ? left : left / streams;
  // A copy, since std::min takes an address, and the image of a device has none of the constant.
  constexpr std::uint64_t wanted_skew = vector_reduce_policy::stream_skew;
  const std::uint64_t skew = std::min(wanted_skew, length / most);
  kernel::share parts[most];
  for (std::uint64_t s = 0; s < streams; ++s) {
    const std::uint64_t begin = tiles.begin + s * (length + skew);
    parts[s] = {begin, s + 1 < streams ? begin + length + skew : tiles.end};
  }
  while (left != 0) {
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t s = 0; s < streams; ++s) {
      if (parts[s].begin == parts[s].end) continue;
      take(parts[s].begin++, s);
      --left;
    }
  }
}

/// Where threads are items: calls take(packs) with the packs of this item in the tiles `first`,
/// `first` + `step`, ... The loads of a tile are under way while the tile before is taken.
template <tuning t, class Source, class Take>
OMPRIM_INLINE void for_each_loaded_tile(const pack_rows<t, Source>& rows, int item,
                                        std::uint64_t first, std::uint64_t step, Take&& take) {
  constexpr int packs = t.items_per_work_item;
  using loaded = typename Source::template loaded<t.lanes>;
  const auto load = [&](std::uint64_t tile, loaded(&to)[packs]) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 32
    for (int r = 0; r < packs; ++r) {
      to[r] = rows.load(tile * rows.per_tile + static_cast<std::uint64_t>(r), item);
    }
  };
  loaded next[packs];
  if (first < rows.tiles()) load(first, next);
  for (std::uint64_t tile = first; tile < rows.tiles(); tile += step) {
    loaded now[packs];
#pragma GCC unroll 32
    for (int r = 0; r < packs; ++r) now[r] = next[r];
    if (tile + step < rows.tiles()) load(tile + step, next);
    take(now);
  }
}

/// Where threads are items: calls take(p) with the positions outside of the tiles that are this
/// item's: those before the first pack and after the last tile. One group of all calls it.
template <tuning t, class Source, class Take>
OMPRIM_INLINE void for_each_outside_tiles(const pack_rows<t, Source>& rows, int item, Take&& take) {
  const auto take_range = [&](std::uint64_t begin, std::uint64_t end) OMPRIM_INLINE_LAMBDA {
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t p = begin + static_cast<std::uint64_t>(item); p < end; p += rows.size) {
      take(p);
    }
  };
  take_range(rows.source.first, rows.first);
  take_range(rows.first + rows.tiles() * rows.per_tile * rows.size * rows.lanes, rows.source.last);
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
