// SPDX-License-Identifier: BSD-3-Clause
// Order statistics in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/strategy/top_k/sample.hpp>
#include <omprim/table.hpp>

#include "support/simt_backend.hpp"
#include "support/top_k_oracle.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim::tuning;
using omprim_test::random_engine;

constexpr tuning top_k_tuning{256, 1, 8};

template <class T>
using word_of = omprim_test::word_of<T>;

template <class T>
strategy::ordered_elements<word_of<T>> elements_of(const std::vector<word_of<T>>& words,
                                                   bool descending) {
  const auto kind = std::is_floating_point_v<T> ? kernel::key_kind::floating
                    : std::is_signed_v<T>       ? kernel::key_kind::signed_integer
                                                : kernel::key_kind::unsigned_integer;
  return {words.data(), words.size(), kind, descending};
}

/// Compares the first k elements with those of a stable sort. With `sorts`, small inputs are
/// sorted.
template <class T>
void check_top(omprim_test::simt_backend& backend, const std::vector<T>& data,
               const std::vector<std::size_t>& order, std::size_t k, bool descending, bool sorts) {
  const auto words = omprim_test::to_words(data);
  std::vector<word_of<T>> out(k);
  std::vector<std::int64_t> positions(k);
  const std::uint64_t sorted = sorts ? strategy::top_k_policy::sorted_elements : 0;
  strategy::top_k_problem<word_of<T>> problem{elements_of<T>(words, descending), k, out.data(),
                                              positions.data()};
  strategy::top_k_sample<word_of<T>, top_k_tuning>::run(backend, problem, sorted);
  for (std::size_t i = 0; i < k; ++i) {
    ASSERT_EQ(positions[i], static_cast<std::int64_t>(order[i])) << "at " << i;
    ASSERT_EQ(out[i], words[order[i]]) << "at " << i;
  }
  std::vector<word_of<T>> alone(k);
  problem.out = alone.data();
  problem.positions = nullptr;
  strategy::top_k_sample<word_of<T>, top_k_tuning>::run(backend, problem, sorted);
  ASSERT_EQ(alone, out) << "without positions";
}

template <class T>
void check_ranks(omprim_test::simt_backend& backend, const std::vector<T>& data,
                 const std::vector<std::size_t>& order, const std::vector<std::uint64_t>& ranks,
                 bool sorts) {
  const auto words = omprim_test::to_words(data);
  std::vector<word_of<T>> out(ranks.size());
  strategy::top_k_sample<word_of<T>, top_k_tuning>::run(
      backend,
      strategy::ranks_problem<word_of<T>>{elements_of<T>(words, false), ranks.data(), ranks.size(),
                                          out.data()},
      sorts ? strategy::top_k_policy::sorted_for_rank : 0);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    ASSERT_EQ(out[i], omprim_test::rank_bits(data[order[ranks[i]]])) << "rank " << ranks[i];
  }
}

template <class T>
void check_inputs(std::size_t n, int first, int step) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  for (int input = first; input < omprim_test::top_k_inputs; input += step) {
    const auto data = omprim_test::top_k_data<T>(input, n, random);
    const bool descending = random() % 2 == 0;
    const auto order = omprim_test::sorted_positions(data, {descending, {}});
    SCOPED_TRACE("n " + std::to_string(n) + ", input " + std::to_string(input));
    const std::size_t k = 1 + random() % (random() % 2 == 0 ? n : n / 50 + 1);
    SCOPED_TRACE("k " + std::to_string(k));
    ASSERT_NO_FATAL_FAILURE(check_top(backend, data, order, k, descending, random() % 2 == 0));
    const auto ascending = descending ? omprim_test::sorted_positions(data, {}) : order;
    ASSERT_NO_FATAL_FAILURE(
        check_ranks(backend, data, ascending, {random() % n}, random() % 2 == 0));
  }
}

// Each input is of one size or another.
TEST(SimtTopK, ElementsOf4Bytes) {
  check_inputs<float>(1, 0, 8);
  check_inputs<float>(300, 1, 8);
  check_inputs<float>(4099, 3, 4);
  check_inputs<float>(20003, 0, 4);
}

TEST(SimtTopK, ElementsOf8Bytes) {
  check_inputs<std::int64_t>(2, 0, 8);
  check_inputs<double>(4097, 1, 4);
  check_inputs<std::int64_t>(15011, 2, 4);
}

// All elements, and about as many as make a sort worth while.
TEST(SimtTopK, SortsOfAll) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  constexpr std::size_t n = 5003;
  constexpr std::size_t few = strategy::top_k_policy::few_wanted;
  for (const std::size_t k : {few, few + 1, n / 2, n}) {
    SCOPED_TRACE("k " + std::to_string(k));
    const auto floats = omprim_test::top_k_data<float>(static_cast<int>(k) % 8, n, random);
    check_top(backend, floats, omprim_test::sorted_positions(floats, {true, {}}), k, true, true);
    const auto integers = omprim_test::top_k_data<std::int64_t>(static_cast<int>(k) % 7, n, random);
    check_top(backend, integers, omprim_test::sorted_positions(integers, {}), k, false, true);
  }
}

// Steps after the first one look at kept elements.
TEST(SimtTopK, SeveralSteps) { check_inputs<std::uint32_t>(200003, 0, 9); }

// A sample has an element of each part, in order, and as many of each quarter of the elements as of
// any other, even if parts are of 4 and of 5 elements.
TEST(SimtTopK, SamplesAreEvenlySpread) {
  constexpr std::uint32_t size = strategy::top_k_policy::most_samples<std::uint32_t>;
  for (const std::uint64_t n : {std::uint64_t{size}, std::uint64_t{size} + 1, std::uint64_t{35355},
                                std::uint64_t{2} * size - 1, (std::uint64_t{1} << 40) + 4097}) {
    SCOPED_TRACE("n " + std::to_string(n));
    const auto sample = strategy::sample_plan::of(n, size, 1);
    std::vector<std::uint32_t> of_quarter(4);
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint64_t number = sample.number(i);
      ASSERT_LT(number, n);
      if (i > 0) ASSERT_GT(number, sample.number(i - 1));
      ++of_quarter[number * 4 / n];
    }
    for (const std::uint32_t count : of_quarter) EXPECT_NEAR(count, size / 4, 2);
  }
}

// The elements of all samples are the greatest.
TEST(SimtTopK, SamplesThatMislead) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  std::vector<std::uint32_t> data(25000);
  for (auto& x : data) x = static_cast<std::uint32_t>(random() % 1000);
  for (std::uint32_t attempt = 0; attempt < strategy::top_k_policy::most_attempts; ++attempt) {
    constexpr std::uint32_t size = strategy::top_k_policy::most_samples<std::uint32_t>;
    const auto sample = strategy::sample_plan::of(data.size(), size, attempt);
    for (std::uint32_t i = 0; i < size; ++i) {
      data[sample.number(i)] = 2000 + static_cast<std::uint32_t>(random() % 1000);
    }
  }
  const auto order = omprim_test::sorted_positions(data, {});
  check_top(backend, data, order, 100, false, true);
  check_ranks(backend, data, order, {20}, false);
  check_ranks(backend, data, order, {99, 20}, true);
}

}  // namespace
