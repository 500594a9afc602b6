// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/backend/default_arithmetic.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/digits.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: one loop that adds each number to the digits of the sum.
///
/// Phases: none. Wins: for a few numbers; it is also the oracle of the other strategies. Loses:
/// everywhere else. Deterministic: the sum is exact. Needs of the group: nothing, there is none.
/// Source: U. Kulisch, V. Snyder, "The Exact Dot Product as Basic Tool for Long Interval
/// Arithmetic" (the superaccumulator).
namespace omprim::inline OMPRIM_ABI::strategy {

using omprim::detail::exact_digits;

template <class Terms, tuning>
struct exact_sequential {
  static constexpr strategy_info info{algorithm::exact,
                                      "sequential",
                                      "Kulisch, Snyder: The Exact Dot Product as Basic Tool",
                                      "one loop over the elements",
                                      {.deterministic = true, .devices = false}};

  template <backends::least_backend Backend, class Source>
  static const exact_digits& run(Backend& backend, const Source& source) {
    backend.record(0, 0, 0, 0);
    auto* const result = backend.template result<exact_digits>();
    *result = {};
    add_all(source, *result);
    return *result;
  }

 private:
  /// Not inlined, and its result goes to memory: default_arithmetic asks for both.
  template <class Source>
  __attribute__((noinline)) static void add_all(const Source& source, exact_digits& digits) {
    const backends::default_arithmetic arithmetic;
    kernel::digit_sum<false> sum(digits);
    constexpr std::uint64_t most = exact_digits::most_additions;
    for (std::uint64_t p = source.first; p < source.last; ++p) {
      Terms::template add<1>(source.template load<1>(p), 0, sum);
      if ((p - source.first) % most == most - 1) digits.carry();
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
