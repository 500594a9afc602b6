// SPDX-License-Identifier: BSD-3-Clause
// Runs in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/reducer/operator_traits.hpp>
#include <omprim/detail/reducer/runs.hpp>
#include <omprim/detail/strategy/runs/single_pass.hpp>
#include <omprim/table.hpp>

#include "support/runs_oracle.hpp"
#include "support/simt_backend.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim::operation;
using omprim::tuning;
using omprim_test::random_engine;

/// Calls check(backend, n, mean): more tiles than teams, runs shorter and longer than a tile.
template <class Check>
void for_each_input(const Check& check) {
  omprim_test::simt_backend backend(3);
  for (const std::size_t n :
       std::initializer_list<std::size_t>{1, 64, 1000, 2048, 2049, 9216, 30011}) {
    for (const std::size_t mean : std::initializer_list<std::size_t>{1, 2, 20, 700, 9000}) {
      SCOPED_TRACE("n " + std::to_string(n) + ", runs of " + std::to_string(mean));
      check(backend, n, mean);
    }
  }
}

template <class T>
void check_heads() {
  constexpr tuning t{128, 1, 16};
  random_engine random(omprim_test::test_seed());
  for_each_input([&](auto& backend, std::size_t n, std::size_t mean) {
    const auto data = omprim_test::data_in_runs<T>(n, mean, random);
    const auto heads = omprim_test::heads_of(data);
    using selector = kernel::differs_from_previous<T>;
    using problem = kernel::marked<kernel::selection<T, selector, kernel::emit::values>>;
    std::vector<T> unique(n);
    std::vector<std::uint64_t> marks((n + 63) / 64, 77);
    const auto count = strategy::runs_single_pass<problem, t>::run(
        backend,
        problem{{{unique.data()}, data.data(), n, nullptr, selector{data.data()}}, marks.data()});
    EXPECT_EQ(count, heads.size());
    EXPECT_EQ(marks, omprim_test::marks_of(heads, n));
    using marking = kernel::marked<kernel::selection<T, selector, kernel::emit::nothing>>;
    std::vector<std::uint64_t> only_marks((n + 63) / 64, 77);
    const auto counted = strategy::runs_single_pass<marking, t>::run(
        backend, marking{{{}, data.data(), n, nullptr, selector{data.data()}}, only_marks.data()});
    EXPECT_EQ(counted, heads.size());
    EXPECT_EQ(only_marks, marks);
  });
}

template <class T>
void check_first() {
  constexpr tuning t{128, 1, 64};
  using problem = kernel::first_of_runs<T>;
  random_engine random(omprim_test::test_seed());
  for_each_input([&](auto& backend, std::size_t n, std::size_t mean) {
    const auto heads = omprim_test::heads_of(omprim_test::data_in_runs<int>(n, mean, random));
    const auto marks = omprim_test::marks_of(heads, n);
    const auto values = omprim_test::segment_values<T>(operation::segmented_min, n, random);
    std::vector<T> out(heads.size());
    const auto count = strategy::runs_single_pass<problem, t>::run(
        backend, problem{{marks.data(), n, out.data(), nullptr}, values.data()});
    EXPECT_EQ(count, heads.size());
    EXPECT_EQ(out, omprim_test::elements_at(heads, values));
  });
}

template <class T, class Op>
void check_values(operation op) {
  constexpr tuning t{128, 16 / sizeof(T), 4};
  using problem = kernel::reduced_runs<typename kernel::operator_traits<T, Op>::scanner>;
  random_engine random(omprim_test::test_seed());
  for_each_input([&](auto& backend, std::size_t n, std::size_t mean) {
    const auto heads = omprim_test::heads_of(omprim_test::data_in_runs<T>(n, mean, random));
    const auto marks = omprim_test::marks_of(heads, n);
    const auto values = omprim_test::segment_values<T>(operation::segmented_min, n, random);
    std::vector<T> out(heads.size());
    const auto count = strategy::runs_single_pass<problem, t>::run(
        backend, problem{{marks.data(), n, out.data(), nullptr}, values.data()});
    EXPECT_EQ(count, heads.size());
    EXPECT_EQ(out, omprim_test::results_of_runs(op, heads, values, n));
  });
}

