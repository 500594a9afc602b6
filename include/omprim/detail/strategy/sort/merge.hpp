// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/check_segments.hpp>
#include <omprim/detail/agent/sort/cut_runs.hpp>
#include <omprim/detail/agent/sort/merge_memory.hpp>
#include <omprim/detail/agent/sort/merge_runs.hpp>
#include <omprim/detail/agent/sort/sort_short_segments.hpp>
#include <omprim/detail/agent/sort/sort_tiles.hpp>
#include <omprim/detail/agent/sort/sorted_tile.hpp>
#include <omprim/detail/agent/sort/whole_segments.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/reducer/segments.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// merge: sorts tiles, then joins what tiles have of a segment. The default of segmented sorts on
/// devices.
///
/// Phases:
///   (1) The offsets are checked, and for each tile the segment of its first key is found.
///   (2) Each group sorts a tile in local memory: each item sorts its neighbouring keys by
///       transpositions; then the keys of 2 items are merged, of 4 and so on. Keys of different
///       segments are never compared, so that short segments have little to do.
///       If all segments are short, each item sorts a whole one in registers instead, and all is
///       done: keys alone by a sorting network, up to 128 bytes of them; else up to 16 keys by
///       their ranks.
///   (3) Runs of a segment in different tiles are merged in rounds: 1 if a segment has keys in two
///       tiles, 2 if in up to four, and so on. Other keys do not move again. A round of many tiles
///       has two launches: searches for the keys that a tile takes of each run, and the merges.
///
/// Segments of medium length, up to 15,360 keys of 4 bytes, are sorted in one launch instead where
/// that is faster: each by a group that sorts its keys by digits, in registers
/// (agent/sort/segment_by_digits.hpp, agent/sort/whole_segments.hpp).
///
/// Wins: for segments of up to about 100,000 keys, and for an array that one group sorts whole.
/// Loses: against `radix`, which moves each key as often as it has bytes, for an array of more.
/// Deterministic and stable. Works in place, with temporary memory for keys and values. Needs of
/// the group: local memory with atomics, collectives, sub-groups.
/// Source: S. Baxter, "Modern GPU: Segmented Sort and Locality Sort".
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning t>
struct sort_merge {
  static constexpr strategy_info info{
      algorithm::sort,
      "merge",
      "omprim; Baxter: Modern GPU: Segmented Sort and Locality Sort",
      "sorts tiles, then merges them in rounds; the default of segmented sorts on devices",
      {.deterministic = true, .hosts = false}};
  static constexpr bool sorts_segments = true;

  /// Sorts all keys.
  template <backends::call_backend Backend>
  static void run(Backend& backend, const Problem& problem) {
    if (problem.n != 0) (void)run_segments(backend, problem, {nullptr, 1, problem.n, 0});
  }

  /// Sorts the keys of each segment; `problem.n`, above 0, is the size of the array. Returns i if
  /// offset i + 1 is below offset i or above n, for the first such i; nothing is sorted then.
  /// Returns checked_segments::none if there is none. `takes_whole`: segments may be sorted whole.
  template <backends::call_backend Backend>
  static std::uint64_t run_segments(Backend& backend, const Problem& problem,
                                    const kernel::segment_bounds& bounds, bool takes_whole = true) {
    std::uint64_t fault = checked_segments::none;
    kernel::with_order<word>(problem.compared.kind, problem.compared.descending,
                             [&](const auto& order) {
                               using order_type = std::remove_cvref_t<decltype(order)>;
                               fault = launch<order_type>(backend, problem, bounds, takes_whole);
                             });
    return fault;
  }

 private:
  using word = typename Problem::word;
  using value = typename Problem::value;
  using memory_type = merge_memory<word, value>;

