// SPDX-License-Identifier: BSD-3-Clause
// Sorts by leading bits in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>
#include <omprim/detail/agent/sort/sample_keys.hpp>
#include <omprim/detail/strategy/sort/radix.hpp>

#include "support/simt_backend.hpp"
#include "support/simt_sort.hpp"
#include "support/sort_oracle.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim::tuning;
using omprim_test::all_bits;
using omprim_test::random_engine;
using omprim_test::to_words;
using omprim_test::word_of;

constexpr tuning leading_tuning{256, 1, 8};
constexpr int sample_size = leading_tuning.work_group_size;
template <class Group>
using integer_sample =
    strategy::key_sample<std::uint64_t, kernel::integer_order<std::uint64_t>, Group>;

/// Sorts keys alone, with values and with their positions, in place and not.
template <class T>
void check_sorts(const std::vector<T>& data, bool descending, omprim::key_bits bits = {}) {
  using word = word_of<T>;
  omprim_test::simt_backend backend(3);
  const std::size_t n = data.size();
  auto compared = all_bits<T>(descending);
  if (bits.last != 0) {
    compared.first = static_cast<std::uint8_t>(bits.first);
    compared.last = static_cast<std::uint8_t>(bits.last);
  }
  const auto order = omprim_test::sorted_positions(data, {descending, bits});
  const auto want = omprim_test::at_positions(to_words(data), order);
  const std::vector<std::uint32_t> want_positions(order.begin(), order.end());

  std::vector<word> keys = to_words(data);
  strategy::sort_radix<strategy::sort_problem<word, strategy::no_value>, leading_tuning>::run(
      backend, {keys.data(), nullptr, keys.data(), nullptr, n, compared});
  ASSERT_EQ(keys, want);

  using with_values =
      strategy::sort_radix<strategy::sort_problem<word, std::uint32_t>, leading_tuning>;
  keys = to_words(data);
  std::vector<word> out(n);
  std::vector<std::uint32_t> found(n);
  with_values::run(backend, {keys.data(), nullptr, out.data(), found.data(), n, compared});
  ASSERT_EQ(out, want);
  ASSERT_EQ(found, want_positions);

  std::vector<std::uint32_t> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<std::uint32_t>(i);
  with_values::run(backend, {keys.data(), values.data(), keys.data(), values.data(), n, compared});
  ASSERT_EQ(keys, want);
  ASSERT_EQ(values, want_positions);
}

std::vector<std::uint64_t> random_keys(std::size_t n, random_engine& random) {
  std::vector<std::uint64_t> keys(n);
  for (auto& key : keys) key = random();
  return keys;
}

// Of 1024 keys, two digits tell most apart; of 9001, three.
TEST(SimtSortLeading, SpreadKeys) {
  random_engine random(omprim_test::test_seed());
  for (const std::size_t n : {1023U, 1024U, 9001U}) {
    SCOPED_TRACE("n " + std::to_string(n));
    const auto keys = random_keys(n, random);
    check_sorts(keys, false);
    check_sorts(keys, true);
    check_sorts(keys, true, {5, 60});
    std::vector<std::int64_t> of_both_signs(keys.begin(), keys.end());
    check_sorts(of_both_signs, true);
  }
}

TEST(SimtSortLeading, SpreadFloats) {
  random_engine random(omprim_test::test_seed());
  std::vector<double> keys(5000);
  for (auto& key : keys) key = static_cast<double>(random()) * 0x1p-63 - 1;
  check_sorts(keys, false);
  keys[77] = std::numeric_limits<double>::quiet_NaN();
  keys[2000] = -keys[77];
  keys[100] = 0.0;
  keys[101] = -0.0;
  check_sorts(keys, false);
  check_sorts(keys, true);
}

