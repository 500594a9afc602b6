// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/runs/by_ticket.hpp>
#include <omprim/detail/agent/runs/tile.hpp>
#include <omprim/detail/agent/scan/by_ticket.hpp>
#include <omprim/detail/agent/scan/launch.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/selection.hpp>
#include <omprim/detail/strategy/select/count_single_pass.hpp>
#include <omprim/detail/strategy/select/single_pass.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// single-pass: finds runs, or combines the values of runs, or both, in one pass by decoupled
/// look-back. The default.
///
/// Phases, to find runs: those of selections, with a bit for each element that begins a run; those
/// of counts, if only bits are wanted. To take the first value of each run: those of selections.
/// Phases, for each tile of values (agent/scan/by_ticket.hpp):
///   (1) Load, count the heads, and combine what follows the last one.
///   (2) Publish both and look back.
///   (3) Scan. Where the next run begins, the result of a run is complete; write it.
/// On a device, the same phases find the runs of keys as well, in one launch: a tile has keys and
/// values.
/// Lengths and first elements of known runs need the head flags alone, so that reading these twice
/// costs less than waiting for the tiles before: where a device has more tiles than it runs groups,
/// each group takes a share (agent/scan/by_share.hpp).
///
/// Wins: for all but the smallest n. Loses: to sequential there. For floats the result depends on
/// the tiles and on how far each group looks back: not deterministic. Needs of the group: shuffles
/// and votes, local memory for a value and a count per sub-group; of the device: 16 bytes per tile,
/// 24 for values of 8 bytes.
/// Source: omprim; D. Merrill and M. Garland for the look-back.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning t>
struct runs_single_pass {
  static constexpr strategy_info info{algorithm::runs,
                                      "single-pass",
                                      "omprim; look-back of Merrill, Garland",
                                      "tiles by ticket, decoupled look-back; the default",
                                      {.in_place = false, .by_default = true}};

  /// Returns the number of runs.
  template <backends::call_backend Backend>
  static std::uint64_t run(Backend& backend, Problem problem) {
    if constexpr (kernel::finds_runs<Problem>) {
      if (problem.key_count() == 0) return 0;
      problem.count = backend.template result<std::uint64_t>();
      constexpr tuning tile = key_tuning<Problem, t>;
      launch_by_ticket<reduce_keys_by_ticket<Problem, tile>, tile>(backend, problem);
      return *problem.count;
    } else if constexpr (!kernel::selects<Problem>) {
      if (problem.n == 0) return 0;
      problem.count = backend.template result<std::uint64_t>();
      launch(backend, problem);
      return *problem.count;
    } else if constexpr (Problem::emits == kernel::emit::nothing) {
      return count_single_pass<Problem, t>::run(backend, problem);
    } else {
      return select_single_pass<Problem, t>::run(backend, problem);
    }
  }

 private:
  template <class Backend>
  static void launch(Backend& backend, const Problem& problem) {
    if constexpr (Backend::is_device && !kernel::combines_values<Problem>) {
      if (tiles_of<t>(problem.n) > backend.resident_groups(t.work_group_size)) {
        return launch_by_share<Problem, t, kernel::run_tile>(backend, problem);
      }
    }
    launch_by_ticket<scan_by_ticket<Problem, t, kernel::run_tile>, t>(backend, problem);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
