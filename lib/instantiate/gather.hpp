// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <instantiate/element_types.hpp>
#include <instantiate/rows.hpp>
#include <omprim/detail/strategy/gather/direct.hpp>
#include <omprim/detail/strategy/gather/sequential.hpp>

/// The variants of gathers and scatters, by the rules of rows.hpp. Elements are unsigned integers,
/// which stand for all types of their size. The rows of both operations have one function.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::gather_problem;
using omprim::detail::position_fault;

/// The function behind one row.
template <class Side, template <class, tuning> class Strategy, element type, tuning t>
position_fault run_gather(const place& where, const gather_problem& asked) {
  using word = typename element_type<type>::type;
  const gather_request& arrays = asked.request;
  auto backend = Side::backend_of(where);
  const strategy::position_fault fault = Strategy<strategy::gather_problem<word>, t>::run(
      backend, {static_cast<const word*>(arrays.source), arrays.positions,
                arrays.position_bytes == sizeof(std::int64_t), asked.op == operation::scatter,
                asked.n, static_cast<word*>(arrays.out), arrays.size});
  return {fault.index, fault.position};
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto gather_strategy_rows() {
  constexpr const auto& info = Strategy<strategy::gather_problem<std::uint32_t>, any_tuning>::info;
  return make_rows<gather_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_gather<Side, Strategy, type, t>; });
}

/// The moves by one operation of one type.
template <class Side, element type, operation op>
constexpr auto gather_pair() {
  using namespace strategy;
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& on_device =
      either<op == operation::gather, tunings::gather_device_few, tunings::scatter_device_few>();
  constexpr const auto& tiles =
      either<Side::on_device, on_device, tunings::gather_host_few<bytes>>();
  return join(gather_strategy_rows<Side, gather_sequential, type, op, sequential>(),
              gather_strategy_rows<Side, gather_direct, type, op, tiles>());
}

/// All operations on one type.
template <class Side, element type>
struct gather_rows {
  static constexpr auto make() {
    return join(gather_pair<Side, type, operation::gather>(),
                gather_pair<Side, type, operation::scatter>());
  }
};

/// Every strategy of gathers, in the order of listings. The problem is for members that do not
/// depend on it.
using gather_strategies = strategies<strategy::gather_problem<std::uint32_t>,
                                     strategy::gather_sequential, strategy::gather_direct>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
