// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/merge_path.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The values of [first, last) that are `step` apart, by `chains` independent combinations.
template <int chains, class What>
OMPRIM_INLINE typename What::accumulator fold_strided(const What& what, std::uint64_t first,
                                                      std::uint64_t last, std::uint64_t step) {
  using reducer = typename What::reducer;
  typename What::accumulator part[chains];
#pragma GCC unroll 16
  for (int c = 0; c < chains; ++c) part[c] = reducer::template identity<1>();
  std::uint64_t i = first;
  for (; i + (chains - 1) * step < last; i += chains * step) {
#pragma GCC unroll 16
    for (int c = 0; c < chains; ++c) {
      part[c] = what.add(part[c], i + static_cast<std::uint64_t>(c) * step);
    }
  }
  OMPRIM_KEEP_ROLLED
  for (; i < last; i += step) part[0] = what.add(part[0], i);
#pragma GCC unroll 16
  for (int c = 1; c < chains; ++c) part[0] = reducer::template combine<1>(part[0], part[c]);
  return part[0];
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
