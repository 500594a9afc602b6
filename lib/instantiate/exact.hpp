// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <instantiate/element_types.hpp>
#include <instantiate/rows.hpp>
#include <omprim/detail/reducer/exact_terms.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/detail/strategy/exact/exponent_bins.hpp>
#include <omprim/detail/strategy/exact/fixed_window.hpp>
#include <omprim/detail/strategy/exact/sequential.hpp>
#include <omprim/detail/strategy/exact/window.hpp>

/// The variants of exact sums, by the rules of rows.hpp.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::exact_digits;
using omprim::detail::exact_problem;

/// The terms of each operation.
template <class T, operation op>
struct exact_terms;
template <class T>
struct exact_terms<T, operation::exact_sum> : kernel::exact_values<T, false> {};
template <class T>
struct exact_terms<T, operation::exact_sum_of_absolutes> : kernel::exact_values<T, true> {};
template <class T>
struct exact_terms<T, operation::exact_sum_of_squares> : kernel::exact_products<T> {};
template <class T>
struct exact_terms<T, operation::exact_dot> : kernel::exact_products<T> {};

/// The function behind one row.
template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
exact_digits run_exact(const place& where, const exact_problem& problem) {
  using T = typename element_type<type>::type;
  using strategy = Strategy<exact_terms<T, op>, t>;
  auto backend = Side::backend_of(where);
  const auto* const data = static_cast<const T*>(problem.data);
  if constexpr (op == operation::exact_dot) {
    const auto* const other = static_cast<const T*>(problem.other);
    return strategy::run(backend, kernel::make_source(data, other, problem.n));
  } else {
    return strategy::run(backend, kernel::make_source(data, problem.n));
  }
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto exact_strategy_rows() {
  using T = typename element_type<type>::type;
  constexpr const auto& info = Strategy<exact_terms<T, op>, any_tuning>::info;
  return make_rows<exact_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_exact<Side, Strategy, type, op, t>; });
}

template <bool on_device, operation op, int bytes>
constexpr const auto& exact_tunings() {
  constexpr bool multiplies = op == operation::exact_dot || op == operation::exact_sum_of_squares;
  if constexpr (!on_device) {
    return tunings::single_pass_host_few<bytes>;
  } else {
    return either<multiplies, tunings::exact_device_products<bytes>,
                  tunings::exact_device_few<bytes>>();
  }
}

template <class Side, element type, operation op>
constexpr auto exact_pair() {
  using namespace strategy;
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr const auto& packs = exact_tunings<Side::on_device, op, bytes>();
  return join(exact_strategy_rows<Side, exact_sequential, type, op, sequential>(),
              exact_strategy_rows<Side, exact_exponent_bins, type, op, packs>(),
              exact_strategy_rows<Side, exact_window, type, op, packs>());
}

/// All operations on one type.
template <class Side, element type>
struct exact_rows {
  static constexpr auto make() {
    return join(exact_pair<Side, type, operation::exact_sum>(),
                exact_pair<Side, type, operation::exact_sum_of_absolutes>(),
                exact_pair<Side, type, operation::exact_sum_of_squares>(),
                exact_pair<Side, type, operation::exact_dot>());
  }
};

/// The windows that are swept.
template <class Side, element type>
struct exact_windows_rows {
  static constexpr auto make() {
    using namespace strategy;
    constexpr operation sum = operation::exact_sum;
    constexpr int bytes = sizeof(typename element_type<type>::type);
    constexpr const auto& packs = exact_tunings<Side::on_device, sum, bytes>();
    return join(
        exact_strategy_rows<Side, fixed_window<1, false>::template strategy, type, sum, packs>(),
        exact_strategy_rows<Side, fixed_window<2, false>::template strategy, type, sum, packs>(),
        exact_strategy_rows<Side, fixed_window<3, false>::template strategy, type, sum, packs>(),
        exact_strategy_rows<Side, fixed_window<4, false>::template strategy, type, sum, packs>(),
        exact_strategy_rows<Side, fixed_window<2, true>::template strategy, type, sum, packs>());
  }
};

/// Every strategy of exact sums. The terms are for members that do not depend on them.
using exact_strategies = strategies<
    kernel::exact_values<double, false>, strategy::exact_sequential, strategy::exact_exponent_bins,
    strategy::fixed_window<1, false>::strategy, strategy::fixed_window<2, false>::strategy,
    strategy::fixed_window<3, false>::strategy, strategy::fixed_window<4, false>::strategy,
    strategy::fixed_window<2, true>::strategy, strategy::exact_window>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
