// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: one loop over the elements; each kept element is written after the last one.
///
/// Phases: none. Wins: nowhere by speed; it is the oracle of all others. Loses: everywhere.
/// Deterministic, keeps the order, works in place. Needs of the group: nothing, there is none.
/// Source: Z. Jin and J. S. Vetter, "Evaluating Nonuniform Reduction in HIP and SYCL on GPUs",
/// listing 1.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Selection, tuning t>
struct select_sequential {
  static constexpr strategy_info info{
      algorithm::select,
      "sequential",
      "Jin, Vetter: Nonuniform Reduction in HIP and SYCL, listing 1",
      "one loop over the elements",
      {.deterministic = true, .devices = false}};

  template <backends::least_backend Backend>
  static std::uint64_t run(Backend& backend, const Selection& what) {
    std::uint64_t kept = 0;
    for (std::uint64_t i = 0; i < what.n; ++i) {
      const auto value = what.data[i];
      if (what.keeps(value, i)) {
        if constexpr (Selection::emits != kernel::emit::nothing) {
          what.selected[kept] = what.emitted(value, i);
        }
        ++kept;
      } else if constexpr (Selection::emits == kernel::emit::both_halves) {
        what.rejected[i - kept] = value;
      }
    }
    if (what.count != nullptr) *what.count = kept;
    backend.record(0, 1, 1, 0);
    return kept;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
