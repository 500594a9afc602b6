// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <omprim/detail/agent/runs/vector_key_tile.hpp>
#include <omprim/detail/agent/runs/vector_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/reducer/runs.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/agent/runs/simt_head_tile.hpp>
#include <omprim/detail/agent/runs/simt_key_tile.hpp>
#include <omprim/detail/agent/runs/simt_value_tile.hpp>
#endif

/// A tile of runs: it has the functions of a tile of a scan (agent/scan/tile.hpp). write() writes
/// the results of the runs that end in the tile; that of the last tile also the result of the last
/// run, and the number of runs. A tile of keys also writes the keys of the runs that begin there.
namespace omprim::inline OMPRIM_ABI::kernel {

#if OMPRIM_SIMT
template <class Runs, tuning t, int size>
auto run_tile_for(const simt_group<size>&) {
  if constexpr (finds_runs<Runs>) {
    return std::type_identity<simt_key_tile<Runs, t>>{};
  } else if constexpr (combines_values<Runs>) {
    return std::type_identity<simt_value_tile<Runs, t>>{};
  } else {
    return std::type_identity<simt_head_tile<Runs, t>>{};
  }
}
#endif
template <class Runs, tuning t, int size>
auto run_tile_for(const vector_group<size>&) {
  if constexpr (finds_runs<Runs>) {
    return std::type_identity<vector_key_tile<Runs, t>>{};
  } else {
    return std::type_identity<vector_run_tile<Runs, t>>{};
  }
}

/// The tile type for a kind of group.
template <class Group, class Runs, tuning t>
using run_tile = typename decltype(run_tile_for<Runs, t>(std::declval<const Group&>()))::type;

}  // namespace omprim::inline OMPRIM_ABI::kernel
