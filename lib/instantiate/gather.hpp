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

/// Moves elements of any size as words of `Word`.
template <template <class, tuning> class Strategy, class Word, tuning t, class Backend>
position_fault run_gather_of(Backend& backend, const gather_problem& asked) {
  const gather_request& arrays = asked.request;
  const strategy::position_fault fault = Strategy<strategy::gather_problem<Word>, t>::run(
      backend, {static_cast<const Word*>(arrays.source), arrays.positions,
                arrays.position_bytes == sizeof(std::int64_t), asked.op == operation::scatter,
                asked.n, static_cast<Word*>(arrays.out), arrays.size,
                static_cast<std::uint32_t>(arrays.element_bytes / sizeof(Word))});
  return {fault.index, fault.position};
}

/// Moves elements as the largest words that they consist of, wherever they lie.
template <template <class, tuning> class Strategy, tuning t, class Backend>
position_fault run_gather_of_any_size(Backend& backend, const gather_problem& asked) {
  const gather_request& arrays = asked.request;
  const auto bits = reinterpret_cast<std::uintptr_t>(arrays.source) |
                    reinterpret_cast<std::uintptr_t>(arrays.out) | arrays.element_bytes;
  if (bits % 4 == 0) return run_gather_of<Strategy, std::uint32_t, t>(backend, asked);
  if (bits % 2 == 0) return run_gather_of<Strategy, std::uint16_t, t>(backend, asked);
  return run_gather_of<Strategy, std::uint8_t, t>(backend, asked);
}

/// The function behind one row. Those of 4-byte words move elements of any size.
template <class Side, template <class, tuning> class Strategy, element type, tuning t>
position_fault run_gather(const place& where, const gather_problem& asked) {
  using word = typename element_type<type>::type;
  auto backend = Side::backend_of(where);
  if constexpr (sizeof(word) == sizeof(std::uint32_t)) {
    return run_gather_of_any_size<Strategy, t>(backend, asked);
  } else {
    return run_gather_of<Strategy, word, t>(backend, asked);
  }
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
