// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// reducer: the framework's own reduction, as its users would write it.
///
/// Phases: the framework's own. The backends host and device use the `reduction` clause of
/// OpenMP, tbb uses `tbb::parallel_reduce`, serial a loop. Wins: in brevity. Loses: on GPUs, by a
/// factor. Deterministic only if the framework is. Needs of the group: nothing, there is none.
/// Source: Z. Jin, J. Vetter, "Evaluating the Performance of Integer Sum Reduction in SYCL on
/// GPUs", listing 5; R. Peri, "Analyzing the Performance of Reduction Operations in Data
/// Parallel C++", compiler built-in reduction.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning>
struct reduce_reducer {
  static constexpr strategy_info info{
      algorithm::reduce,
      "reducer",
      "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, listing 5; Peri: Reduction Operations "
      "in Data Parallel C++, built-in reduction",
      "the framework's own reduction",
      {}};
  template <class Backend, class Source>
    requires backends::reducing_backend<Backend, Reducer, Source>
  static typename Reducer::accumulator run(Backend& backend, const Source& source) {
    backend.record(1, 0, 0, 0);
    return backend.template framework_reduce<Reducer>(source);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
