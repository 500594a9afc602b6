// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Where `count` values belong among n sorted elements. Elements are unsigned integers, which stand
/// for all types of their size: `kind` and `descending` say how they are ordered.
template <class Word>
struct search_problem {
  using word = Word;

  const Word* sorted;
  std::uint64_t n;
  const Word* values;
  std::uint64_t count;
  void* positions;    ///< integers of 4 or 8 bytes
  bool is_wide;       ///< positions have 8 bytes
  bool counts_equal;  ///< elements equal to a value are before it: upper_bound
  kernel::key_kind kind;
  bool descending;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
