// SPDX-License-Identifier: BSD-3-Clause
// omprim::open segmented reductions: own types, operators that do not commute. Compiled with device
// code where the build has devices.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/open/segmented_reduce.hpp>
#include <omprim/operators.hpp>

#include "support/affine.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/segments.hpp"
#include "support/values.hpp"

namespace {

using omprim_test::affine;
using omprim_test::placed_array;
using omprim_test::then;

class OpenSegmentedReduce : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(OpenSegmentedReduce);

std::vector<affine> random_maps(std::size_t n, omprim_test::random_engine& random) {
  std::vector<affine> maps(n);
  for (affine& map : maps) {
    map = {omprim_test::random_bits<std::uint32_t>(random) | 1U,
           omprim_test::random_bits<std::uint32_t>(random)};
  }
  return maps;
}

affine all_of(const affine* maps, std::int64_t n) {
  affine all = then::identity<affine>();
  for (std::int64_t i = 0; i < n; ++i) all = then::combine(all, maps[i]);
  return all;
}

TEST_P(OpenSegmentedReduce, OperatorsNeedNotCommute) {
  omprim_test::random_engine random(omprim_test::test_seed());
  for (const auto mixture : omprim_test::every_mixture()) {
    SCOPED_TRACE(omprim_test::name_of(mixture));
    const auto offsets = omprim_test::segment_offsets(mixture, 15000, random);
    const std::size_t segments = offsets.size() - 1;
    const auto maps = random_maps(static_cast<std::size_t>(offsets.back()), random);
    const placed_array<affine> values(where(), maps, 1);
    const placed_array<std::int64_t> bounds(where(), offsets);
    const placed_array<affine> out(where(), std::vector<affine>(segments));
    omprim::open::segmented_reduce(where(), values.data(), bounds.data(), segments, out.pointer(),
                                   then{});
    const auto got = out.values();
    for (std::size_t s = 0; s < segments; ++s) {
      ASSERT_EQ(got[s], all_of(maps.data() + offsets[s], offsets[s + 1] - offsets[s])) << s;
    }
  }
}

TEST_P(OpenSegmentedReduce, LambdaIsAnOperator) {
  omprim_test::random_engine random(omprim_test::test_seed());
  const auto after = [](affine a, affine b) { return then::combine(a, b); };
  const affine initial{3, 5};
  for (const auto mixture : omprim_test::every_mixture()) {
    SCOPED_TRACE(omprim_test::name_of(mixture));
    const auto offsets = omprim_test::segment_offsets(mixture, 15000, random);
    const std::size_t segments = offsets.size() - 1;
    const auto maps = random_maps(static_cast<std::size_t>(offsets.back()), random);
    const placed_array<affine> values(where(), maps, 1);
    const placed_array<std::int64_t> bounds(where(), offsets);
    const placed_array<affine> out(where(), std::vector<affine>(segments));
    omprim::open::segmented_reduce(where(), values.data(), bounds.data(), segments, out.pointer(),
                                   after, initial);
    const auto got = out.values();
    for (std::size_t s = 0; s < segments; ++s) {
      const affine all = all_of(maps.data() + offsets[s], offsets[s + 1] - offsets[s]);
      ASSERT_EQ(got[s], then::combine(initial, all)) << s;
    }
  }
}

TEST_P(OpenSegmentedReduce, FunctionObjectOnSegmentsOfOneLength) {
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{100}, std::size_t{5000}}) {
    const std::size_t segments = 40000 / (length + 1) + 1;
    std::vector<std::int64_t> values(length * segments);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i * i);
    const placed_array<std::int64_t> in(where(), values, 1);
    const placed_array<std::int64_t> out(where(), std::vector<std::int64_t>(segments));
    omprim::open::segmented_reduce(where(), in.data(), omprim::by_length(length, segments),
                                   out.pointer(), std::plus<>{}, 5);
    const auto got = out.values();
    for (std::size_t s = 0; s < segments; ++s) {
      std::int64_t want = 5;
      for (std::size_t i = s * length; i < (s + 1) * length; ++i) want += values[i];
      ASSERT_EQ(got[s], want) << "segment " << s << " of length " << length;
    }
  }
}

struct span_of {
  double least, greatest, sum, count;
  friend bool operator==(const span_of&, const span_of&) = default;
};
struct join_spans {
  template <class T>
  static T identity() {
    return {1e300, -1e300, 0, 0};
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    return {a.least < b.least ? a.least : b.least,
            a.greatest > b.greatest ? a.greatest : b.greatest, a.sum + b.sum, a.count + b.count};
  }
};

