// SPDX-License-Identifier: BSD-3-Clause
// Exact sums in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/reducer/exact_terms.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/detail/strategy/exact/exponent_bins.hpp>
#include <omprim/detail/strategy/exact/window.hpp>
#include <omprim/table.hpp>

#include "support/exact_oracle.hpp"
#include "support/simt_backend.hpp"
#include "support/simt_inputs.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim::operation;
using omprim::tuning;
using omprim_test::exact_data;
using omprim_test::exact_values;
using omprim_test::two_sub_groups;

constexpr tuning exact_tuning{two_sub_groups, 2, 2};

/// One sum by a strategy, on three groups at a time.
template <template <class, tuning> class Strategy, class Terms, class Source>
omprim::detail::exact_digits run(omprim_test::simt_backend& backend, const Source& source) {
  omprim::detail::exact_digits sum = Strategy<Terms, exact_tuning>::run(backend, source);
  if (source.size() != 0 && sum.others == 0) sum.negative_zeros = 1;
  return sum;
}

template <template <class, tuning> class Strategy, class T>
void check() {
  omprim_test::simt_backend backend(3);
  for (int number = 0; number < omprim_test::exact_data_kinds; ++number) {
    const auto kind = static_cast<exact_data>(number);
    for (const std::size_t n : std::initializer_list<std::size_t>{0, 1, 63, 255, 257, 2111}) {
      SCOPED_TRACE(to_string(kind) + " n " + std::to_string(n));
      const auto a = exact_values<T>(kind, 1, n + 1);
      const auto b = exact_values<T>(kind, 2, n + 1);
      const T* const x = a.data() + 1;
      const auto sum =
          run<Strategy, kernel::exact_values<T, false>>(backend, kernel::make_source(x, n));
      EXPECT_TRUE(omprim_test::has_bits(omprim::detail::rounded<T>(sum),
                                        omprim_test::exact_result(operation::exact_sum, x, x, n)));
      const auto dot =
          run<Strategy, kernel::exact_products<T>>(backend, kernel::make_source(x, b.data(), n));
      EXPECT_TRUE(
          omprim_test::has_bits(omprim::detail::rounded<T>(dot),
                                omprim_test::exact_result(operation::exact_dot, x, b.data(), n)));
    }
  }
}

TEST(SimtExact, SumsByWindows) {
  check<strategy::exact_window, float>();
  check<strategy::exact_window, double>();
}

TEST(SimtExact, SumsByExponents) {
  check<strategy::exact_exponent_bins, float>();
  check<strategy::exact_exponent_bins, double>();
}

// Sub-groups of one group add up to different digits, if one of them has larger numbers.
template <class T>
void check_distant_windows(std::initializer_list<int> exponents) {
  omprim_test::simt_backend backend(3);
  constexpr std::size_t tiles = 5;
  constexpr std::size_t n = tiles * static_cast<std::size_t>(exact_tuning.tile());
  constexpr std::size_t part = OMPRIM_EMULATED_LANES * exact_tuning.lanes;  // of a row
  alignas(64) static T x[n];
  for (const int exponent : exponents) {
    SCOPED_TRACE("2^" + std::to_string(exponent));
    const auto similar = exact_values<T>(exact_data::similar, 4, n);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = i / part % 2 == 0 ? similar[i] : std::ldexp(similar[i], exponent);
    }
    const auto source = kernel::make_source(x, n);
    EXPECT_TRUE(omprim_test::has_bits(
        omprim::detail::rounded<T>(
            run<strategy::exact_window, kernel::exact_values<T, false>>(backend, source)),
        omprim_test::exact_result(operation::exact_sum, x, x, n)));
    EXPECT_TRUE(omprim_test::has_bits(
        omprim::detail::rounded<T>(
            run<strategy::exact_window, kernel::exact_products<T>>(backend, source)),
        omprim_test::exact_result(operation::exact_dot, x, x, n)));
  }
}
TEST(SimtExact, SubGroupsHaveDistantWindows) {
  check_distant_windows<double>({-1073, -900, -100, -50, -1, 1, 33, 100, 900, 1023});
  check_distant_windows<float>({-148, -100, -50, -1, 1, 33, 100, 127});
}

// Bins and windows take a thousand numbers each; one item takes ten times as many here.
TEST(SimtExact, EmptiesFullBins) {
  omprim_test::simt_backend backend(1);
  const std::size_t n = 64 * 10000;
  for (const exact_data kind : {exact_data::similar, exact_data::all_numbers}) {
    const auto a = exact_values<double>(kind, 3, n);
    using values = kernel::exact_values<double, false>;
    const double want = omprim_test::exact_result(operation::exact_sum, a.data(), a.data(), n);
    const auto source = kernel::make_source(a.data(), n);
    EXPECT_TRUE(omprim_test::has_bits(
        omprim::detail::rounded<double>(run<strategy::exact_window, values>(backend, source)),
        want));
    EXPECT_TRUE(
        omprim_test::has_bits(omprim::detail::rounded<double>(
                                  run<strategy::exact_exponent_bins, values>(backend, source)),
                              want));
  }
}

}  // namespace
