// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/count_digits.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>

/// The steps of a radix sort after its digits are counted.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Where the keys and values of a step come from, or go.
enum class sort_place : std::uint8_t { input, output, memory };

/// The steps of a sort, in order: passes by digits that decide, and perhaps a copy. Keys go to and
/// fro between the temporary memory and the output, where the last step ends.
struct sort_progress {
  static constexpr int copies = -1;

  std::uint32_t deciding;  ///< bit p: pass p decides
  int pass;                ///< of the step; `copies`
  int left;                ///< passes after it
  sort_place from;
  sort_place to;

  /// Goes to the first step.
  OMPRIM_INLINE void begin(const digit_report& report, bool in_place) {
    deciding = report.deciding;
    left = __builtin_popcount(deciding);
    pass = copies;
    to = sort_place::input;
    // In place, an odd number of passes would end in the temporary memory: a copy comes first.
    if (left == 0 || (in_place && left % 2 == 1)) {
      go();
    } else {
      next();
    }
  }
  /// Goes to the next step; false after the last one.
  OMPRIM_INLINE bool next() {
    if (left == 0) return false;
    const std::uint32_t rest = deciding >> (pass + 1);
    pass += 1 + __builtin_ctz(rest);
    --left;
    go();
    return true;
  }

 private:
  OMPRIM_INLINE void go() {
    from = to;
    to = left % 2 == 0 ? sort_place::output : sort_place::memory;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