TEST_P(OpenSegmentedReduce, WideTypesInSegmentsOfOneLength) {
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{1}, std::size_t{37}, std::size_t{5000}}) {
    constexpr std::size_t segments = 41;
    std::vector<span_of> data;
    for (std::size_t i = 0; i < length * segments; ++i) {
      const auto x = static_cast<double>(i * 7919 % 1000);
      data.push_back({x, x, x, 1});
    }
    const placed_array<span_of> values(where(), data);
    const placed_array<span_of> out(where(), std::vector<span_of>(segments));
    omprim::open::segmented_reduce(where(), values.data(), omprim::by_length(length, segments),
                                   out.pointer(), join_spans{});
    const auto got = out.values();
    for (std::size_t s = 0; s < segments; ++s) {
      span_of want = join_spans::identity<span_of>();
      for (std::size_t i = s * length; i < (s + 1) * length; ++i) {
        want = join_spans::combine(want, data[i]);
      }
      ASSERT_EQ(got[s], want) << "segment " << s << " of length " << length;
    }
  }
}

template <class T, class Op>
void expect_reduced(const omprim::execution& where, const std::vector<T>& data,
                    const std::vector<std::int64_t>& offsets, Op op) {
  const std::size_t segments = offsets.size() - 1;
  const placed_array<T> values(where, data, 1);
  const placed_array<std::int64_t> bounds(where, offsets);
  const placed_array<T> out(where, std::vector<T>(segments, T(77)));
  omprim::open::segmented_reduce(where, values.data(), bounds.data(), segments, out.pointer(), op);
  const auto got = out.values();
  for (std::size_t s = 0; s < segments; ++s) {
    T want = Op::template identity<T>();
    for (std::int64_t i = offsets[s]; i < offsets[s + 1]; ++i) {
      want = Op::combine(want, data[static_cast<std::size_t>(i)]);
    }
    ASSERT_EQ(got[s], want) << "segment " << s;
  }
}

TEST_P(OpenSegmentedReduce, LibraryOperatorsOnLibraryTypesFollowTheirDefinition) {
  omprim_test::random_engine random(omprim_test::test_seed());
  for (const auto mixture : omprim_test::every_mixture()) {
    SCOPED_TRACE(omprim_test::name_of(mixture));
    const auto offsets = omprim_test::segment_offsets(mixture, 15000, random);
    const auto n = static_cast<std::size_t>(offsets.back());
    std::vector<double> doubles;
    std::vector<std::int32_t> integers;
    for (std::size_t i = 0; i < n; ++i) {
      doubles.push_back(omprim_test::random_whole<double>(random, -500, 500));
      integers.push_back(omprim_test::random_bits<std::int32_t>(random));
    }
    expect_reduced(where(), doubles, offsets, omprim::plus{});
    expect_reduced(where(), doubles, offsets, omprim::minimum{});
    expect_reduced(where(), integers, offsets, omprim::plus{});
    expect_reduced(where(), integers, offsets, omprim::maximum{});
  }
}

TEST_P(OpenSegmentedReduce, MissingPointersAreNamed) {
  const placed_array<affine> values(where(), {{1, 2}, {3, 4}});
  const placed_array<std::int32_t> offsets(where(), {0, 2});
  const std::int32_t* no_offsets = nullptr;
  affine* nowhere = nullptr;
  omprim_test::expect_error(omprim::status::invalid_argument, {"output", "null"}, [&] {
    omprim::open::segmented_reduce(where(), values.data(), offsets.data(), 1, nowhere, then{});
  });
  omprim_test::expect_error(omprim::status::invalid_argument, {"offsets", "null"}, [&] {
    omprim::open::segmented_reduce(where(), values.data(), no_offsets, 1, values.pointer(), then{});
  });
  const affine* no_values = nullptr;
  omprim_test::expect_error(omprim::status::invalid_argument, {"values", "null", "2"}, [&] {
    omprim::open::segmented_reduce(where(), no_values, offsets.data(), 1, values.pointer(), then{});
  });
  const placed_array<unsigned char> heads(where(), {1, 0});
  omprim_test::expect_error(omprim::status::invalid_argument, {"by heads", "by length"}, [&] {
    omprim::open::segmented_reduce(where(), values.data(), omprim::by_heads(heads.data()),
                                   values.pointer(), then{});
  });
}

TEST_P(OpenSegmentedReduce, SizeThatNoArrayHas) {
  const placed_array<affine> values(where(), {{1, 2}, {3, 4}});
  const placed_array<affine> out(where(), {{7, 8}});
  const std::size_t n = std::size_t{1} << 62;
  for (const auto& segments : {omprim::by_length(n, 1), omprim::by_length(1, n)}) {
    omprim_test::expect_error(
        omprim::status::invalid_argument, {std::to_string(n), "no array"}, [&] {
          omprim::open::segmented_reduce(where(), values.data(), segments, out.pointer(), then{});
        });
  }
  EXPECT_EQ(out.values(), (std::vector<affine>{{7, 8}}));
}

}  // namespace
