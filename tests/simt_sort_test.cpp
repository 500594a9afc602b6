// SPDX-License-Identifier: BSD-3-Clause
// Sorts in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include "support/simt_sort.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>
#include <omprim/detail/agent/sort/narrow_values.hpp>
#include <omprim/detail/strategy/sort/radix.hpp>

#include "support/simt_backend.hpp"
#include "support/sort_oracle.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim::tuning;
using omprim_test::all_bits;
using omprim_test::random_engine;
using omprim_test::sort_input;

constexpr tuning sort_tuning{256, 1, 8};

/// Sorts keys with values, or with their positions if `values` is empty; in place or not.
template <class T, class Value>
void check_values(omprim_test::simt_backend& backend, const std::vector<T>& data, bool descending,
                  bool positions, bool in_place) {
  using word = omprim_test::word_of<T>;
  const std::size_t n = data.size();
  const auto order = omprim_test::sorted_positions(data, {descending, {}});
  const std::vector<word> keys = omprim_test::to_words(data);
  const auto values = positions ? std::vector<Value>(order.begin(), order.end())
                                : omprim_test::telling_companions<Value>(n);
  std::vector<word> in = keys;
  std::vector<Value> carried = values;
  std::vector<word> keys_out(n);
  std::vector<Value> values_out(n);
  strategy::sort_radix<strategy::sort_problem<word, Value>, sort_tuning>::run(
      backend,
      {in.data(), positions ? nullptr : carried.data(), in_place ? in.data() : keys_out.data(),
       in_place && !positions ? carried.data() : values_out.data(), n, all_bits<T>(descending)});
  EXPECT_EQ(in_place ? in : keys_out, omprim_test::at_positions(keys, order));
  EXPECT_EQ(in_place && !positions ? carried : values_out,
            positions ? values : omprim_test::at_positions(values, order));
}

template <class T>
void check_keys(omprim_test::simt_backend& backend, const std::vector<T>& data, bool descending,
                bool in_place) {
  using word = omprim_test::word_of<T>;
  const auto order = omprim_test::sorted_positions(data, {descending, {}});
  const std::vector<word> keys = omprim_test::to_words(data);
  std::vector<word> in = keys;
  std::vector<word> out(keys.size());
  strategy::sort_radix<strategy::sort_problem<word, strategy::no_value>, sort_tuning>::run(
      backend, {in.data(), nullptr, in_place ? in.data() : out.data(), nullptr, keys.size(),
                all_bits<T>(descending)});
  EXPECT_EQ(in_place ? in : out, omprim_test::at_positions(keys, order));
}

// The last ones have more tiles than there are teams.
constexpr std::initializer_list<std::size_t> all_sizes{1, 255, 1024, 1025, 2049, 5000, 20001};
constexpr std::initializer_list<std::size_t> few_sizes{1, 1023, 3000, 4100};

/// Calls check(backend, data, descending, in_place) for each size and two of four inputs.
template <class T, class Check>
void for_each_input(std::initializer_list<std::size_t> sizes, const Check& check) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  bool odd = false;
  for (const std::size_t n : sizes) {
    odd = !odd;
    for (const auto input : {odd ? sort_input::random : sort_input::few_distinct,
                             odd ? sort_input::one_digit : sort_input::all_equal}) {
      SCOPED_TRACE("n " + std::to_string(n) + ", input " + std::to_string(static_cast<int>(input)));
      const auto data = omprim_test::sort_data<T>(input, n, random);
      check(backend, data, random() % 2 == 0, random() % 2 == 0);
    }
  }
}

template <class T>
void check_all_values() {
  for_each_input<T>(all_sizes,
                    [](auto& backend, const std::vector<T>& data, bool descending, bool in_place) {
                      check_keys(backend, data, descending, in_place);
                      check_values<T, std::uint32_t>(backend, data, descending, false, in_place);
                      check_values<T, std::uint64_t>(backend, data, descending, false, !in_place);
                    });
}

TEST(SimtSort, KeysOf4Bytes) { check_all_values<std::uint32_t>(); }

TEST(SimtSort, KeysOf8Bytes) { check_all_values<std::uint64_t>(); }

TEST(SimtSort, Positions) {
  for_each_input<float>(
      few_sizes, [](auto& backend, const std::vector<float>& data, bool descending, bool) {
        check_values<float, std::uint32_t>(backend, data, descending, true, false);
      });
  for_each_input<double>(
      few_sizes, [](auto& backend, const std::vector<double>& data, bool descending, bool) {
        check_values<double, std::uint64_t>(backend, data, descending, true, false);
      });
}

