// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/select/empty_input.hpp>
#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/agent/share.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/look_back_words.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// unordered: tiles are written in the order in which their groups reserve room for them.
///
/// Phases, for each tile: (1) count the kept elements. (2) Reserve room for them by one atomic on
/// the total. (3) Write them there.
///
/// Wins: where the order does not matter and tiles are small. Loses: the order of the input, except
/// inside a tile, with everything that depends on it; and all atomics go to one address. Not
/// deterministic. Not in place. Needs of the group: a sub-group's ballot, a barrier.
/// Source: the usual shortcut, here for comparison.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Selection, tuning t>
struct select_unordered {
  static constexpr strategy_info info{algorithm::select,
                                      "unordered",
                                      "omprim",
                                      "one atomic per tile; the order is lost",
                                      {.keeps_order = false, .in_place = false}};

  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    using tile_type = kernel::selected_tile<Group, Selection, t>;
    template <class Group>
    struct local_memory {
      typename tile_type<Group>::local_memory tile;
      std::uint64_t before;
    };

    Selection what;
    kernel::look_back_header* words;
    std::uint64_t* result;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      const kernel::look_back<kernel::tile_count> total(words);
      group.for_each_tile_in_order(
          tiles_of<t>(what.n), [&](std::uint64_t index) OMPRIM_INLINE_LAMBDA {
            tile_type<Group> tile;
            tile.load(group, what, first_of<t>(index), local.tile);
            const std::uint64_t mine = tile.select(group, what, local.tile);
            group.single_item([&]() OMPRIM_INLINE_LAMBDA { local.before = total.add(mine); });
            group.barrier();
            tile.write(group, what, local.before, local.tile);
          });
      group.single_item([&]() OMPRIM_INLINE_LAMBDA {
        total.finish(group.count(),
                     [&](std::uint64_t kept) OMPRIM_INLINE_LAMBDA { what.report(kept, result); });
      });
    }
  };

  template <backends::call_backend Backend>
  static std::uint64_t run(Backend& backend, const Selection& what) {
    static_assert(Selection::emits != kernel::emit::both_halves,
                  "the rejected half has no place of its own without an order");
    if (what.n == 0) return nothing_kept(backend, what);
    const std::uint64_t tiles = tiles_of<t>(what.n);
    const std::uint64_t groups = std::min(tiles, backend.resident_groups(t.work_group_size));
    auto* words = backend.look_back(0);
    auto* result = backend.template result<std::uint64_t>();
    backend.launch(groups, kernel_type{what, words, result});
    backend.record(1, groups, groups * t.work_group_size, groups + tiles);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
