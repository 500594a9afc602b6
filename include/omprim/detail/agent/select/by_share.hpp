// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/select/count_share.hpp>
#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/look_back_words.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// The kernels of strategy reduce-then-scan, and of counts: each group has a contiguous share of
/// the input.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Local memory of a group: for a tile of its share, and for a reduction of counts.
template <class Group, class Selection, tuning t>
struct share_memory {
  typename kernel::selected_tile<Group, Selection, t>::local_memory tile;
  typename Group::template scratch<std::uint64_t> scratch;
};

/// Counts the kept elements of all shares, and reports their number.
template <class Selection, tuning t>
struct alignas(8) count_by_share {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  using local_memory = share_memory<Group, Selection, t>;

  Selection problem;
  kernel::look_back_header* words;
  std::uint64_t* result;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const kernel::look_back<kernel::tile_count> total(words);
    const std::uint64_t kept = count_share<t>(group, problem, local);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      (void)total.add(kept);
      total.finish(group.count(),
                   [&](std::uint64_t sum) OMPRIM_INLINE_LAMBDA { problem.report(sum, result); });
    });
  }
};

/// Counts the kept elements of each share.
template <class Selection, tuning t>
struct alignas(8) count_shares {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  using local_memory = share_memory<Group, Selection, t>;

  Selection problem;
  std::uint64_t* counts;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const std::uint64_t kept = count_share<t>(group, problem, local);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { counts[group.id()] = kept; });
  }
};

/// Writes the kept elements of each share, given the counts of all shares.
template <class Selection, tuning t>
struct alignas(8) write_shares {
  template <class Group>
  using tile_type = kernel::selected_tile<Group, Selection, t>;
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  using local_memory = share_memory<Group, Selection, t>;

  Selection problem;
  const std::uint64_t* counts;
  std::uint64_t* result;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const kernel::share share = tile_share_of<t>(group, problem.n);
    const std::uint64_t end = std::min(first_of<t>(share.end), problem.n);
    const auto stores = tile_type<Group>::plan_stores(problem, first_of<t>(share.begin), end);
    std::uint64_t kept = kept_before(group, local);
    for (std::uint64_t index = share.begin; index < share.end; ++index) {
      tile_type<Group> tile;
      tile.load(group, problem, first_of<t>(index), local.tile);
      kept += tile.select_and_write(group, problem, kept, stores, local.tile);
    }
    if (group.id() == group.count() - 1) {
      group.single_item([&]() OMPRIM_INLINE_LAMBDA { problem.report(kept, result); });
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

}  // namespace omprim::inline OMPRIM_ABI::strategy