/// Finds the runs of `keys` and reduces them at once. `reduced` has everything else.
template <class Runs, class Key>
void check_found(omprim_test::simt_backend& backend, Runs reduced, const std::vector<Key>& keys,
                 const std::vector<typename Runs::output>& wanted) {
  using word = std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>;
  using problem = kernel::runs_of_keys<Runs, word>;
  constexpr auto kind =
      std::is_floating_point_v<Key> ? kernel::key_kind::floating : kernel::key_kind::signed_integer;
  const auto wanted_keys = omprim_test::elements_at(omprim_test::heads_of(keys), keys);
  // Nothing is written after the last run.
  std::vector<Key> unique(wanted.size() + 1, Key{7});
  std::vector<typename Runs::output> out(wanted.size() + 1, 7);
  reduced.n = keys.size() + 1;
  reduced.out = out.data();
  const auto count = strategy::runs_single_pass<problem, tuning{128, 1, 1}>::run(
      backend, problem{reduced, reinterpret_cast<const word*>(keys.data()),
                       reinterpret_cast<word*>(unique.data()), static_cast<std::uint64_t>(kind)});
  EXPECT_EQ(count, wanted.size());
  EXPECT_EQ(unique.back(), Key{7});
  EXPECT_EQ(out.back(), 7);
  out.pop_back();
  EXPECT_EQ(out, wanted);
  EXPECT_EQ(std::memcmp(unique.data(), wanted_keys.data(), wanted_keys.size() * sizeof(Key)), 0);
}

template <class Key, class T, class Op>
void check_found_values(operation op) {
  using scanner = typename kernel::operator_traits<T, Op>::scanner;
  random_engine random(omprim_test::test_seed());
  for_each_input([&](auto& backend, std::size_t n, std::size_t mean) {
    const auto keys = omprim_test::data_in_runs<Key>(n, mean, random);
    const auto values = omprim_test::segment_values<T>(operation::segmented_min, n, random);
    const auto wanted = omprim_test::results_of_runs(op, omprim_test::heads_of(keys), values, n);
    check_found(backend, kernel::reduced_runs<scanner>{{}, values.data()}, keys, wanted);
  });
}

template <class Key, class Length>
void check_found_lengths() {
  random_engine random(omprim_test::test_seed());
  for_each_input([&](auto& backend, std::size_t n, std::size_t mean) {
    const auto keys = omprim_test::data_in_runs<Key>(n, mean, random);
    const auto wanted = omprim_test::results_of_runs(
        operation::run_lengths, omprim_test::heads_of(keys), std::vector<Length>(), n);
    check_found(backend, kernel::measured_runs<Length>{}, keys, wanted);
  });
}

template <class Key, class T>
void check_found_first() {
  random_engine random(omprim_test::test_seed());
  for_each_input([&](auto& backend, std::size_t n, std::size_t mean) {
    const auto keys = omprim_test::data_in_runs<Key>(n, mean, random);
    const auto values = omprim_test::segment_values<T>(operation::segmented_min, n, random);
    check_found(backend, kernel::first_of_runs<T>{{}, values.data()}, keys,
                omprim_test::elements_at(omprim_test::heads_of(keys), values));
  });
}

template <class Length>
void check_lengths() {
  constexpr tuning t{128, 1, 64};
  using problem = kernel::measured_runs<Length>;
  random_engine random(omprim_test::test_seed());
  for_each_input([&](auto& backend, std::size_t n, std::size_t mean) {
    const auto heads = omprim_test::heads_of(omprim_test::data_in_runs<int>(n, mean, random));
    const auto marks = omprim_test::marks_of(heads, n);
    std::vector<Length> out(heads.size());
    const auto count = strategy::runs_single_pass<problem, t>::run(
        backend, problem{{marks.data(), n, out.data(), nullptr}});
    EXPECT_EQ(count, heads.size());
    EXPECT_EQ(
        out, omprim_test::results_of_runs(operation::run_lengths, heads, std::vector<Length>(), n));
  });
}

TEST(SimtRuns, Heads) {
  check_heads<float>();
  check_heads<std::uint64_t>();
}

TEST(SimtRuns, FirstValues) {
  check_first<std::uint32_t>();
  check_first<std::uint64_t>();
}

TEST(SimtRuns, Sums) {
  check_values<std::int32_t, omprim::plus>(operation::run_sum);
  check_values<double, omprim::plus>(operation::run_sum);
}

TEST(SimtRuns, Extremes) {
  check_values<float, omprim::maximum>(operation::run_max);
  check_values<std::int64_t, omprim::minimum>(operation::run_min);
}

TEST(SimtRuns, FoundAndSummed) {
  check_found_values<std::int32_t, std::int32_t, omprim::plus>(operation::run_sum);
  check_found_values<std::int64_t, double, omprim::plus>(operation::run_sum);
  check_found_values<float, double, omprim::maximum>(operation::run_max);
  check_found_values<double, std::int32_t, omprim::minimum>(operation::run_min);
}

TEST(SimtRuns, FoundAndMeasured) {
  check_found_lengths<float, std::int32_t>();
  check_found_lengths<std::int64_t, std::int64_t>();
}

TEST(SimtRuns, FoundAndTheirFirstValues) {
  check_found_first<double, std::uint32_t>();
  check_found_first<std::int32_t, std::uint64_t>();
}

TEST(SimtRuns, Lengths) {
  check_lengths<std::int32_t>();
  check_lengths<std::int64_t>();
}

}  // namespace
