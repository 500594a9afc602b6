// SPDX-License-Identifier: BSD-3-Clause
// Runs of the C API: the results of the C++ functions, errors as codes and text.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/c/runs.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"

namespace {

using omprim_test::expect_refused;
using omprim_test::placed_array;

class CRuns : public omprim_test::c_api_test {};
OMPRIM_ON_EVERY_BACKEND(CRuns);

TEST_P(CRuns, AreEncoded) {
  const placed_array<float> x(where(), {2, 2, 2, 5, 2});
  const placed_array<float> unique(where(), std::vector<float>(5));
  const placed_array<std::int64_t> lengths(where(), std::vector<std::int64_t>(5));
  size_t runs = 0;
  ASSERT_EQ(omprim_run_length_encode_float32(c_where(), x.data(), 5, unique.pointer(),
                                             lengths.pointer(), &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 3U);
  EXPECT_EQ(unique.values(), (std::vector<float>{2, 5, 2, 0, 0}));
  EXPECT_EQ(lengths.values(), (std::vector<std::int64_t>{3, 1, 1, 0, 0}));
}

TEST_P(CRuns, OfAnyType) {
  const placed_array<std::uint64_t> x(where(), {7, 7, 1});
  const placed_array<std::uint64_t> out(where(), {9, 9, 9});
  const placed_array<std::int64_t> lengths(where(), {9, 9, 9});
  size_t runs = 0;
  ASSERT_EQ(omprim_run_length_encode(c_where(), omprim_element_uint64, x.data(), 3, out.pointer(),
                                     lengths.pointer(), nullptr, &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 2U);
  EXPECT_EQ(out.values(), (std::vector<std::uint64_t>{7, 1, 9}));
  EXPECT_EQ(lengths.values(), (std::vector<std::int64_t>{2, 1, 9}));
  const placed_array<std::uint64_t> heads(where(), {0b101});
  const omprim_runs_request request = {heads.pointer(), out.pointer()};
  ASSERT_EQ(omprim_runs(c_where(), omprim_element_uint64, omprim_operation_run_sum, x.data(), 3,
                        &request, nullptr, &runs),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<std::uint64_t>{14, 1, 9}));
}

TEST_P(CRuns, RefuseNonsense) {
  const placed_array<std::int32_t> x(where(), {3, 1, 4});
  const placed_array<std::int64_t> lengths(where(), {7, 7, 7});
  size_t runs = 7;
  expect_refused(
      omprim_run_length_encode_int32(c_where(), x.data(), 3, x.pointer(), lengths.pointer(), &runs),
      omprim_status_invalid_argument, {"run_length_encode", "over the keys"});
  EXPECT_EQ(omprim_run_length_encode_int32(c_where(), x.data(), 3, x.pointer(), lengths.pointer(),
                                           nullptr),
            omprim_status_invalid_argument);
  EXPECT_EQ(omprim_runs(c_where(), omprim_element_int32, omprim_operation_run_min, x.data(), 3,
                        nullptr, nullptr, &runs),
            omprim_status_invalid_argument);
  expect_refused(omprim_run_length_encode(c_where(), 9, x.data(), 3, x.pointer(), lengths.pointer(),
                                          nullptr, &runs),
                 omprim_status_unknown_name, {"element type"});
  EXPECT_EQ(runs, 7U);
  EXPECT_EQ(lengths.values(), (std::vector<std::int64_t>{7, 7, 7}));
}

}  // namespace
