// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <instantiate/element_types.hpp>
#include <instantiate/key_kind.hpp>
#include <instantiate/rows.hpp>
#include <omprim/detail/strategy/merge/merge_path.hpp>
#include <omprim/detail/strategy/merge/sequential.hpp>

/// The variants of merges, by the rules of rows.hpp. Keys are unsigned integers, which stand for
/// all types of their size, and so are values.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::merge_problem;

template <template <class, tuning> class Strategy, class Word, class Value, tuning t, class Backend>
void run_merge_of(Backend& backend, const merge_problem& asked) {
  const merge_request& arrays = asked.request;
  Strategy<strategy::merge_problem<Word, Value>, t>::run(
      backend,
      {{static_cast<const Word*>(asked.keys), static_cast<const Value*>(arrays.values), asked.n},
       {static_cast<const Word*>(arrays.second), static_cast<const Value*>(arrays.second_values),
        arrays.second_count},
       static_cast<Word*>(arrays.keys_out),
       static_cast<Value*>(arrays.values_out),
       key_kind_of(asked.type),
       asked.descending});
}

/// The function behind one row.
template <class Side, template <class, tuning> class Strategy, element type, operation op, tuning t>
void run_merge(const place& where, const merge_problem& asked) {
  using word = typename element_type<type>::type;
  auto backend = Side::backend_of(where);
  if constexpr (op == operation::merge) {
    run_merge_of<Strategy, word, strategy::no_value, t>(backend, asked);
  } else if (asked.request.value_bytes == sizeof(std::uint32_t)) {
    run_merge_of<Strategy, word, std::uint32_t, t>(backend, asked);
  } else {
    run_merge_of<Strategy, word, std::uint64_t, t>(backend, asked);
  }
}

template <class Side, template <class, tuning> class Strategy, element type, operation op,
          const auto& tunings>
constexpr auto merge_strategy_rows() {
  using any_problem = strategy::merge_problem<std::uint32_t, strategy::no_value>;
  constexpr const auto& info = Strategy<any_problem, any_tuning>::info;
  return make_rows<merge_problem, Side, type, op, tunings>(
      info, []<tuning t>() { return run_merge<Side, Strategy, type, op, t>; });
}

/// The merges by one operation of one type.
template <class Side, element type, operation op>
constexpr auto merge_pair() {
  using namespace strategy;
  constexpr const auto& sequential = sequential_tunings<Side::on_device>();
  constexpr int bytes = sizeof(typename element_type<type>::type);
  constexpr const auto& of_device =
      either<op == operation::merge, tunings::merge_keys_device_few, tunings::merge_device_few>();
  constexpr const auto& tiles =
      either<Side::on_device, of_device, tunings::merge_host_few<bytes>>();
  return join(merge_strategy_rows<Side, merge_sequential, type, op, sequential>(),
              merge_strategy_rows<Side, merge_merge_path, type, op, tiles>());
}

/// All operations on one type.
template <class Side, element type>
struct merge_rows {
  static constexpr auto make() {
    return join(merge_pair<Side, type, operation::merge>(),
                merge_pair<Side, type, operation::merge_by_key>());
  }
};

/// Every strategy of merges, in the order of listings. The problem is for members that do not
/// depend on it.
using merge_strategies = strategies<strategy::merge_problem<std::uint32_t, strategy::no_value>,
                                    strategy::merge_sequential, strategy::merge_merge_path>;

}  // namespace omprim::inline OMPRIM_ABI::instantiate
