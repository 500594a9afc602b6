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

/// three-phase: one group per block of the input, as published.
///
/// Phases, each of one or more launches:
///   (1) Count the kept elements of each block.
///   (2) Exclusive scan of the counts, for which the paper calls a library: one launch adds up each
///       chunk of counts, another scans each chunk from the sum of the chunks before it.
///   (3) Compaction: a sub-group's ballot and population count rank an element inside its
///       sub-group, and a scan over the sub-groups ranks it inside its block.
///
/// Wins: never against single-pass; it is the paper's method, kept for comparison. Loses: it reads
/// the input twice, with one short-lived group per block. Deterministic, keeps the order; not in
/// place. Needs of the group: a sub-group's ballot, exclusive_scan, reduce_for_all.
/// Source: Z. Jin and J. S. Vetter, "Evaluating Nonuniform Reduction in HIP and SYCL on GPUs",
/// listings 2, 3, 5 and 7; sub-groups of 32, 64 or 16 items as the device has them.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Selection, tuning t>
struct select_three_phase {
  static constexpr strategy_info info{
      algorithm::select,
      "three-phase",
      "Jin, Vetter: Nonuniform Reduction in HIP and SYCL, listings 2, 3, 5 and 7",
      "count per block, scan of the counts, compaction",
      {.in_place = false, .deterministic = true}};

  template <class Group>
  using tile_type = kernel::selected_tile<Group, Selection, t>;

  struct alignas(8) count_kernel {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    using local_memory = typename tile_type<Group>::local_memory;

    Selection what;
    std::uint64_t* counts;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      tile_type<Group> tile;
      tile.load(group, what, first_of<t>(group.id()), local);
      const std::uint64_t mine = tile.select(group, what, local);
      group.single_item([&]() OMPRIM_INLINE_LAMBDA { counts[group.id()] = mine; });
    }
  };

  /// Phase 2, over chunks of the counts, one for each group.
  struct alignas(8) offsets_kernel {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {
      typename Group::template scratch<std::uint64_t> scratch;
    };

    std::uint64_t* counts;  ///< of the blocks; the second launch turns them into offsets
    std::uint64_t* sums;    ///< of the chunks
    std::uint64_t* result;  ///< null: this launch computes the sums only
    std::uint64_t blocks;
    std::uint64_t* count;  ///< may be null

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      const std::uint64_t chunk = (blocks + group.count() - 1) / group.count();
      const std::uint64_t begin = std::min(group.id() * chunk, blocks);
      const std::uint64_t end = std::min(begin + chunk, blocks);
      if (result == nullptr) {
        const std::uint64_t sum = sum_of(group, local, counts + begin, end - begin);
        group.single_item([&]() OMPRIM_INLINE_LAMBDA { sums[group.id()] = sum; });
        return;
      }
      std::uint64_t before = sum_of(group, local, sums, group.id());
      for (std::uint64_t first = begin; first < end; first += Group::size) {
        before += scan_row(group, local, first, end, before);
      }
      if (group.id() == group.count() - 1) {
        group.single_item([&]() OMPRIM_INLINE_LAMBDA {
          *result = before;
          if (count != nullptr) *count = before;
        });
      }
    }

    template <class Group>
    static OMPRIM_INLINE std::uint64_t sum_of(Group& group, local_memory<Group>& local,
                                              const std::uint64_t* values, std::uint64_t n) {
      typename Group::template private_memory<std::uint64_t> part;
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        std::uint64_t sum = 0;
        for (auto i = static_cast<std::uint64_t>(item.id); i < n; i += Group::size) {
          sum += values[i];
        }
        part[item] = sum;
      });
      return kernel::reduce_for_all(group, part, plus_counts{}, local.scratch);
    }

    /// Turns the counts of one row into offsets; returns their sum.
    template <class Group>
    OMPRIM_INLINE std::uint64_t scan_row(Group& group, local_memory<Group>& local,
                                         std::uint64_t first, std::uint64_t end,
                                         std::uint64_t before) const {
      typename Group::template private_memory<std::uint64_t> mine;
      const auto index = [&](auto item) OMPRIM_INLINE_LAMBDA {
        return first + static_cast<std::uint64_t>(item.id);
      };
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        mine[item] = index(item) < end ? counts[index(item)] : 0;
      });
      const auto scanned =
          kernel::exclusive_scan(group, mine, std::uint64_t(0), plus_counts{}, local.scratch);
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        if (index(item) < end) counts[index(item)] = before + mine[item];
      });
      return scanned.total;
    }
  };

  struct alignas(8) compact_kernel {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    using local_memory = typename tile_type<Group>::local_memory;

    Selection what;
    const std::uint64_t* offsets;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      tile_type<Group> tile;
      tile.load(group, what, first_of<t>(group.id()), local);
      tile.select(group, what, local);
      tile.write(group, what, offsets[group.id()], local);
    }
  };

  template <backends::call_backend Backend>
  static std::uint64_t run(Backend& backend, const Selection& what) {
    if (what.n == 0) return nothing_kept(backend, what);
    const std::uint64_t blocks = tiles_of<t>(what.n);
    const std::uint64_t chunks =
        std::clamp<std::uint64_t>(blocks / static_cast<std::uint64_t>(t.work_group_size), 1,
                                  backend.resident_groups(t.work_group_size));
    auto* counts = backend.template scratch<std::uint64_t>(blocks + chunks);
    auto* sums = counts + blocks;
    auto* result = backend.template result<std::uint64_t>();
    backend.launch(blocks, count_kernel{what, counts});
    backend.launch(chunks, offsets_kernel{counts, sums, nullptr, blocks, nullptr});
    backend.launch(chunks, offsets_kernel{counts, sums, result, blocks, what.count});
    backend.launch(blocks, compact_kernel{what, counts});
    const std::uint64_t groups = 2 * (blocks + chunks);
    backend.record(4, groups, groups * t.work_group_size, 0);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
