// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/agent/scan/by_ticket.hpp>
#include <omprim/detail/agent/scan/launch.hpp>
#include <omprim/detail/agent/scan/marked_segments.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// single-pass: reads the input once and writes the output once. A group takes a tile by ticket,
/// combines it, learns the prefix of the tile by decoupled look-back, and writes. The default.
///
/// Phases, for each tile (agent/scan/by_ticket.hpp):
///   (1) Load and combine.
///   (2) Publish the aggregate and look back (group/look_back.hpp, which argues that no group waits
///       for ever).
///   (3) Write.
/// On a GPU the loads of other groups are under way during (2) and (3). On a processor, a single
/// thread carries the prefix itself.
///
/// Wins: for all but the smallest n. Loses: to reduce-then-scan where the chain of look-backs
/// takes longer than a second read. Operators need only be associative. For floats the result
/// depends on the tiles and on how far each group looks back: not deterministic. Works in place.
/// Needs of the group: shuffles, local memory for a value per sub-group; of the device: 8 bytes per
/// tile, 16 for values of 8 bytes, 32 for those of 16; for others a word and two values.
/// Source: omprim; D. Merrill and M. Garland for the look-back.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Scan, tuning t>
struct scan_single_pass {
  static constexpr strategy_info info{algorithm::scan,
                                      "single-pass",
                                      "omprim; look-back of Merrill, Garland",
                                      "tiles by ticket, decoupled look-back; the default",
                                      {.by_default = true}};
  /// Head flags take registers: five groups of 128 items on a multiprocessor in place of six would
  /// take 1.17 times as long (H200, 2026-11-29).
  static constexpr int threads_per_unit = Scan::scanner::segmented ? 768 : 0;
  using kernel_type = scan_by_ticket<Scan, t, kernel::scanned_tile, threads_per_unit>;
  /// The kernel that marks the heads of segments before it scans.
  template <class Scanner, class Offsets>
  using marking_kernel = scan_marked_segments<Scanner, kernel_type, Offsets>;

  template <backends::call_backend Backend>
  static void run(Backend& backend, const Scan& problem) {
    if (problem.n != 0) launch_by_ticket<kernel_type, t>(backend, problem);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