template <class Narrow>
void check_narrow_values() {
  omprim_test::simt_backend backend(3);
  for (const std::size_t n : std::initializer_list<std::size_t>{1, 255, 2048, 2049, 9001}) {
    std::vector<Narrow> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<Narrow>(i * 37 + 200);
    std::vector<Narrow> out(n + 1, Narrow{7});
    strategy::sort_narrow_values<sort_tuning>(
        backend, values.data(), out.data(), n,
        [&](std::uint32_t* words) { std::reverse(words, words + n); });
    std::reverse(values.begin(), values.end());
    values.push_back(Narrow{7});
    EXPECT_EQ(out, values) << n << " values";
  }
}

TEST(SimtSort, NarrowValuesAreWordsMeanwhile) {
  check_narrow_values<std::uint8_t>();
  check_narrow_values<std::uint16_t>();
}

template <class Value, tuning t>
void check_large_tiles() {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  for (const std::size_t n : {1U, 4097U, 8191U, 8193U, 20001U}) {
    SCOPED_TRACE("n " + std::to_string(n));
    const auto keys = omprim_test::sort_data<std::uint32_t>(sort_input::random, n, random);
    const auto order = omprim_test::sorted_positions(keys, {});
    const auto values = omprim_test::telling_companions<Value>(n);
    std::vector<std::uint32_t> out(n);
    std::vector<Value> carried(n);
    strategy::radix_sort<std::uint32_t, Value, t>::run(
        backend, {keys.data(), values.data(), out.data(), carried.data(), n,
                  all_bits<std::uint32_t>(false)});
    EXPECT_EQ(out, omprim_test::at_positions(keys, order));
    EXPECT_EQ(carried, omprim_test::at_positions(values, order));
  }
}

TEST(SimtSort, LargeTilesLoadValuesLate) {
  check_large_tiles<std::uint32_t, tuning{256, 1, 32}>();
  check_large_tiles<std::uint64_t, tuning{256, 1, 32}>();
  check_large_tiles<std::uint64_t, tuning{256, 1, 48}>();
}

// A pass has several steps, of which the last one has fewer tiles than the first one of the next.
TEST(SimtSort, MoreKeysThanAStepMoves) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  for (const std::uint64_t most_keys : {2048U, 5000U}) {
    for (const std::size_t n : {2049U, 5001U, 12345U}) {
      SCOPED_TRACE("n " + std::to_string(n) + ", keys of a step " + std::to_string(most_keys));
      const auto keys = omprim_test::sort_data<std::uint32_t>(sort_input::random, n, random);
      const auto order = omprim_test::sorted_positions(keys, {});
      std::vector<std::uint32_t> out(n);
      std::vector<std::uint32_t> positions(n);
      strategy::radix_sort<std::uint32_t, std::uint32_t, sort_tuning>::run(
          backend,
          {keys.data(), nullptr, out.data(), positions.data(), n, all_bits<std::uint32_t>(false)},
          most_keys);
      EXPECT_EQ(out, omprim_test::at_positions(keys, order));
      EXPECT_EQ(positions, std::vector<std::uint32_t>(order.begin(), order.end()));
    }
  }
}

// Digits that are no whole byte, and begin within one.
TEST(SimtSort, ChosenBits) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  for (const omprim::key_bits bits : {omprim::key_bits{0, 3}, {3, 13}, {7, 31}, {23, 32}}) {
    SCOPED_TRACE("bits " + std::to_string(bits.first) + " to " + std::to_string(bits.last));
    const auto keys = omprim_test::sort_data<std::uint32_t>(sort_input::random, 3333, random);
    std::vector<std::uint32_t> out(keys.size());
    strategy::sort_radix<strategy::sort_problem<std::uint32_t, strategy::no_value>,
                         sort_tuning>::run(backend, {keys.data(),
                                                     nullptr,
                                                     out.data(),
                                                     nullptr,
                                                     keys.size(),
                                                     {kernel::key_kind::unsigned_integer, false,
                                                      static_cast<std::uint8_t>(bits.first),
                                                      static_cast<std::uint8_t>(bits.last)}});
    EXPECT_EQ(out,
              omprim_test::at_positions(keys, omprim_test::sorted_positions(keys, {false, bits})));
  }
}

}  // namespace
