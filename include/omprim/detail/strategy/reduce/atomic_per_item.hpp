// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/strategy/reduce/global_atomic.hpp>
#include <omprim/table.hpp>

/// atomic-per-item: every work-item adds one element to the result by an atomic.
///
/// Phases: (1) Each item loads one element. (2) One global atomic per item. Wins: never; it
/// measures the rate of atomics on one address. Loses: everywhere. Not deterministic for floats.
/// Needs of the group: nothing.
/// Source: R. Peri, "Analyzing the Performance of Reduction Operations in Data Parallel C++",
/// reductionAtomics1.
namespace omprim::inline OMPRIM_ABI::strategy {

template <tuning t>
struct gather_one {
  template <class Source>
  static std::uint64_t items(const Source& source) {
    return source.last;
  }
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t item, std::uint64_t /*all*/) {
    return accumulate<Reducer, 1>(Reducer::template identity<1>(), source, item);
  }
};

template <class Reducer, tuning t>
struct reduce_atomic_per_item : reduce_global_atomic<Reducer, t, gather_one<t>> {
  static constexpr strategy_info info{
      algorithm::reduce,
      "atomic-per-item",
      "Peri: Reduction Operations in Data Parallel C++, reductionAtomics1",
      "one global atomic per element",
      {}};
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
