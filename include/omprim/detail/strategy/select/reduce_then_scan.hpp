// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/select/count_share.hpp>
#include <omprim/detail/agent/select/empty_input.hpp>
#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/agent/share.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// reduce-then-scan: as many groups as the device runs at once take one large share each, and read
/// it twice.
///
/// Phases: (1) Each group counts the kept elements of its share. (2) In a second launch, each group
/// adds up the counts of the shares before its own, a few thousand at most. (3) It reads its share
/// again and writes the kept elements.
///
/// Wins: no group waits for another; the second read is cheap where a share stays in a cache.
/// Loses: to single-pass by the second read. Deterministic, keeps the order; not in place.
/// Needs of the group: reduce_for_all, a sub-group's ballot.
/// Source: omprim, after the reduce-then-scan of Billeter, Olsson and Assarsson, HPG 2009.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Selection, tuning t>
struct select_reduce_then_scan {
  static constexpr strategy_info info{algorithm::select,
                                      "reduce-then-scan",
                                      "omprim; after Billeter, Olsson, Assarsson",
                                      "a large chunk per group, read twice",
                                      {.in_place = false, .deterministic = true}};

  template <class Group>
  using tile_type = kernel::selected_tile<Group, Selection, t>;
  template <class Group>
  struct group_memory {
    typename tile_type<Group>::local_memory tile;
    typename Group::template scratch<std::uint64_t> scratch;
  };

  struct alignas(8) count_kernel {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    using local_memory = group_memory<Group>;

    Selection what;
    std::uint64_t* counts;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      const std::uint64_t kept = count_share<t>(group, what, local);
      group.single_item([&]() OMPRIM_INLINE_LAMBDA { counts[group.id()] = kept; });
    }
  };

  struct alignas(8) write_kernel {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    using local_memory = group_memory<Group>;

    Selection what;
    const std::uint64_t* counts;
    std::uint64_t* result;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      const tile_share share = share_of(group, tiles_of<t>(what.n));
      const std::uint64_t end = std::min(first_of<t>(share.end), what.n);
      const auto stores = tile_type<Group>::plan_stores(what, first_of<t>(share.begin), end);
      std::uint64_t kept = kept_before(group, local);
      for (std::uint64_t index = share.begin; index < share.end; ++index) {
        tile_type<Group> tile;
        tile.load(group, what, first_of<t>(index), local.tile);
        kept += tile.select_and_write(group, what, kept, stores, local.tile);
      }
      if (group.id() == group.count() - 1) {
        group.single_item([&]() OMPRIM_INLINE_LAMBDA { what.report(kept, result); });
      }
    }

    /// The number of elements kept in the shares of lower groups.
    template <class Group>
    OMPRIM_INLINE std::uint64_t kept_before(Group& group, local_memory<Group>& local) const {
      typename Group::template private_memory<std::uint64_t> part;
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        std::uint64_t sum = 0;
        for (std::uint64_t g = static_cast<std::uint64_t>(item.id); g < group.id();
             g += Group::size) {
          sum += counts[g];
        }
        part[item] = sum;
      });
      return kernel::reduce_for_all(group, part, plus_counts{}, local.scratch);
    }
  };

  template <backends::call_backend Backend>
  static std::uint64_t run(Backend& backend, const Selection& what) {
    if (what.n == 0) return nothing_kept(backend, what);
    const std::uint64_t groups =
        std::min(tiles_of<t>(what.n), backend.resident_groups(t.work_group_size));
    auto* counts = backend.template scratch<std::uint64_t>(groups);
    auto* result = backend.template result<std::uint64_t>();
    backend.launch(groups, count_kernel{what, counts});
    backend.launch(groups, write_kernel{what, counts, result});
    backend.record(2, 2 * groups, 2 * groups * t.work_group_size, 0);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
