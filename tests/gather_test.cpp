// SPDX-License-Identifier: BSD-3-Clause
// Gathers and scatters: by the variants that the library chooses and by every row; wrong positions,
// containers, errors.
#include <omprim/gather.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/containers/gather.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/fenced_array.hpp"
#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/sort_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::operation;
using omprim::status;
using omprim::table_row;
using omprim_test::array_problem;
using omprim_test::expect_error;
using omprim_test::fenced_array;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::telling_companions;
using omprim_test::value_of_words;
using ints = std::vector<std::int32_t>;

/// n different positions below `size`, in any order.
template <class Index>
std::vector<Index> different_positions(std::size_t n, std::size_t size, random_engine& random) {
  std::vector<Index> positions(size);
  for (std::size_t i = 0; i < size; ++i) positions[i] = static_cast<Index>(i);
  std::shuffle(positions.begin(), positions.end(), random);
  positions.resize(n);
  return positions;
}

class Gather : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(Gather);

template <class T, class Index>
void check_both_ways(const omprim::execution& where, random_engine& random) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{1000}, std::size_t{200003}}) {
    const std::size_t size = n + random() % 1000;
    const auto at = different_positions<Index>(n, size, random);
    const auto values = telling_companions<T>(size);
    const placed_array<T> all(where, values);
    const placed_array<Index> positions(where, at);
    const placed_array<T> some(where, std::vector<T>(n, T(7)));
    omprim::gather(where, all.data(), size, positions.data(), n, some.pointer());
    std::vector<T> want(n);
    for (std::size_t i = 0; i < n; ++i) want[i] = values[static_cast<std::size_t>(at[i])];
    ASSERT_EQ(some.values(), want);
    const placed_array<T> back(where, std::vector<T>(size, T(7)));
    omprim::scatter(where, some.data(), positions.data(), n, back.pointer(), size);
    std::vector<T> scattered(size, T(7));
    for (std::size_t i = 0; i < n; ++i) scattered[static_cast<std::size_t>(at[i])] = want[i];
    ASSERT_EQ(back.values(), scattered);
  }
}

TEST_P(Gather, ElementsAndPositionsOf4And8Bytes) {
  random_engine random(omprim_test::test_seed());
  check_both_ways<std::uint32_t, std::int32_t>(where(), random);
  check_both_ways<std::uint32_t, std::int64_t>(where(), random);
  check_both_ways<std::uint64_t, std::uint32_t>(where(), random);
  check_both_ways<std::uint64_t, std::uint64_t>(where(), random);
}

TEST_P(Gather, ElementsOfAnySizeAndAlignment) {
  random_engine random(omprim_test::test_seed());
  check_both_ways<value_of_words<std::uint8_t, 1>, std::int32_t>(where(), random);
  check_both_ways<value_of_words<std::uint16_t, 1>, std::int32_t>(where(), random);
  check_both_ways<value_of_words<std::uint8_t, 8>, std::int64_t>(where(), random);
  check_both_ways<value_of_words<std::uint32_t, 2>, std::int32_t>(where(), random);
  check_both_ways<value_of_words<std::uint32_t, 3>, std::int64_t>(where(), random);
  check_both_ways<value_of_words<std::uint64_t, 2>, std::int32_t>(where(), random);
  check_both_ways<value_of_words<std::uint8_t, 37>, std::int32_t>(where(), random);
}

// 8 bytes that lie at multiples of 4 are no word of 8 bytes.
TEST_P(Gather, WordsMayLieWhereTheirTypeAllows) {
  using pair = value_of_words<std::uint32_t, 2>;
  const placed_array<std::uint32_t> source(where(), {0, 1, 2, 3, 4});
  const placed_array<std::int32_t> positions(where(), {1, 0, 1});
  const placed_array<std::uint32_t> out(where(), std::vector<std::uint32_t>(7, 9));
  const auto* const from = reinterpret_cast<const pair*>(source.data() + 1);
  omprim::gather(where(), from, 2, positions.data(), 3, reinterpret_cast<pair*>(out.pointer() + 1));
  EXPECT_EQ(out.values(), (std::vector<std::uint32_t>{9, 3, 4, 1, 2, 3, 4}));
}

