// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <instantiate/element_types.hpp>
#include <instantiate/key_kind.hpp>
#include <instantiate/rows.hpp>
#include <omprim/detail/agent/top_k/problem.hpp>
#include <omprim/detail/strategy/top_k/sample.hpp>
#include <omprim/detail/strategy/top_k/sequential.hpp>

/// The variants of order statistics, by the rules of rows.hpp. Elements are unsigned integers,
/// which stand for all types of their size.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::top_k_problem;

/// The function behind one row.
template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
void run_top_k(const place& where, const top_k_problem& asked) {
  using word = typename element_type<type>::type;
  const strategy::ordered_elements<word> elements{static_cast<const word*>(asked.data), asked.n,
                                                  key_kind_of(asked.type), !asked.smallest};
  const top_k_request& request = asked.request;
  auto* const out = static_cast<word*>(request.out);
  auto backend = Side::backend_of(where);
  if constexpr (op == operation::top_k) {
    Strategy<word, t>::run(
        backend, strategy::top_k_problem<word>{elements, request.k, out, request.positions});
  } else {
    Strategy<word, t>::run(backend,
                           strategy::ranks_problem<word>{elements, request.places, request.k, out});
  }
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto top_k_strategy_rows() {
  constexpr const auto& info = Strategy<std::uint32_t, any_tuning>::info;
  return make_rows<top_k_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_top_k<Side, Strategy, type, op, t>; });
}

/// The order statistics by one operation of one type.
template <class Side, element type, operation op>
constexpr auto top_k_pair() {
  using namespace strategy;
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr const auto& tiles =
      either<Side::on_device, tunings::top_k_device_few, tunings::sort_host_few<8>>();
  return join(top_k_strategy_rows<Side, top_k_sequential, type, op, sequential>(),
              top_k_strategy_rows<Side, top_k_sample, type, op, tiles>());
}

/// All operations on one type.
template <class Side, element type>
struct top_k_rows {
  static constexpr auto make() {
    return join(top_k_pair<Side, type, operation::top_k>(),
                top_k_pair<Side, type, operation::kth_smallest>());
  }
};

/// Every strategy of order statistics, in the order of listings. The word is for members that do
/// not depend on it.
using top_k_strategies =
    strategies<std::uint32_t, strategy::top_k_sequential, strategy::top_k_sample>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
