// SPDX-License-Identifier: BSD-3-Clause
// 2^31 + 1 elements: one more than a signed 32-bit index reaches. They are 8.6 GB of int32; on the
// host, the same 64 MB mapped many times.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/error.hpp>
#include <omprim/exact.hpp>
#include <omprim/memory.hpp>
#include <omprim/reduce.hpp>
#include <omprim/scan.hpp>
#include <omprim/segmented_reduce.hpp>
#include <omprim/select.hpp>

#include "support/backends.hpp"
#include "support/memory.hpp"
#include "support/repeated_pages.hpp"
#include "support/rows.hpp"

namespace {

using omprim::by_offsets;

constexpr std::size_t large_n = (std::size_t{1} << 31) + 1;
constexpr auto last_index = static_cast<std::int64_t>(large_n) - 1;

/// An array of large_n ones that `where` can read.
class large_ones {
 public:
  explicit large_ones(const omprim::execution& where) {
    if (omprim_test::reads_host_memory(where)) {
      on_host_ = std::make_unique<omprim_test::repeated_pages<std::int32_t>>(large_n, 1);
      return;
    }
    there_ = std::make_unique<omprim_test::memory>(where, large_n * sizeof(std::int32_t));
    const std::vector<std::int32_t> ones(std::size_t{1} << 26, 1);
    for (std::size_t at = 0; at < large_n; at += ones.size()) {
      const std::size_t count = std::min(ones.size(), large_n - at);
      there_->write(at * sizeof(std::int32_t), ones.data(), count * sizeof(std::int32_t));
    }
  }

  [[nodiscard]] const std::int32_t* data() const {
    return on_host_ ? on_host_->data() : reinterpret_cast<const std::int32_t*>(there_->data());
  }
  void set(std::size_t index, std::int32_t value) {
    if (on_host_) on_host_->set(index, value);
    if (there_) there_->write(index * sizeof(value), &value, sizeof(value));
  }

