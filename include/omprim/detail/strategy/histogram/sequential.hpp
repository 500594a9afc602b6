// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/backend/default_arithmetic.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: one loop that counts each element.
///
/// Phases: none. Wins: for some ten elements; it is the oracle of the others. Loses: everywhere
/// else. Deterministic. Needs of the group: nothing, there is none.
/// Source: the definition.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Bins, tuning>
struct histogram_sequential {
  static constexpr strategy_info info{algorithm::histogram,
                                      "sequential",
                                      "omprim",
                                      "one loop over the elements",
                                      {.deterministic = true, .devices = false}};

  /// Not inlined, and its results go to memory: default_arithmetic asks for both.
  template <backends::launcher Backend, class Source>
  __attribute__((noinline)) static void run(Backend& backend, const Source& source,
                                            const Bins& bins, std::int64_t* counts) {
    const backends::default_arithmetic arithmetic;
    std::fill_n(counts, bins.count, 0);
    for (std::uint64_t p = source.first; p < source.last; ++p) {
      const std::uint32_t bin = bins.bin_of(source.base[p]);
      if (bin != bins.count) ++counts[bin];
    }
    backend.record(0, 0, 0, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
