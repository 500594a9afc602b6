// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/agent/runs/policy.hpp>
#include <omprim/detail/agent/runs/tile.hpp>
#include <omprim/detail/agent/scan/by_ticket.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/runs.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The bytes of a value that is combined; 0 if none is.
template <class Runs>
constexpr int combined_bytes() {
  if constexpr (kernel::combines_values<Runs>) {
    return sizeof(typename Runs::scanner::base::element);
  } else {
    return 0;
  }
}

/// The tuning of a tile that finds runs of keys and reduces them. Its groups have the size of `t`.
template <class Runs, tuning t>
inline constexpr tuning key_tuning{
    t.work_group_size, 1,
    kernel::run_policy::key_items(sizeof(typename Runs::key_word), combined_bytes<Runs>())};

/// Finds the runs of keys and reduces them.
template <class Runs, tuning t>
struct reduce_keys_by_ticket : scan_by_ticket<Runs, t, kernel::run_tile> {
  static constexpr int threads_per_unit =
      kernel::run_policy::key_threads_per_unit(combined_bytes<Runs>());
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