TEST_P(Gather, NothingIsMovedForNoPositions) {
  const placed_array<float> out(where(), {5.0f});
  const float* const nothing = nullptr;
  const std::int32_t* const no_positions = nullptr;
  omprim::gather(where(), nothing, 0, no_positions, 0, out.pointer());
  omprim::scatter(where(), nothing, no_positions, 0, out.pointer(), 1);
  EXPECT_EQ(out.values(), std::vector<float>{5.0f});
}

TEST_P(Gather, TheFirstWrongPositionIsReported) {
  random_engine random(omprim_test::test_seed());
  for (const std::size_t n : {std::size_t{100}, std::size_t{200003}}) {
    const auto values = telling_companions<std::uint32_t>(n);
    for (const std::int64_t wrong :
         {std::int64_t{-1}, static_cast<std::int64_t>(n), std::numeric_limits<std::int64_t>::min(),
          std::numeric_limits<std::int64_t>::max()}) {
      auto at = different_positions<std::int64_t>(n, n, random);
      const std::size_t first = random() % (n - 1);
      const std::size_t other = first + 1 + random() % (n - first - 1);
      at[first] = wrong;
      at[other] = -7;
      const placed_array<std::uint32_t> source(where(), values);
      const placed_array<std::int64_t> positions(where(), at);
      const placed_array<std::uint32_t> out(where(), std::vector<std::uint32_t>(n, 7));
      const std::vector<std::string> words = {
          "position " + std::to_string(first) + " is " + std::to_string(wrong),
          std::to_string(n) + " elements"};
      expect_error(status::invalid_argument, words, [&] {
        omprim::gather(where(), source.data(), n, positions.data(), n, out.pointer());
      });
      std::vector<std::uint32_t> gathered(n, 7);
      std::vector<std::uint32_t> scattered(n, 7);
      for (std::size_t i = 0; i < n; ++i) {
        if (i == first || i == other) continue;
        gathered[i] = values[static_cast<std::size_t>(at[i])];
        scattered[static_cast<std::size_t>(at[i])] = values[i];
      }
      EXPECT_EQ(out.values(), gathered);
      const placed_array<std::uint32_t> back(where(), std::vector<std::uint32_t>(n, 7));
      expect_error(status::invalid_argument, words, [&] {
        omprim::scatter(where(), source.data(), positions.data(), n, back.pointer(), n);
      });
      EXPECT_EQ(back.values(), scattered);
      // The next call finds nothing of this one.
      at[first] = at[other] = 0;
      const placed_array<std::int64_t> right(where(), at);
      omprim::gather(where(), source.data(), n, right.data(), n, out.pointer());
    }
  }
}

TEST_P(Gather, EveryPositionOfAnEmptyArrayIsWrong) {
  const float* const nothing = nullptr;
  const placed_array<std::int32_t> positions(where(), ints(3000, 0));
  const placed_array<float> out(where(), std::vector<float>(3000, 5.0f));
  expect_error(status::invalid_argument, {"position 0 is 0", "0 elements"},
               [&] { omprim::gather(where(), nothing, 0, positions.data(), 3000, out.pointer()); });
  EXPECT_EQ(out.values(), std::vector<float>(3000, 5.0f));
}

