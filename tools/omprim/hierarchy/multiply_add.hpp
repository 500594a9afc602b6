// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Measures the peak that shares of the peak refer to, by fused multiply-adds in registers.
namespace omprim::hierarchy::inline OMPRIM_ABI {

/// Each item keeps `chains` packs of `lanes` in flight, enough to cover the latency.
template <int size, int lanes, int chains>
struct alignas(8) multiply_add {
  static constexpr int work_group_size = size;
  static constexpr double operations_per_round = 2.0 * size * lanes * chains;
  template <class Group>
  struct local_memory {};
  using vector = kernel::pack<double, lanes>;

  std::uint64_t rounds;
  double factor, summand;  ///< 0.5 and 1; the compiler does not know the values
  double* sink;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const vector by = kernel::broadcast<double, lanes>(factor);
    const vector more = kernel::broadcast<double, lanes>(summand);
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      vector values[chains];
#pragma GCC unroll 16
      for (int c = 0; c < chains; ++c) values[c] = by * static_cast<double>(item.id + c);
      for (std::uint64_t r = 0; r < rounds; ++r) {
#pragma GCC unroll 16
        for (int c = 0; c < chains; ++c) values[c] = values[c] * by + more;
      }
      double total = 0;
#pragma GCC unroll 16
      for (int c = 0; c < chains; ++c) {
        // Uses every lane: the compiler removes computations whose result is unused.
        for (int i = 0; i < lanes; ++i) total += kernel::lane<lanes>(values[c], i);
      }
      if (total < 0) *sink = total;  // never
    });
  }
};

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
