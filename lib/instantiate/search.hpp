// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <instantiate/element_types.hpp>
#include <instantiate/key_kind.hpp>
#include <instantiate/rows.hpp>
#include <omprim/detail/strategy/search/bisection.hpp>
#include <omprim/detail/strategy/search/sequential.hpp>

/// The variants of searches, by the rules of rows.hpp. Elements are unsigned integers, which stand
/// for all types of their size. The rows of both operations have one function: the operation
/// travels with the problem.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::search_problem;

/// The function behind one row.
template <class Side, template <class, tuning> class Strategy, element type, tuning t>
void run_search(const place& where, const search_problem& asked) {
  using word = typename element_type<type>::type;
  const search_request& arrays = asked.request;
  auto backend = Side::backend_of(where);
  Strategy<strategy::search_problem<word>, t>::run(
      backend,
      {static_cast<const word*>(asked.sorted), asked.n, static_cast<const word*>(arrays.values),
       arrays.count, arrays.positions, arrays.position_bytes == sizeof(std::int64_t),
       asked.op == operation::upper_bound, key_kind_of(asked.type), asked.descending});
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto search_strategy_rows() {
  constexpr const auto& info = Strategy<strategy::search_problem<std::uint32_t>, any_tuning>::info;
  return make_rows<search_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_search<Side, Strategy, type, t>; });
}

/// The searches by one operation of one type.
template <class Side, element type, operation op>
constexpr auto search_pair() {
  using namespace strategy;
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& tiles =
      either<Side::on_device, tunings::search_device_few, tunings::search_host_few<bytes>>();
  return join(search_strategy_rows<Side, search_sequential, type, op, sequential>(),
              search_strategy_rows<Side, search_bisection, type, op, tiles>());
}

/// All operations on one type.
template <class Side, element type>
struct search_rows {
  static constexpr auto make() {
    return join(search_pair<Side, type, operation::lower_bound>(),
                search_pair<Side, type, operation::upper_bound>());
  }
};

/// Every strategy of searches, in the order of listings. The problem is for members that do not
/// depend on it.
using search_strategies = strategies<strategy::search_problem<std::uint32_t>,
                                     strategy::search_sequential, strategy::search_bisection>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
