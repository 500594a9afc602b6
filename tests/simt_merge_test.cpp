// SPDX-License-Identifier: BSD-3-Clause
// Merges, gathers and scatters in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/strategy/gather/direct.hpp>
#include <omprim/detail/strategy/merge/merge_path.hpp>
#include <omprim/table.hpp>

#include "support/merge_oracle.hpp"
#include "support/simt_backend.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim_test::at_positions;
using omprim_test::random_engine;
using omprim_test::simt_backend;
using omprim_test::sort_input;

constexpr omprim::tuning merge_tuning{64, 1, 4};

/// A copy of values that begins `shift` values behind an address that a new array has.
template <class T>
class shifted_array {
 public:
  shifted_array(const std::vector<T>& values, std::size_t shift) : all_(shift), shift_(shift) {
    all_.insert(all_.end(), values.begin(), values.end());
  }
  [[nodiscard]] T* data() { return all_.data() + shift_; }
  [[nodiscard]] std::vector<T> values() const {
    return {all_.begin() + static_cast<std::ptrdiff_t>(shift_), all_.end()};
  }

 private:
  std::vector<T> all_;
  std::size_t shift_;
};

template <class T, class V>
void check_merge(simt_backend& backend, kernel::key_kind kind, const std::vector<T>& a,
                 const std::vector<T>& b, bool descending, random_engine& random) {
  const std::size_t of_a = a.size();
  const std::size_t n = of_a + b.size();
  SCOPED_TRACE(std::to_string(of_a) + " of " + std::to_string(n) + " keys in a");
  using word = omprim_test::word_of<T>;
  const auto order = omprim_test::merged_positions(a, b, descending);
  const auto a_words = omprim_test::to_words(a);
  const auto b_words = omprim_test::to_words(b);
  const auto want = at_positions(omprim_test::joined(a_words, b_words), order);
  shifted_array<word> first(a_words, random() % 5);
  shifted_array<word> second(b_words, random() % 5);
  shifted_array<word> keys(std::vector<word>(n, 7), random() % 5);
  strategy::merge_merge_path<strategy::merge_problem<word, strategy::no_value>, merge_tuning>::run(
      backend, {{first.data(), nullptr, of_a},
                {second.data(), nullptr, n - of_a},
                keys.data(),
                nullptr,
                kind,
                descending});
  EXPECT_EQ(keys.values(), want);
  const auto values = omprim_test::telling_companions<V>(n);
  std::vector<V> values_out(n, 7);
  shifted_array<word> keys_out(std::vector<word>(n, 7), random() % 5);
  strategy::merge_merge_path<strategy::merge_problem<word, V>, merge_tuning>::run(
      backend, {{first.data(), values.data(), of_a},
                {second.data(), values.data() + of_a, n - of_a},
                keys_out.data(),
                values_out.data(),
                kind,
                descending});
  EXPECT_EQ(keys_out.values(), want);
  EXPECT_EQ(values_out, at_positions(values, order));
}

template <class T, class V>
void check_merge(simt_backend& backend, kernel::key_kind kind, std::size_t n, std::size_t of_a,
                 random_engine& random) {
  const bool descending = random() % 2 == 0;
  const auto a = omprim_test::sorted_data<T>(sort_input::telling, of_a, descending, random);
  const auto b = omprim_test::sorted_data<T>(sort_input::telling, n - of_a, descending, random);
  check_merge<T, V>(backend, kind, a, b, descending, random);
}

TEST(SimtMerge, KeysAndValuesAreInOrder) {
  random_engine random(omprim_test::test_seed());
  simt_backend backend(3);
  // A tile has 192 keys of 4 bytes, or 64 of 8. The last sizes have several tiles in a share.
  for (const std::size_t n :
       {1U, 2U, 7U, 63U, 64U, 65U, 191U, 192U, 193U, 576U, 577U, 1000U, 5000U, 12000U}) {
    for (const std::size_t of_a :
         {std::size_t{0}, n / 2, n, static_cast<std::size_t>(random() % (n + 1))}) {
      check_merge<float, std::uint32_t>(backend, kernel::key_kind::floating, n, of_a, random);
      check_merge<std::int64_t, std::uint64_t>(backend, kernel::key_kind::signed_integer, n, of_a,
                                               random);
    }
  }
}

