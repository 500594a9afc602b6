// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/scan/tile.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: one loop that carries the prefix of each element.
///
/// Phases: none. Wins: for some ten elements; it is the oracle of all others. Loses: everywhere
/// else. Deterministic. Works in place. Needs of the group: nothing, there is none.
/// Source: the definition.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Scan, tuning t>
struct scan_sequential {
  static constexpr strategy_info info{algorithm::scan,
                                      "sequential",
                                      "omprim",
                                      "one loop over the elements",
                                      {.deterministic = true, .devices = false}};
  template <backends::least_backend Backend>
  static void run(Backend& backend, const Scan& what) {
    using scanner = typename Scan::scanner;
    auto before = what.initial;
    for (std::uint64_t i = 0; i < what.n; ++i) {
      const auto next = scanner::combine(before, scanner::template lift<1>(what.data[i], i));
      what.out[i] = what.result(what.exclusive != 0 ? before : next, i);
      before = next;
    }
    backend.record(0, 1, 1, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
