// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/look_back_words.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Writes tiles in the order in which their groups reserve room for them.
template <class Selection, tuning t>
struct alignas(8) select_tiles_unordered {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  using tile_type = kernel::selected_tile<Group, Selection, t>;
  template <class Group>
  struct local_memory {
    typename tile_type<Group>::local_memory tile;
    std::uint64_t before;
  };

  Selection problem;
  kernel::look_back_header* words;
  std::uint64_t* result;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const kernel::look_back<kernel::tile_count> total(words);
    group.for_each_tile_in_order(
        tiles_of<t>(problem.n), [&](std::uint64_t index) OMPRIM_INLINE_LAMBDA {
          tile_type<Group> tile;
          tile.load(group, problem, first_of<t>(index), local.tile);
          const std::uint64_t mine = tile.select(group, problem, local.tile);
          group.single_item([&]() OMPRIM_INLINE_LAMBDA { local.before = total.add(mine); });
          group.barrier();
          tile.write(group, problem, local.before, local.tile);
        });
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      total.finish(group.count(),
                   [&](std::uint64_t kept) OMPRIM_INLINE_LAMBDA { problem.report(kept, result); });
    });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
