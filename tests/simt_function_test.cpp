// SPDX-License-Identifier: BSD-3-Clause
// Function objects as operators, in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/reducer/function_operator.hpp>
#include <omprim/detail/reducer/operator_traits.hpp>
#include <omprim/detail/reducer/scanner.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/detail/strategy/reduce/single_pass.hpp>
#include <omprim/detail/strategy/scan/segmented.hpp>
#include <omprim/detail/strategy/scan/single_pass.hpp>
#include <omprim/open/segmented_reduce.hpp>

#include "support/affine.hpp"
#include "support/simt_backend.hpp"
#include "support/simt_inputs.hpp"
#include "support/values.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim::tuning;
using omprim_test::affine;
using omprim_test::simt_backend;
using omprim_test::teams;
using omprim_test::then;
using omprim_test::two_sub_groups;

std::vector<affine> random_maps(std::size_t n) {
  omprim_test::random_engine random(omprim_test::test_seed());
  std::vector<affine> maps(n);
  for (affine& map : maps) {
    map = {omprim_test::random_bits<std::uint32_t>(random) | 1U,
           omprim_test::random_bits<std::uint32_t>(random)};
  }
  return maps;
}

TEST(SimtFunctions, CapturesComeAlongInAReductionOfFunctionValues) {
  std::vector<float> data(3001);
  std::iota(data.begin(), data.end(), 0.0F);
  std::int64_t modulus = 1009;
  std::int64_t scale = 3;
  const auto add = [modulus](std::int64_t a, std::int64_t b) { return (a + b) % modulus; };
  const auto scaled = [scale](float x) { return scale * static_cast<std::int64_t>(x); };
  using reducer = kernel::operator_traits<std::int64_t, decltype(add)>::reducer;
  using scaled_array =
      kernel::transformed_source<kernel::array_source<float>, decltype(scaled), std::int64_t>;
  for (const std::uint64_t running : teams) {
    for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{100}, data.size()}) {
      simt_backend backend(running);
      const kernel::operator_source<scaled_array, decltype(add)> source{
          scaled_array{kernel::make_source(data.data(), n),
                       kernel::stored_function<decltype(scaled)>::of(scaled)},
          kernel::stored_function<decltype(add)>::of(add)};
      const auto total =
          strategy::reduce_single_pass<reducer, tuning{two_sub_groups, 2, 2}>::run(backend, source);
      std::int64_t want = 0;
      for (std::size_t i = 0; i < n; ++i) want = add(want, scaled(data[i]));
      EXPECT_EQ(total.present != 0, n != 0);
      if (n != 0) EXPECT_EQ(total.values, want) << n;
    }
  }
}

TEST(SimtFunctions, ScansByALambdaThatDoesNotCommute) {
  const auto after = [](affine a, affine b) { return then::combine(a, b); };
  using scanner = kernel::operator_traits<affine, decltype(after)>::scanner;
  using scan = kernel::scan<scanner>;
  const affine initial{3, 5};
  for (const std::uint64_t running : teams) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{63}, std::size_t{2500}}) {
      simt_backend backend(running);
      auto maps = random_maps(n);
      auto want = maps;
      affine before = initial;
      for (std::size_t i = 0; i < n; ++i) {
        want[i] = before;
        before = then::combine(before, maps[i]);
      }
      strategy::scan_single_pass<scan, tuning{two_sub_groups, 2, 2}>::run(
          backend, scan{maps.data(), n, maps.data(), scanner::lift<1>(initial, 0), 1});
      EXPECT_EQ(maps, want) << n;
    }
  }
}

TEST(SimtFunctions, ScansSegmentsByALambdaWithoutAnInitialValue) {
  const auto after = [](affine a, affine b) { return then::combine(a, b); };
  using scanner = kernel::operator_traits<affine, decltype(after)>::scanner;
  constexpr tuning t{two_sub_groups, 1, 3};
  using segments =
      strategy::scan_segments<scanner,
                              strategy::scan_single_pass<strategy::segmented_scan<scanner>, t>>;
  const std::size_t length = 77;
  const std::size_t count = 40;
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    auto maps = random_maps(length * count);
    auto want = maps;
    for (std::size_t i = 0; i < want.size(); ++i) {
      if (i % length != 0) want[i] = then::combine(want[i - 1], maps[i]);
    }
    segments::run(backend, {maps.data(), maps.size(), omprim::by_length(length, count), maps.data(),
                            scanner::identity<1>(), false});
    EXPECT_EQ(maps, want);
  }
}

TEST(SimtFunctions, ReducesSegmentsByALambdaWithAnInitialValue) {
  const auto after = [](affine a, affine b) { return then::combine(a, b); };
  using reducer = kernel::operator_traits<affine, decltype(after)>::scanner;
  using problem = omprim::open::detail::started_segments<reducer>;
  const affine initial{3, 5};
  // Empty, of one element, and longer than a group's share.
  std::vector<std::int64_t> bounds = {0, 0, 1};
  for (const int length : {900, 0, 5, 0, 64, 3, 1, 1, 700}) {
    bounds.push_back(bounds.back() + length);
  }
  const auto maps = random_maps(static_cast<std::size_t>(bounds.back()));
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    std::vector<affine> out(bounds.size() - 1);
    strategy::segmented_merge_path<problem, tuning{two_sub_groups, 1, 4}>::run(
        backend,
        problem{{maps.data(), {bounds.data(), bounds.size() - 1, 0, 1}, out.data(), nullptr},
                reducer::lift<1>(initial, 0)});
    for (std::size_t s = 0; s < out.size(); ++s) {
      affine want = initial;
      for (std::int64_t i = bounds[s]; i < bounds[s + 1]; ++i) {
        want = then::combine(want, maps[static_cast<std::size_t>(i)]);
      }
      EXPECT_EQ(out[s], want) << "segment " << s << ", " << running << " teams";
    }
  }
}

}  // namespace
