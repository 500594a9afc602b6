// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/scan/tile.hpp>
#include <omprim/detail/agent/share.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// reduce-then-scan: as many groups as the device runs at once take one large share each, and read
/// it twice.
///
/// Phases: (1) Each group combines its share. (2) In a second launch, each group combines the
/// totals of the shares before its own, a few thousand at most. (3) It reads its share again and
/// writes the scan.
///
/// Wins: no group waits for another; the second read is cheap where a share stays in a cache.
/// Loses: to single-pass by the second read. For floats the result depends on the number of
/// groups. Works in place. Needs of the group: exclusive_scan, shuffles.
/// Source: omprim; the usual two launches.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Scan, tuning t>
struct scan_reduce_then_scan {
  static constexpr strategy_info info{
      algorithm::scan, "reduce-then-scan", "omprim", "a large chunk per group, read twice", {}};
  using scanner = typename Scan::scanner;
  using accumulator = typename Scan::accumulator;
  using combine = kernel::combine_lanes<scanner, 1>;

  template <class Group>
  using tile_type = kernel::scanned_tile<Group, Scan, t>;
  template <class Group>
  struct group_memory {
    typename tile_type<Group>::local_memory tile;
    typename Group::template scratch<accumulator> scratch;
  };

  struct alignas(8) total_kernel {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    using local_memory = group_memory<Group>;

    Scan what;
    accumulator* totals;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      accumulator all = scanner::template identity<1>();
      const tile_share share = share_of(group, tiles_of<t>(what.n));
      for (std::uint64_t index = share.begin; index < share.end; ++index) {
        tile_type<Group> tile;
        tile.load(group, what, first_of<t>(index), local.tile);
        all = combine{}(all, tile.total(group, what, local.tile));
      }
      group.single_item([&]() OMPRIM_INLINE_LAMBDA { totals[group.id()] = all; });
    }
  };

  struct alignas(8) write_kernel {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    using local_memory = group_memory<Group>;

    Scan what;
    const accumulator* totals;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      accumulator before = combine{}(what.initial, chunks_before(group, local));
      const tile_share share = share_of(group, tiles_of<t>(what.n));
      for (std::uint64_t index = share.begin; index < share.end; ++index) {
        tile_type<Group> tile;
        tile.load(group, what, first_of<t>(index), local.tile);
        if constexpr (tile_type<Group>::needs_total) tile.total(group, what, local.tile);
        before = tile.write(group, what, before, local.tile);
      }
    }

    /// The combined totals of the shares of lower groups. Each item combines a run of consecutive
    /// shares: operators need not commute.
    template <class Group>
    OMPRIM_INLINE accumulator chunks_before(Group& group, local_memory<Group>& local) const {
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

  template <backends::call_backend Backend>
  static void run(Backend& backend, const Scan& what) {
    if (what.n == 0) return;
    const std::uint64_t groups =
        std::min(tiles_of<t>(what.n), backend.resident_groups(t.work_group_size));
    auto* totals = backend.template scratch<accumulator>(groups);
    backend.launch(groups, total_kernel{what, totals});
    backend.launch(groups, write_kernel{what, totals});
    backend.record(2, 2 * groups, 2 * groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
