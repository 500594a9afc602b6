// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/select/count_share.hpp>
#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// The kernels of strategy three-phase: one group for each block of the input.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Counts the kept elements of each block.
template <class Selection, tuning t>
struct alignas(8) count_blocks {
  template <class Group>
  using tile_type = kernel::selected_tile<Group, Selection, t>;
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  using local_memory = typename tile_type<Group>::local_memory;

  Selection problem;
  std::uint64_t* counts;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    tile_type<Group> tile;
    tile.load(group, problem, first_of<t>(group.id()), local);
    const std::uint64_t mine = tile.select(group, problem, local);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { counts[group.id()] = mine; });
  }
};

/// Turns the counts of the blocks into offsets. Each group takes one chunk of the counts.
template <tuning t>
struct alignas(8) scan_counts {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {
    typename Group::template scratch<std::uint64_t> scratch;
  };

  std::uint64_t* counts;  ///< counts of the blocks; the second launch turns them into offsets
  std::uint64_t* sums;    ///< sums of the chunks
  std::uint64_t* result;  ///< null: this launch computes the sums only
  std::uint64_t blocks;
  std::uint64_t* count;  ///< the caller's count; may be null

  template <kernel::work_group Group>
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

/// Writes the kept elements of each block at its offset.
template <class Selection, tuning t>
struct alignas(8) write_blocks {
  template <class Group>
  using tile_type = kernel::selected_tile<Group, Selection, t>;
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  using local_memory = typename tile_type<Group>::local_memory;

  Selection problem;
  const std::uint64_t* offsets;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    tile_type<Group> tile;
    tile.load(group, problem, first_of<t>(group.id()), local);
    tile.select(group, problem, local);
    tile.write(group, problem, offsets[group.id()], local);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
