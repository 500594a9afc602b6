// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/scan/tile.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/look_back.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The kernel of strategy single-pass: a group takes tiles by ticket, and learns the prefix of each
/// tile by look-back. If there is one group, and it is one thread, it carries the prefix itself.
///
///   threads   for which a multiprocessor has registers; 0: as the compiler likes
template <class Scan, tuning t, template <class, class, tuning> class Tile = kernel::scanned_tile,
          int threads = 0>
struct alignas(8) scan_by_ticket {
  using problem_type = Scan;
  using scanner = typename Scan::scanner;
  using accumulator = typename Scan::accumulator;
  using combine = kernel::combine_lanes<scanner, 1>;

  static constexpr tuning parameters = t;
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = threads;
  template <class Group>
  using tile_type = Tile<Group, Scan, t>;
  template <class Group>
  struct local_memory {
    typename tile_type<Group>::local_memory tile;
    kernel::look_back_local<accumulator> look_back;
  };

  Scan problem;
  kernel::look_back_header* words;
  accumulator* wide;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    if constexpr (!Group::thread_per_item) {
      if (group.count() == 1) return run_one_group(group, local);
    }
    run_by_ticket(group, local);
  }

  template <class Group>
  OMPRIM_INLINE void run_one_group(Group& group, local_memory<Group>& local) const {
    accumulator before = problem.initial;
    for (std::uint64_t index = 0; index < tiles_of<t>(problem.n); ++index) {
      tile_type<Group> tile;
      tile.load(group, problem, first_of<t>(index), local.tile);
      if constexpr (tile_type<Group>::needs_total) tile.total(group, problem, local.tile);
      before = tile.write(group, problem, before, local.tile);
    }
  }

  template <class Group>
  OMPRIM_INLINE void run_by_ticket(Group& group, local_memory<Group>& local) const {
    const kernel::look_back<accumulator> tiles(words, wide);
    const std::uint64_t count = tiles_of<t>(problem.n);
    kernel::look_back_guard<accumulator> guard(tiles);
    for (std::uint64_t index = kernel::take_tile(group, tiles, local.look_back); index < count;
         index = kernel::take_tile(group, tiles, local.look_back)) {
      tile_type<Group> tile{};
      tile.load(group, problem, first_of<t>(index), local.tile);
      const accumulator mine = tile.total(group, problem, local.tile);
      const accumulator before = kernel::value_before(
          group, tiles, index, mine, scanner::template identity<1>(), combine{}, local.look_back);
      if (tiles.is_abandoned()) break;
      tile.write(group, problem, combine{}(problem.initial, before), local.tile);
      group.barrier();  // no sub-group takes a ticket while others write
    }
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { tiles.finish(group.count()); });
    guard.release();
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
