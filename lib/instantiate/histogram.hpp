// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <instantiate/element_types.hpp>
#include <instantiate/rows.hpp>
#include <omprim/detail/agent/histogram/bin_index.hpp>
#include <omprim/detail/backend/default_arithmetic.hpp>
#include <omprim/detail/reducer/bins.hpp>
#include <omprim/detail/reducer/edge_bins.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/detail/strategy/histogram/global_bins.hpp>
#include <omprim/detail/strategy/histogram/local_bins.hpp>
#include <omprim/detail/strategy/histogram/sequential.hpp>

/// The variants of histograms, by the rules of rows.hpp.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::histogram_problem;

/// The bins of each operation, and how they are made of a request.
template <class T, operation op>
struct bins_of;
template <class T>
struct bins_of<T, operation::histogram_even> {
  using type = kernel::even_bins<T>;
  /// Not inlined, and its result goes to memory: default_arithmetic asks for both.
  __attribute__((noinline)) static void make(const histogram_request& asked, type& bins) {
    const backends::default_arithmetic arithmetic;
    bins = type::make(omprim::detail::get<T>(asked.lower), omprim::detail::get<T>(asked.upper),
                      static_cast<std::uint32_t>(asked.bins));
  }
};
template <class T>
struct bins_of<T, operation::histogram_edges> {
  using type = kernel::edge_bins<T>;
  static void make(const histogram_request& asked, type& bins) {
    bins = {static_cast<const T*>(asked.edges), asked.bins};
  }
};

/// Writes the bin of each element. It is the same of all rows, so that it is compiled once.
template <class Side, element type, operation op>
__attribute__((noinline)) void write_bins(
    const place& where, const histogram_problem& problem,
    const typename bins_of<typename element_type<type>::type, op>::type& bins) {
  using T = typename element_type<type>::type;
  constexpr const auto& tiles = either<Side::on_device, tunings::histogram_device_few<sizeof(T)>,
                                       tunings::histogram_host_few<sizeof(T)>>();
  auto backend = Side::backend_of(where);
  strategy::write_bin_index<tiles[0]>(backend, static_cast<const T*>(problem.data), problem.n, bins,
                                      problem.found.index,
                                      problem.found.bytes == sizeof(std::int64_t));
}

/// The function behind one row.
template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
void run_histogram(const place& where, const histogram_problem& problem) {
  using T = typename element_type<type>::type;
  using bins_type = bins_of<T, op>;
  typename bins_type::type bins;
  bins_type::make(problem.request, bins);
  if (problem.found.index != nullptr) return write_bins<Side, type, op>(where, problem, bins);
  auto backend = Side::backend_of(where);
  Strategy<typename bins_type::type, t>::run(
      backend, kernel::make_source(static_cast<const T*>(problem.data), problem.n), bins,
      problem.request.counts);
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto histogram_strategy_rows() {
  constexpr const auto& info = Strategy<kernel::even_bins<int>, any_tuning>::info;
  return make_rows<histogram_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_histogram<Side, Strategy, type, op, t>; });
}

/// The histograms by one operation on one type.
template <class Side, element type, operation op>
constexpr auto histogram_pair() {
  using namespace strategy;
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr const auto& tiles = either<Side::on_device, tunings::histogram_device_few<bytes>,
                                       tunings::histogram_host_few<bytes>>();
  return join(histogram_strategy_rows<Side, histogram_sequential, type, op, sequential>(),
              histogram_strategy_rows<Side, histogram_local_bins, type, op, tiles>(),
              histogram_strategy_rows<Side, histogram_global_bins, type, op, tiles>());
}

/// All operations on one type.
template <class Side, element type>
struct histogram_rows {
  static constexpr auto make() {
    return join(histogram_pair<Side, type, operation::histogram_even>(),
                histogram_pair<Side, type, operation::histogram_edges>());
  }
};

/// The other tunings of what is swept.
template <class Side, element type>
struct histogram_sweep_rows {
  static constexpr auto make() {
    using namespace strategy;
    constexpr operation op = operation::histogram_even;
    constexpr int bytes = sizeof(typename element_type<type>::type);
    constexpr const auto& rest = either<Side::on_device,
                                        tunings::rest_of<tunings::histogram_device_grid<bytes>,
                                                         tunings::histogram_device_few<bytes>>,
                                        tunings::rest_of<tunings::histogram_host_grid<bytes>,
                                                         tunings::histogram_host_few<bytes>>>();
    return join(histogram_strategy_rows<Side, histogram_local_bins, type, op, rest>(),
                histogram_strategy_rows<Side, histogram_global_bins, type, op, rest>());
  }
};

/// Every strategy of histograms, in the order of listings. The bins are for members that do not
/// depend on them.
using histogram_strategies =
    strategies<kernel::even_bins<int>, strategy::histogram_sequential,
               strategy::histogram_local_bins, strategy::histogram_global_bins>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