TEST(SimtMerge, OneInputIsBeforeTheOther) {
  random_engine random(omprim_test::test_seed());
  simt_backend backend(3);
  for (const std::size_t of_low : {1U, 100U, 192U, 1001U, 3000U}) {
    for (const std::size_t of_high : {1U, 193U, 2000U}) {
      std::vector<std::uint32_t> low(of_low);
      std::vector<std::uint32_t> high(of_high);
      for (std::size_t i = 0; i < of_low; ++i) low[i] = static_cast<std::uint32_t>(i / 3);
      for (std::size_t i = 0; i < of_high; ++i)
        high[i] = static_cast<std::uint32_t>(of_low + i / 3);
      constexpr auto kind = kernel::key_kind::unsigned_integer;
      check_merge<std::uint32_t, std::uint64_t>(backend, kind, low, high, false, random);
      check_merge<std::uint32_t, std::uint64_t>(backend, kind, high, low, false, random);
      check_merge<std::uint32_t, std::uint64_t>(backend, kind, low, low, false, random);
    }
  }
}

template <class Word, class Index>
void check_gather(simt_backend& backend, std::size_t n, std::size_t wrong, bool scatters,
                  std::uint32_t words, random_engine& random) {
  SCOPED_TRACE("n " + std::to_string(n) + ", wrong from " + std::to_string(wrong) + " on, " +
               std::to_string(words) + " words");
  std::vector<Index> at(n);
  for (std::size_t i = 0; i < n; ++i) at[i] = static_cast<Index>(i);
  std::shuffle(at.begin(), at.end(), random);
  for (std::size_t i = wrong; i < n; i += 100)
    at[i] = i % 200 == 0 ? Index{-1} : static_cast<Index>(n);
  const auto source = omprim_test::telling_companions<Word>(n * words);
  std::vector<Word> want(n * words, 7);
  for (std::size_t i = 0; i < n; ++i) {
    const auto position = static_cast<std::size_t>(at[i]);
    if (position >= n) continue;
    std::copy_n(source.data() + (scatters ? i : position) * words, words,
                want.data() + (scatters ? position : i) * words);
  }
  std::vector<Word> out(n * words, 7);
  const auto fault = strategy::gather_direct<strategy::gather_problem<Word>, merge_tuning>::run(
      backend, {source.data(), at.data(), sizeof(Index) == 8, scatters, n, out.data(), n, words});
  EXPECT_EQ(out, want);
  if (wrong < n) {
    EXPECT_EQ(fault.index, wrong);
    EXPECT_EQ(fault.position, static_cast<std::int64_t>(at[wrong]));
  } else {
    EXPECT_EQ(fault.index, strategy::position_fault::none);
  }
}

TEST(SimtGather, MovesRightPositionsAndReportsTheFirstWrongOne) {
  random_engine random(omprim_test::test_seed());
  simt_backend backend(3);
  for (const std::size_t n : {1U, 255U, 256U, 257U, 3000U}) {
    for (const std::size_t wrong : {n, n - 1, std::size_t{0}, n / 2}) {
      check_gather<std::uint32_t, std::int32_t>(backend, n, wrong, wrong % 2 == 0, 1, random);
      check_gather<std::uint32_t, std::int64_t>(backend, n, wrong, wrong % 2 == 1, 1, random);
      check_gather<std::uint32_t, std::int32_t>(backend, n, wrong, wrong % 2 == 1, 3, random);
      check_gather<std::uint8_t, std::int64_t>(backend, n, wrong, wrong % 2 == 0, 5, random);
      check_gather<std::uint8_t, std::int32_t>(backend, n, wrong, wrong % 2 == 0, 1, random);
    }
  }
}

}  // namespace