TEST_P(Gather, CallsThatMakeNoSenseAreRefused) {
  const placed_array<float> source(where(), {1, 2, 3});
  const placed_array<std::int32_t> positions(where(), {0, 1});
  const placed_array<float> out(where(), {7, 7, 7});
  const float* const nothing = nullptr;
  float* const nowhere = nullptr;
  const std::int32_t* const no_positions = nullptr;
  const auto refused = [&](const std::vector<std::string>& words, const std::function<void()>& call,
                           status code = status::invalid_argument) {
    expect_error(code, words, call);
    EXPECT_EQ(out.values(), (std::vector<float>{7, 7, 7})) << "a refused call has written";
  };
  refused({"pointer to the source", "null", "3"},
          [&] { omprim::gather(where(), nothing, 3, positions.data(), 2, out.pointer()); });
  refused({"pointer to the positions", "null", "2"},
          [&] { omprim::gather(where(), source.data(), 3, no_positions, 2, out.pointer()); });
  refused({"pointer to the output", "null", "2"},
          [&] { omprim::gather(where(), source.data(), 3, positions.data(), 2, nowhere); });
  refused({"pointer to the output", "null", "3"},
          [&] { omprim::scatter(where(), source.data(), positions.data(), 2, nowhere, 3); });
  const std::size_t negative = std::numeric_limits<std::size_t>::max();
  refused({std::to_string(negative)}, [&] {
    omprim::gather(where(), source.data(), 3, positions.data(), negative, out.pointer());
  });
  refused({std::to_string(negative)}, [&] {
    omprim::scatter(where(), source.data(), positions.data(), 2, out.pointer(), negative);
  });
  const auto ask = [&](operation op, std::size_t bytes, const char* strategy = "") {
    omprim::gather_request request{source.data(), positions.data(), bytes, out.pointer(), 3};
    omprim::gather_options options;
    options.strategy = strategy;
    omprim::gather_any(where(), omprim::element::float32, op, 2, request, options);
  };
  refused({"2 bytes", "4 or 8"}, [&] { ask(operation::gather, 2); });
  const auto ask_elements = [&](omprim::element type, std::size_t bytes) {
    omprim::gather_any(where(), type, operation::gather, 2,
                       {source.data(), positions.data(), 4, out.pointer(), 3, bytes});
  };
  refused({"12 bytes", "int64", "uint32"}, [&] { ask_elements(omprim::element::int64, 12); });
  refused({"1073741825 bytes", "1073741824"},
          [&] { ask_elements(omprim::element::uint32, 1073741825); });
  refused({"gather_any", "sort_any"}, [&] { ask(operation::argsort, 4); }, status::unknown_variant);
  refused(
      {"bisection", "direct"}, [&] { ask(operation::scatter, 4, "bisection"); },
      status::unknown_name);
}

class GatherContainers : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(GatherContainers);

TEST_P(GatherContainers, AreGatheredAndScattered) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "needs memory of the host";
  const std::vector<float> source{1, 2, 3};
  std::vector<float> out(4, 7);
  omprim::gather(where(), source, ints{2, 0}, out);
  EXPECT_EQ(out, (std::vector<float>{3, 1, 7, 7}));
  omprim::scatter(where(), source, ints{3, 0, 1}, out);
  EXPECT_EQ(out, (std::vector<float>{2, 3, 7, 1}));
  std::vector<float> shorter(1);
  expect_error(status::invalid_argument, {"1", "2"},
               [&] { omprim::gather(where(), source, ints{2, 0}, shorter); });
  expect_error(status::invalid_argument, {"2", "3"},
               [&] { omprim::scatter(where(), source, ints{2, 0}, out); });
  expect_error(status::invalid_argument, {"position 1 is 4", "4 elements"},
               [&] { omprim::scatter(where(), source, ints{1, 4, 0}, out); });
}

/// Moves by a row, at most one position being wrong.
template <class Word, class Index>
array_problem run(const table_row& row, const omprim::execution& where, std::size_t n,
                  bool is_wrong, random_engine& random) {
  const bool scatters = row.op == operation::scatter;
  const std::size_t size = n + 1 + random() % 100;
  auto at = different_positions<Index>(n, size, random);
  const std::size_t wrong = n == 0 ? 0 : random() % n;
  if (is_wrong) at[wrong] = static_cast<Index>(size + random() % 5);
  const auto source = telling_companions<Word>(scatters ? n : size);
  std::vector<Word> want(scatters ? size : n, 7);
  for (std::size_t i = 0; i < n; ++i) {
    const auto position = static_cast<std::size_t>(at[i]);
    if (position < size) want[scatters ? position : i] = source[scatters ? i : position];
  }
  const std::size_t offset = random() % 4;
  const fenced_array<Word> in(where, source, offset);
  const fenced_array<Index> positions(where, at, offset + 1);
  const fenced_array<Word> out(where, std::vector<Word>(want.size(), 7), offset + 2);
  omprim::reduce_profile profile;
  const omprim::gather_options options{row.strategy, row.tuning, &profile};
  std::string message;
  try {
    omprim::gather_any(where, row.type, row.op, n,
                       {in.pointer(), positions.pointer(), sizeof(Index), out.pointer(), size},
                       options);
  } catch (const omprim::error& e) {
    message = e.what();
  }
  const std::string text = "position " + std::to_string(wrong) + " is ";
  if (is_wrong != (message.find(text) != std::string::npos)) return "wrong error: " + message;
  if (profile.strategy != row.strategy || profile.tuning != row.tuning) return "another row ran";
  return out.compare("output", want);
}

