// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/selection.hpp>
#include <omprim/detail/simd/pack.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// Notes on one thread which of the elements [first, first + count) are kept
/// (reducer/selection.hpp). `first` is a multiple of 64. Looks at `lanes` elements at a time, which
/// divide 64.
template <int lanes, class Selection>
OMPRIM_INLINE void mark(const Selection& problem, std::uint64_t first, int count) {
  constexpr int bits = 64;
  static_assert(bits % lanes == 0);
  std::uint64_t* word = problem.marks + first / bits;
  for (int begin = 0; begin < count; begin += bits) {
    const int end = count - begin < bits ? count - begin : bits;
    const std::uint64_t at = first + static_cast<std::uint64_t>(begin);
    std::uint64_t marks = 0;
    int i = 0;
    if constexpr (lanes > 1) {
      for (; i + lanes <= end; i += lanes) {
        const std::uint64_t index = at + static_cast<std::uint64_t>(i);
        const auto values = load_pack<lanes, false>(problem.data + index);
        marks |= problem.keeps.template lanes<lanes>(values, index) << i;
      }
    }
    for (; i < end; ++i) {
      const std::uint64_t index = at + static_cast<std::uint64_t>(i);
      marks |= std::uint64_t{problem.keeps(problem.data[index], index)} << i;
    }
    *word++ = marks;
  }
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