 private:
  std::unique_ptr<omprim_test::repeated_pages<std::int32_t>> on_host_;
  std::unique_ptr<omprim_test::memory> there_;
};

/// Segments of 1, 0, 2^31 - 3 and 3 elements: an int32 holds the sum of the ones in the third.
std::vector<std::int64_t> large_offsets() {
  const std::int64_t long_end = 1 + (std::int64_t{1} << 31) - 3;
  return {0, 1, 1, long_end, static_cast<std::int64_t>(large_n)};
}

class Large : public omprim_test::backend_test {
 protected:
  void SetUp() override {
    try {
      ones = std::make_unique<large_ones>(where());
    } catch (const omprim::error& error) {
      GTEST_SKIP() << "no room for " << large_n << " elements: " << error.what();
    } catch (const std::bad_alloc&) {
      GTEST_SKIP() << "no room to map " << large_n << " elements";
    }
  }
  std::unique_ptr<large_ones> ones;
};
OMPRIM_ON_EVERY_BACKEND(Large);

TEST_P(Large, SumsCountEveryElement) {
  EXPECT_EQ(omprim::wide_sum(where(), ones->data(), large_n), 2147483649LL);
  EXPECT_EQ(omprim::sum(where(), ones->data(), large_n), -2147483647);
}

// As floats the elements are multiples of the least subnormal number. The sum, 2^31 + 1 of them, is
// a little above a number of type float; the last element moves it past the tie to the next.
TEST_P(Large, ExactSumsCountEveryElement) {
  const auto* const data = reinterpret_cast<const float*>(ones->data());
  for (const omprim::table_row& row :
       omprim_test::rows_for(where(), omprim::element::float32, omprim::operation::exact_sum)) {
    if (row.strategy == "sequential") continue;
    SCOPED_TRACE(omprim_test::name_of(row));
    omprim::reduce_options options;
    options.strategy = row.strategy;
    options.tuning = row.tuning;
    ones->set(large_n - 1, 128);
    EXPECT_EQ(omprim::exact_sum(where(), data, large_n, options), 0x1p-118F) << "a tie";
    ones->set(large_n - 1, 129);
    EXPECT_EQ(omprim::exact_sum(where(), data, large_n, options), 0x1.000002p-118F);
  }
}

TEST_P(Large, LastElementIsFound) {
  ones->set(large_n - 1, -5);
  EXPECT_EQ(omprim::argmin(where(), ones->data(), large_n),
            (omprim::indexed<std::int32_t>{-5, last_index}));
  EXPECT_EQ(omprim::argmax(where(), ones->data(), large_n), (omprim::indexed<std::int32_t>{1, 0}));
  EXPECT_EQ(omprim::minmax(where(), ones->data(), large_n), (omprim::extrema<std::int32_t>{-5, 1}));
  ones->set(large_n - 1, 7);
  EXPECT_EQ(omprim::argmax(where(), ones->data(), large_n),
            (omprim::indexed<std::int32_t>{7, last_index}));
  ones->set(large_n - 1, 0);
  EXPECT_FALSE(omprim::all(where(), ones->data(), large_n));
}

TEST_P(Large, FirstOfTiesBeyondTheSignedRange) {
  ones->set(large_n - 1, -5);
  ones->set(large_n - 2, -5);
  EXPECT_EQ(omprim::argmin(where(), ones->data(), large_n).index, last_index - 1);
  ones->set(1, -5);
  EXPECT_EQ(omprim::argmin(where(), ones->data(), large_n).index, 1);
}

// One row of each strategy, including the listings that were published with 32-bit indices.
TEST_P(Large, EveryStrategySumsIt) {
  if (where().where() != omprim::backend::device &&
      (where().where() != omprim::backend::host || where().threads() != 0)) {
    GTEST_SKIP() << "the same kernels as on host";
  }
  ones->set(large_n - 1, 10);
  std::set<std::string_view> seen;
  for (const omprim::table_row& row :
       omprim_test::rows_for(where(), omprim::element::int32, omprim::operation::sum)) {
    if (!seen.insert(row.strategy).second) continue;
    omprim::reduce_options options;
    options.strategy = row.strategy;
    options.tuning = row.tuning;
    EXPECT_EQ(omprim::sum(where(), ones->data(), large_n, options), -2147483647 + 9)
        << omprim_test::name_of(row);
  }
}

// One row of each strategy, except for strategies in which one item of a device adds 2^31 values.
TEST_P(Large, EveryStrategySumsSegmentsBeyondTheSignedRange) {
  const bool on_device = where().where() == omprim::backend::device;
  if (!on_device && (where().where() != omprim::backend::host || where().threads() != 0)) {
    GTEST_SKIP() << "the same kernels as on host";
  }
  ones->set(large_n - 1, 10);
  const auto offsets = large_offsets();
  const omprim_test::placed_array<std::int64_t> bounds(where(), offsets);
  const omprim_test::placed_array<std::int32_t> sums(where(), std::vector<std::int32_t>(4));
  std::set<std::string_view> seen;
  for (const omprim::table_row& row :
       omprim_test::rows_for(where(), omprim::element::int32, omprim::operation::segmented_sum)) {
    if (on_device && row.strategy == "item-per-segment") continue;
    if (!seen.insert(row.strategy).second) continue;
    SCOPED_TRACE(omprim_test::name_of(row));
    omprim::segment_options options;
    options.strategy = row.strategy;
    options.tuning = row.tuning;
    omprim::segmented_reduce(where(), ones->data(), by_offsets(bounds.data(), 4), sums.pointer(),
                             omprim::plus{}, options);
    EXPECT_EQ(sums.values(), (std::vector<std::int32_t>{1, 0, 2147483645, 12}));
  }
}

TEST_P(Large, SegmentsAreSearchedBeyondTheSignedRange) {
  const omprim_test::placed_array<std::int64_t> bounds(where(), large_offsets());
  const omprim_test::placed_array<std::int64_t> at(where(), std::vector<std::int64_t>(4));
  const omprim_test::placed_array<std::int32_t> most(where(), std::vector<std::int32_t>(4));
  ones->set(large_n - 4, 9);  // the last element of the large segment
  ones->set(large_n - 1, 8);
  const auto least = omprim::maximum::identity<std::int32_t>();
  std::set<std::string_view> seen;
  for (const omprim::table_row& row : omprim_test::rows_for(where(), omprim::element::int32,
                                                            omprim::operation::segmented_argmax)) {
    if (!seen.insert(row.strategy).second) continue;
    SCOPED_TRACE(omprim_test::name_of(row));
    omprim::segment_options options;
    options.strategy = row.strategy;
    options.tuning = row.tuning;
    omprim::segmented_argmax(where(), ones->data(), by_offsets(bounds.data(), 4), at.pointer(),
                             most.pointer(), options);
    EXPECT_EQ(at.values(), (std::vector<std::int64_t>{0, -1, 2147483644, 2}));
    EXPECT_EQ(most.values(), (std::vector<std::int32_t>{1, least, 9, 8}));
    ones->set(large_n - 1, 10);
    omprim::segmented_argmax(where(), ones->data(), omprim::by_length(large_n, 1), at.pointer(),
                             most.pointer(), options);
    EXPECT_EQ(at.values()[0], last_index);
    EXPECT_EQ(most.values()[0], 10);
    ones->set(large_n - 1, 8);
  }
}

TEST_P(Large, SelectionsFindElementsBeyondTheSignedRange) {
  for (const std::size_t place : {std::size_t{0}, large_n - 2, large_n - 1}) ones->set(place, 9);
  const omprim_test::placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(4));
  std::set<std::string_view> seen;
  for (const omprim::table_row& row :
       omprim_test::rows_for(where(), omprim::element::int32, omprim::operation::select_index)) {
    if (!seen.insert(row.strategy).second) continue;
    SCOPED_TRACE(omprim_test::name_of(row));
    omprim::select_options options;
    options.strategy = row.strategy;
    options.tuning = row.tuning;
    EXPECT_EQ(omprim::select_index(where(), ones->data(), large_n, positions.pointer(),
                                   omprim::equal_to(9), options),
              3u);
    EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{0, last_index - 1, last_index, 0}));
  }
  EXPECT_EQ(omprim::count_if(where(), ones->data(), large_n, omprim::not_equal_to(9)), large_n - 3);
}

