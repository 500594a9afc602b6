// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/agent/exact/launch.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// exponent-bins: each thread adds every number, as an integer, to the one or two bins that its
/// exponent names.
///
/// Phases: as the strategy window, without windows. A thread of a processor changes to a table of
/// more bins (agent/exact/exponent_table.hpp) after some tiles of doubles or products. Wins: on
/// GPUs, for numbers of all magnitudes at once: its speed does not depend on the data. Loses: to
/// window for numbers of similar magnitude, and on processors, which add to memory one number at a
/// time. Deterministic: the sum is exact. Needs of the group: local memory, sub-groups, wide loads,
/// a ticket.
/// Source: omprim; after R. Neal, "Fast exact summation using small and large superaccumulators".
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Terms, tuning t>
struct exact_exponent_bins {
  static constexpr strategy_info info{
      algorithm::exact,
      "exponent-bins",
      "omprim; Neal: Fast exact summation using small and large superaccumulators",
      "integer bins that the exponent of each number names",
      {.deterministic = true}};

  template <backends::counting_backend Backend, class Source>
  static OMPRIM_INLINE const exact_digits& run(Backend& backend, const Source& source) {
    return sum_by_share<Terms, false, t>(backend, source);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
