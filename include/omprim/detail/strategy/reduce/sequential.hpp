// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/accumulate.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/backend/default_arithmetic.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: one loop over the elements, in their order.
///
/// Phases: none. Wins: below some hundred elements; it is also the oracle of all others. Loses:
/// everywhere else, since each addition of floats waits for the one before. Deterministic, with the
/// rounding of the textbook loop. Needs of the group: nothing, there is none.
/// Source: Z. Jin, J. Vetter, "Evaluating the Performance of Integer Sum Reduction in SYCL on
/// GPUs", listing 1.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning>
struct reduce_sequential {
  static constexpr strategy_info info{
      algorithm::reduce,
      "sequential",
      "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, listing 1",
      "one loop over the elements",
      {.deterministic = true, .devices = false}};
  using accumulator = typename Reducer::accumulator;

  template <backends::least_backend Backend, class Source>
  static accumulator run(Backend& backend, const Source& source) {
    backend.record(0, 0, 0, 0);
    accumulator total;
    reduce(source, total);
    return total;
  }

 private:
  /// Not inlined, and its result goes to memory: default_arithmetic asks for both.
  template <class Source>
  __attribute__((noinline)) static void reduce(const Source& source, accumulator& total) {
    const backends::default_arithmetic arithmetic;
    accumulator all = Reducer::template identity<1>();
    for (std::uint64_t p = source.first; p < source.last; ++p) {
      all = Reducer::combine(
          all, Reducer::template lift<1>(source.template load<1>(p), source.index(p)));
    }
    total = all;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
