// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/scan/tile.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// The kernels of strategy reduce-then-scan: each group has a contiguous share of the input.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Local memory of a group: for a tile of its share, and for a scan of totals.
template <class Tile, class Group, class Scan>
struct scan_share_memory {
  typename Tile::local_memory tile;
  typename Group::template scratch<typename Scan::accumulator> scratch;
};

/// Combines the elements of each share.
template <class Scan, tuning t, template <class, class, tuning> class Tile = kernel::scanned_tile>
struct alignas(8) combine_shares {
  using scanner = typename Scan::scanner;
  using accumulator = typename Scan::accumulator;
  using combine = kernel::combine_lanes<scanner, 1>;
  template <class Group>
  using tile_type = Tile<Group, Scan, t>;

  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  using local_memory = scan_share_memory<tile_type<Group>, Group, Scan>;

  Scan problem;
  accumulator* totals;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    accumulator all = scanner::template identity<1>();
    const kernel::share share = tile_share_of<t>(group, problem.n);
    for (std::uint64_t index = share.begin; index < share.end; ++index) {
      tile_type<Group> tile;
      tile.load(group, problem, first_of<t>(index), local.tile);
      all = combine{}(all, tile.total(group, problem, local.tile));
    }
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { totals[group.id()] = all; });
  }
};

/// Scans each share, given the totals of all shares.
template <class Scan, tuning t, template <class, class, tuning> class Tile = kernel::scanned_tile>
struct alignas(8) scan_shares {
  using scanner = typename Scan::scanner;
  using accumulator = typename Scan::accumulator;
  using combine = kernel::combine_lanes<scanner, 1>;
  template <class Group>
  using tile_type = Tile<Group, Scan, t>;

  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  using local_memory = scan_share_memory<tile_type<Group>, Group, Scan>;

  Scan problem;
  const accumulator* totals;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    accumulator before = combine{}(problem.initial, total_before(group, local));
    const kernel::share share = tile_share_of<t>(group, problem.n);
    for (std::uint64_t index = share.begin; index < share.end; ++index) {
      tile_type<Group> tile;
      tile.load(group, problem, first_of<t>(index), local.tile);
      if constexpr (tile_type<Group>::needs_total) tile.total(group, problem, local.tile);
      before = tile.write(group, problem, before, local.tile);
    }
  }

  /// The combined totals of the shares of lower groups. Each item combines a run of consecutive
  /// shares: operators need not commute.
  template <class Group>
  OMPRIM_INLINE accumulator total_before(Group& group, local_memory<Group>& local) const {
    const std::uint64_t run = group.id() / Group::size + 1;
    typename Group::template private_memory<accumulator> part;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      accumulator all = scanner::template identity<1>();
      const std::uint64_t first = static_cast<std::uint64_t>(item.id) * run;
      for (std::uint64_t g = first; g < first + run && g < group.id(); ++g) {
        all = combine{}(all, totals[g]);
      }
      part[item] = all;
    });
    return kernel::exclusive_scan(group, part, scanner::template identity<1>(), combine{},
                                  local.scratch)
        .total;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