TEST_P(Large, OutputsReachBeyondTheSignedRange) {
  std::unique_ptr<omprim_test::memory> out;
  try {
    out = std::make_unique<omprim_test::memory>(where(), large_n * sizeof(std::int32_t));
  } catch (const omprim::error& error) {
    GTEST_SKIP() << "no room for the output: " << error.what();
  }
  auto* there = reinterpret_cast<std::int32_t*>(out->data());
  const auto at = [&](std::size_t index) {
    std::int32_t value = 0;
    out->read(&value, index * sizeof(value), sizeof(value));
    return value;
  };
  ones->set(5, 9);
  ones->set(large_n - 1, 8);
  EXPECT_EQ(omprim::select_if(where(), ones->data(), large_n, there, omprim::less_than(9)),
            large_n - 1);
  EXPECT_EQ(at(5), 1);
  EXPECT_EQ(at(large_n - 2), 8);
  omprim::inclusive_scan(where(), ones->data(), large_n, there);
  EXPECT_EQ(at(4), 5);
  EXPECT_EQ(at(5), 14);
  EXPECT_EQ(at(large_n - 2), std::numeric_limits<std::int32_t>::min() + 8);
  EXPECT_EQ(at(large_n - 1), std::numeric_limits<std::int32_t>::min() + 16);
}

}  // namespace
