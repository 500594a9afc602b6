// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/look_back.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The kernel of strategy single-pass: a group takes tiles by ticket, and learns by look-back how
/// many elements were kept before each tile. If there is one group, and it is one thread, it
/// carries the count itself.
template <class Selection, tuning t>
struct alignas(8) select_by_ticket {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr bool often_alone = true;
  template <class Group>
  using tile_type = kernel::selected_tile<Group, Selection, t>;
  template <class Group>
  struct local_memory {
    typename tile_type<Group>::local_memory tile;
    kernel::look_back_local<kernel::tile_count> look_back;
  };

  Selection problem;
  kernel::look_back_header* words;
  std::uint64_t* result;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    if constexpr (!Group::thread_per_item) {
      if (group.count() == 1) return run_one_group(group, local);
    }
    run_by_ticket(group, local);
  }

  template <class Group>
  OMPRIM_INLINE void run_one_group(Group& group, local_memory<Group>& local) const {
    const auto stores = tile_type<Group>::plan_stores(problem, 0, problem.n);
    std::uint64_t kept = 0;
    for (std::uint64_t index = 0; index < tiles_of<t>(problem.n); ++index) {
      tile_type<Group> tile;
      tile.load(group, problem, first_of<t>(index), local.tile);
      kept += tile.select_and_write(group, problem, kept, stores, local.tile);
    }
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { problem.report(kept, result); });
  }

  template <class Group>
  OMPRIM_INLINE void run_by_ticket(Group& group, local_memory<Group>& local) const {
    const kernel::look_back<kernel::tile_count> tiles(words);
    const std::uint64_t count = tiles_of<t>(problem.n);
    kernel::look_back_guard<kernel::tile_count> guard(tiles);
    for (std::uint64_t index = kernel::take_tile(group, tiles, local.look_back); index < count;
         index = kernel::take_tile(group, tiles, local.look_back)) {
      tile_type<Group> tile{};
      tile.load(group, problem, first_of<t>(index), local.tile);
      const kernel::tile_count mine{tile.select(group, problem, local.tile)};
      const kernel::tile_count before = kernel::value_before(
          group, tiles, index, mine, kernel::tile_count{0}, kernel::add_counts{}, local.look_back);
      if (tiles.is_abandoned()) break;
      tile.write(group, problem, before.value, local.tile);
      if (index == count - 1) {
        group.single_item(
            [&]() OMPRIM_INLINE_LAMBDA { problem.report(before.value + mine.value, result); });
      }
      group.barrier();  // no sub-group takes a ticket while others write
    }
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { tiles.finish(group.count()); });
    guard.release();
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