/// Moves elements of `bytes` bytes each by a row, to and from any address.
array_problem run_bytes(const table_row& row, const omprim::execution& where, std::size_t n,
                        std::size_t bytes, random_engine& random) {
  const bool scatters = row.op == operation::scatter;
  const std::size_t size = n + 1 + random() % 100;
  const auto at = different_positions<std::int32_t>(n, size, random);
  const auto source = telling_companions<std::uint8_t>((scatters ? n : size) * bytes);
  std::vector<std::uint8_t> want((scatters ? size : n) * bytes, 7);
  for (std::size_t i = 0; i < n; ++i) {
    const auto position = static_cast<std::size_t>(at[i]);
    std::copy_n(source.data() + (scatters ? i : position) * bytes, bytes,
                want.data() + (scatters ? position : i) * bytes);
  }
  const fenced_array<std::uint8_t> in(where, source, 4 * (random() % 2));
  const placed_array<std::int32_t> positions(where, at);
  const fenced_array<std::uint8_t> out(where, std::vector<std::uint8_t>(want.size(), 7),
                                       random() % 2);
  omprim::gather_any(
      where, row.type, row.op, n,
      {in.pointer(), positions.data(), sizeof(std::int32_t), out.pointer(), size, bytes},
      {row.strategy, row.tuning});
  return out.compare("output", want);
}

class TableGather : public omprim_test::table_test {};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableGather);

TEST_P(TableGather, RowsOf4BytesMoveElementsOfAnySize) {
  if (omprim::size_of(type()) != 4) GTEST_SKIP() << "for types of 4 bytes";
  random_engine random(omprim_test::test_seed());
  for (const table_row& row : omprim_test::rows_for(where(), type(), omprim::algorithm::gather)) {
    const std::size_t tile = omprim_test::tile_of(row);
    for (const std::size_t bytes :
         std::initializer_list<std::size_t>{1, 2, 3, 8, 12, 16, 24, 101}) {
      for (const std::size_t n : std::set<std::size_t>{0, 1, tile / 3 + 1, tile, 2 * tile + 5}) {
        const auto wrong = run_bytes(row, where(), n, bytes, random);
        ASSERT_FALSE(wrong) << omprim_test::name_of(row) << ", n " << n << ", " << bytes
                            << " bytes: " << *wrong;
      }
    }
  }
}

TEST_P(TableGather, EveryRowMovesToEveryPosition) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  for (const table_row& row : omprim_test::rows_for(where(), type(), omprim::algorithm::gather)) {
    const std::size_t tile = omprim_test::tile_of(row);
    for (const std::size_t n :
         std::set<std::size_t>{0, 1, 2, 33, tile - 1, tile, tile + 1, 3 * tile + 5}) {
      for (int round = 0; round < 4; ++round) {
        const bool is_wrong = n != 0 && round % 2 == 1;
        const auto check = [&](auto word) {
          using Word = decltype(word);
          return round < 2 ? run<Word, std::int32_t>(row, where(), n, is_wrong, random)
                           : run<Word, std::int64_t>(row, where(), n, is_wrong, random);
        };
        const auto wrong =
            omprim::size_of(type()) == 4 ? check(std::uint32_t{}) : check(std::uint64_t{});
        ASSERT_FALSE(wrong) << omprim_test::name_of(row) << ", n " << n << ": " << *wrong;
      }
    }
  }
}

}  // namespace
