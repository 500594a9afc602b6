// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/merge_path.hpp>
#include <omprim/kernel/pack.hpp>
#include <omprim/kernel/reducer.hpp>

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

/// What thread `me` of `width` contributes to the values of [first, last): packs of `lanes` values,
/// aligned, `at_once` of them under way at a time, and some of those that no pack holds.
template <int width, int lanes, int at_once, class What>
OMPRIM_INLINE typename What::accumulator fold_packs(const What& what, std::uint64_t first,
                                                    std::uint64_t last, int me) {
  using reducer = typename What::reducer;
  constexpr auto wide = static_cast<std::uint64_t>(lanes);
  const auto mine = static_cast<std::uint64_t>(me);
  const auto address = reinterpret_cast<std::uintptr_t>(what.values + first);
  const std::uint64_t aligned = first + (wide - address / sizeof(*what.values) % wide) % wide;
  const std::uint64_t packs = aligned < last ? (last - aligned) / wide : 0;

  auto rest = reducer::template identity<1>();
  if (first + mine < (aligned < last ? aligned : last)) rest = what.add(rest, first + mine);
  const std::uint64_t behind = aligned + packs * wide + mine;
  if (behind < last) rest = what.add(rest, behind);

  auto total = reducer::template identity<lanes>();
  std::uint64_t at = aligned + mine * wide;
  OMPRIM_KEEP_ROLLED
  for (std::uint64_t left = (packs + width - 1 - mine) / width; left > 0;) {
    const int now = left < at_once ? static_cast<int>(left) : at_once;
    const auto* const from = what.values + at;
    kernel::pack<typename What::element, lanes> next[at_once];
#pragma GCC unroll 16
    for (int i = 0; i < at_once; ++i) {
      next[i] = kernel::load_pack<lanes, true>(from + (i < now ? i * width * lanes : 0));
    }
#pragma GCC unroll 16
    for (int i = 0; i < at_once; ++i) {
      if (i < now) {
        const auto index = at + static_cast<std::uint64_t>(i * width * lanes);
        total =
            reducer::template combine<lanes>(total, reducer::template lift<lanes>(next[i], index));
      }
    }
    at += static_cast<std::uint64_t>(at_once * width * lanes);
    left -= static_cast<std::uint64_t>(now);
  }
  return reducer::template combine<1>(rest, kernel::fold_lanes<reducer, lanes>(total));
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
