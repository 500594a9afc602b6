// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/count_digits.hpp>
#include <omprim/detail/agent/sort/memory.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>

/// The steps of a radix sort after its digits are counted.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Calls copy(arrays, positions) and move(arrays, positions, pass) in order. `positions` says that
/// the values are the positions of the keys. Keys go to and fro between the temporary memory and
/// the output, where the last step ends.
template <class Word, class Value, class Copy, class Move>
OMPRIM_INLINE void for_each_step(const sort_problem<Word, Value>& problem,
                                 const digit_report& report, const sort_memory<Word, Value>& memory,
                                 Copy&& copy, Move&& move) {
  using data = sorted_data<Word, Value>;
  const int passes = problem.compared.passes();
  int left = 0;
  for (int pass = 0; pass < passes; ++pass) left += report.decides[pass];
  data arrays{problem.keys, problem.values, problem.keys_out, problem.values_out, 0, problem.n};
  bool positions = data::has_values && problem.values == nullptr;
  const bool in_place = problem.keys == problem.keys_out ||
                        (problem.values != nullptr && problem.values == problem.values_out);
  if (left == 0) {
    copy(arrays, positions);
    return;
  }
  const auto go_on = [&]() OMPRIM_INLINE_LAMBDA {
    arrays.keys = arrays.keys_out;
    arrays.values = arrays.values_out;
    positions = false;
  };
  if (in_place && left % 2 == 1) {
    arrays.keys_out = memory.keys;
    arrays.values_out = memory.values;
    copy(arrays, positions);
    go_on();
  }
  for (int pass = 0; pass < passes; ++pass) {
    if (report.decides[pass] == 0) continue;
    --left;
    const bool to_output = left % 2 == 0;
    arrays.keys_out = to_output ? problem.keys_out : memory.keys;
    arrays.values_out = to_output ? problem.values_out : memory.values;
    move(arrays, positions, pass);
    go_on();
  }
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