  template <class Order, class Backend>
  static std::uint64_t launch(Backend& backend, const Problem& problem,
                              const kernel::segment_bounds& bounds, bool takes_whole) {
    using short_kernel = sort_short_segments<word, value, Order>;
    constexpr auto most = static_cast<std::uint64_t>(short_kernel::segment_type::most);
    if (short_kernel::segment_type::compares(problem.compared) &&
        problem.n <= most * bounds.segments) {
      const checked_segments checked = check_only(backend, problem.n, bounds);
      if (checked.fault != checked_segments::none) return checked.fault;
      if (checked.longest <= most) {
        launch_all(backend, short_kernel::groups(bounds.segments), short_kernel{problem, bounds});
        return checked_segments::none;
      }
    }
    std::uint64_t fault = checked_segments::none;
    const auto check = [&] { return check_only(backend, problem.n, bounds); };
    if (takes_whole &&
        whole_segments<word, value, Order, t>::ran(backend, problem, bounds, check, fault)) {
      return fault;
    }
    return merge<Order>(backend, problem, bounds);
  }

  /// Sorts the keys of segments of any length.
  template <class Order, class Backend>
  static std::uint64_t merge(Backend& backend, const Problem& problem,
                             const kernel::segment_bounds& bounds) {
    const std::uint64_t n = problem.n;
    const std::uint64_t tiles = tiles_to_merge<word, t>(n);
    const std::uint64_t checkers = checkers_of(backend, std::max(tiles, bounds.segments));
    auto* const block =
        backend.template scratch<std::uint64_t>(memory_type::words(n, tiles, checkers));
    const auto memory = memory_type::at(block, n, tiles);
    launch_check(backend, memory, bounds, n, tiles, checkers);
    launch_all(backend, tiles, sort_tiles<word, value, Order, t>{problem, bounds, block});
    if (tiles == 1 && bounds.offsets == nullptr) return checked_segments::none;
    const merge_state state = backend.read(memory.state);
    using cut_kernel = cut_runs<word, value, Order, t>;
    using merge_kernel = merge_runs<word, value, Order, t, true>;
    using cut_and_merge_kernel = merge_runs<word, value, Order, t, false>;
    // Where all groups run at the same time, a search by each takes less time than a launch.
    const bool are_few =
        tiles <= backend.resident_groups(t.work_group_size, merge_kernel::threads_per_unit);
    for (std::uint64_t round = 0; round < state.rounds; ++round) {
      if (are_few) {
        launch_all(backend, tiles, cut_and_merge_kernel{problem, bounds, block, round});
      } else {
        launch_all(backend, (tiles - 1) / t.work_group_size + 1,
                   cut_kernel{problem, bounds, block, round});
        launch_all(backend, tiles, merge_kernel{problem, bounds, block, round});
      }
    }
    return state.checked.fault;
  }

  template <class Backend>
  static checked_segments check_only(Backend& backend, std::uint64_t n,
                                     const kernel::segment_bounds& bounds) {
    if (bounds.offsets == nullptr) return {checked_segments::none, bounds.length};
    const std::uint64_t checkers = checkers_of(backend, bounds.segments);
    const auto memory = memory_type::at(
        backend.template scratch<std::uint64_t>(memory_type::words(0, 0, checkers)), 0, 0);
    launch_check(backend, memory, bounds, n, 0, checkers);
    return backend.read(memory.state).checked;
  }

  template <class Backend>
  static void launch_check(Backend& backend, const memory_type& memory,
                           const kernel::segment_bounds& bounds, std::uint64_t n,
                           std::uint64_t tiles, std::uint64_t checkers) {
    launch_all(
        backend, checkers,
        check_segments<t.work_group_size, merge_tile_length<word, t>>{
            bounds, n, tiles, memory.segment_of, memory.checked, memory.state, backend.tickets()});
  }

  template <class Backend, class Kernel>
  static void launch_all(Backend& backend, std::uint64_t groups, const Kernel& kernel) {
    backend.launch(groups, kernel);
    backend.record(1, groups, groups * Kernel::work_group_size, 0);
  }

  /// Groups of which each item has at least some offsets to check or tiles to find.
  template <class Backend>
  static std::uint64_t checkers_of(Backend& backend, std::uint64_t count) {
    constexpr std::uint64_t some = 4;
    return std::clamp<std::uint64_t>(count / (some * t.work_group_size), 1,
                                     backend.resident_groups(t.work_group_size));
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