// The sample does not show that some keys share nearly all bits. A group sorts them, or, if they
// are too many, there are passes for all digits.
TEST(SimtSortLeading, LongRunsOutsideTheSample) {
  random_engine random(omprim_test::test_seed());
  constexpr std::size_t n = 2 * strategy::sort_policy::run_of_group + 1000;
  std::set<std::uint64_t> sampled;
  using group = kernel::simt_group<sample_size>;
  for (int i = 0; i < sample_size; ++i) sampled.insert(integer_sample<group>::position(n, i));
  ASSERT_GT(sampled.size(), std::size_t{sample_size / 2});
  for (const std::size_t distance : {2U, 100U}) {
    auto keys = random_keys(n, random);
    for (std::size_t i = 0; i < n; i += distance) {
      if (sampled.count(i) == 0) keys[i] = (std::uint64_t{0x1234567} << 32U) | random() % 1000;
    }
    check_sorts(keys, false);
    check_sorts(keys, true);
  }
}

// Runs as long as an item sorts, and longer by one key; the first and the last keys are of runs.
TEST(SimtSortLeading, RunsOfEveryLength) {
  random_engine random(omprim_test::test_seed());
  constexpr auto longest = static_cast<std::size_t>(strategy::sort_policy::most_moves);
  for (const std::size_t length : {std::size_t{2}, longest, longest + 1}) {
    SCOPED_TRACE("length " + std::to_string(length));
    auto keys = random_keys(4003, random);
    const std::uint64_t lowest = 0xffff;
    for (std::size_t i = 0; i < length; ++i) {
      keys[40 * i + 1] = random() & lowest;
      keys[40 * i + 2] = ~(random() & lowest);
      keys[40 * i + 3] = (keys[3] & ~lowest) | (random() & lowest);
    }
    check_sorts(keys, false);
    check_sorts(keys, true);
  }
}

TEST(SimtSortLeading, ClustersAndFewDistinctKeys) {
  random_engine random(omprim_test::test_seed());
  auto keys = random_keys(3001, random);
  for (std::size_t i = 0; i < keys.size(); i += 2) keys[i] = keys[0] + random() % 100000;
  check_sorts(keys, false);
  // Equal keys in the sample, and two keys that share more than the leading bits.
  for (auto& key : keys) key = keys[2 * (random() % 200) + 1];
  for (std::size_t i = 100; i < keys.size(); i += 50) keys[i] = keys[1] ^ (i / 50 % 2);
  check_sorts(keys, false);
  for (auto& key : keys) key = keys[random() % 5];
  check_sorts(keys, true);
  for (auto& key : keys) key = keys[0];
  check_sorts(keys, false);
  keys[2000] = keys[0] - 1;
  check_sorts(keys, false);
}

struct alignas(8) find_leading_bits {
  static constexpr int work_group_size = sample_size;
  template <class Group>
  struct local_memory {
    typename integer_sample<Group>::local_memory sample;
  };

  const std::uint64_t* keys;
  std::uint64_t n;
  strategy::sorted_bits compared;
  std::uint32_t* first;

  template <kernel::work_group Group>
  void operator()(Group& group, local_memory<Group>& local) const {
    integer_sample<Group>::find_leading_bits(group, local.sample, keys, n, compared,
                                             [&](std::uint32_t found) { *first = found; });
  }
};

TEST(SimtSortLeading, SampleFindsTheBitsThatDecide) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  const auto first_of = [&](const std::vector<std::uint64_t>& keys,
                            strategy::sorted_bits compared) {
    std::uint32_t first = 99;
    backend.launch(1, find_leading_bits{keys.data(), keys.size(), compared, &first});
    return first;
  };
  const auto all = all_bits<std::uint64_t>(false);
  auto keys = random_keys(20000, random);
  EXPECT_GE(first_of(keys, all), 32U);
  EXPECT_LE(first_of(keys, all), 48U);  // 2^16 digits for 20,000 keys
  auto some = all;
  some.first = 45;
  EXPECT_EQ(first_of(keys, some), 45U);
  for (auto& key : keys) key >>= 33U;
  EXPECT_LE(first_of(keys, all), 16U);
  for (auto& key : keys) key = random() % 1000;
  EXPECT_EQ(first_of(keys, all), 0U);
}

}  // namespace
