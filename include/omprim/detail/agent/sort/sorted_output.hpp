// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/agent/sort/merge_memory.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Where keys and values are while some rounds of merges are left: in the arrays of the caller, or
/// in spare ones if an odd number of rounds moves them back.
template <class Word, class Value>
struct sorted_output {
  Word* keys;
  Value* values;

  static OMPRIM_INLINE sorted_output of(const sort_problem<Word, Value>& problem,
                                        const merge_memory<Word, Value>& memory, int rounds) {
    return rounds % 2 != 0 ? sorted_output{memory.keys, memory.values}
                           : sorted_output{problem.keys_out, problem.values_out};
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
