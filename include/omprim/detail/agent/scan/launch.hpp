// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/scan/by_share.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/look_back_words.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The most groups of a kernel that run at once.
template <class Kernel, class Backend>
std::uint64_t groups_at_once(Backend& backend) {
  if constexpr (Kernel::threads_per_unit != 0) {
    return backend.resident_groups(Kernel::work_group_size, Kernel::threads_per_unit);
  } else {
    return backend.resident_groups(Kernel::work_group_size);
  }
}

/// The memory of a look-back over some tiles.
template <class A>
struct ticket_memory {
  kernel::look_back_header* header;
  A* wide;  ///< values that do not fit into the words

  template <class Backend>
  ticket_memory(Backend& backend, std::uint64_t groups, std::uint64_t tiles)
      : header(nullptr), wide(nullptr) {
    constexpr std::uint64_t words = kernel::words_of_tile<A>;
    if (groups > 1 || Backend::is_device) header = backend.look_back(tiles * words);
    if (header != nullptr && !kernel::fits_words<A>) {
      wide = backend.template scratch<A>(2 * tiles);
    }
  }
};

/// Launches a scan by ticket. `Kernel` is a scan_by_ticket.
template <class Kernel, tuning t, class Backend, class Scan>
void launch_by_ticket(Backend& backend, const Scan& problem) {
  const std::uint64_t tiles = tiles_of<t>(problem.n);
  const std::uint64_t groups = std::min(tiles, groups_at_once<Kernel>(backend));
  const ticket_memory<typename Scan::accumulator> memory(backend, groups, tiles);
  backend.launch(groups, Kernel{problem, memory.header, memory.wide});
  backend.record(1, groups, groups * t.work_group_size, groups > 1 ? 2 * groups + tiles : 0);
}

/// Launches a scan by shares: each group combines its own, then scans it.
template <class Scan, tuning t, template <class, class, tuning> class Tile = kernel::scanned_tile,
          class Backend>
void launch_by_share(Backend& backend, const Scan& problem) {
  const std::uint64_t groups =
      std::min(tiles_of<t>(problem.n), backend.resident_groups(t.work_group_size));
  auto* totals = backend.template scratch<typename Scan::accumulator>(groups);
  backend.launch(groups, combine_shares<Scan, t, Tile>{problem, totals});
  backend.launch(groups, scan_shares<Scan, t, Tile>{problem, totals});
  backend.record(2, 2 * groups, 2 * groups * t.work_group_size, 0);
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
