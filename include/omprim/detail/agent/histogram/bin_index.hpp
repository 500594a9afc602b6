// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/bins.hpp>
#include <omprim/tuning.hpp>

/// The bin of each element.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Writes the bin of each element, a tile at a time; `count` for elements in no bin.
template <class Bins, tuning t>
struct alignas(8) find_bin_index {
  static_assert(kernel::bins<Bins>);
  static constexpr int work_group_size = t.work_group_size;
  using element = typename Bins::element;

  struct nothing {};
  template <class Group>
  using local_memory = nothing;

  const element* data;
  std::uint64_t n;
  Bins bins;
  void* index;
  std::uint32_t is_wide;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    if (is_wide != 0) {
      find(group, static_cast<std::int64_t*>(index));
    } else {
      find(group, static_cast<std::int32_t*>(index));
    }
  }

 private:
  template <class Group, class Index>
  OMPRIM_INLINE void find(Group& group, Index* out) const {
    group.for_each_tile(tiles_of<t>(n), [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t first = first_of<t>(tile);
      if constexpr (Group::thread_per_item) {
        find_by_items(first + static_cast<std::uint64_t>(group.this_item().id),
                      std::uint64_t{Group::size}, out);
      } else {
        find_by_simd(group, first, out);
      }
    });
  }

  /// The elements of an item are loaded before their bins are searched for, so that its loads
  /// overlap.
  template <class Index>
  OMPRIM_INLINE void find_by_items(std::uint64_t first, std::uint64_t stride, Index* out) const {
    constexpr int many = t.tile() / t.work_group_size;
    const auto place = [&](int i) OMPRIM_INLINE_LAMBDA {
      return first + static_cast<std::uint64_t>(i) * stride;
    };
    element x[many];
    std::uint32_t found[many];
#pragma GCC unroll 32
    for (int i = 0; i < many; ++i) x[i] = data[place(i) < n ? place(i) : n - 1];
    const auto unrolled = [](int all, auto&& f) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 32
      for (int i = 0; i < all; ++i) f(i);
    };
    bins.find_bins(unrolled, x, found);
#pragma GCC unroll 32
    for (int i = 0; i < many; ++i) {
      if (place(i) < n) out[place(i)] = static_cast<Index>(found[i]);
    }
  }

  template <class Group, class Index>
  OMPRIM_INLINE void find_by_simd(const Group& group, std::uint64_t first, Index* out) const {
    constexpr int tile = t.tile();
    const std::uint64_t left = n - first;
    if (left < static_cast<std::uint64_t>(tile)) {
      for (std::uint64_t p = first; p < n; ++p) out[p] = static_cast<Index>(bins.bin_of(data[p]));
      return;
    }
    std::uint32_t found[tile];
    const auto by_simd = [&](int all, auto&& f)
                             OMPRIM_INLINE_LAMBDA { group.for_each_index(all, f); };
    bins.find_bins(by_simd, data + first, found);
    Index* const to = out + first;
    by_simd(tile, [&](int i) OMPRIM_INLINE_LAMBDA { to[i] = static_cast<Index>(found[i]); });
  }
};

template <tuning t, class Backend, class Bins>
void write_bin_index(Backend& backend, const typename Bins::element* data, std::uint64_t n,
                     const Bins& bins, void* index, bool is_wide) {
  const std::uint64_t groups = std::min(tiles_of<t>(n), backend.resident_groups(t.work_group_size));
  backend.launch(groups, find_bin_index<Bins, t>{data, n, bins, index, is_wide ? 1U : 0U});
  backend.record(1, groups, groups * t.work_group_size, 0);
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
