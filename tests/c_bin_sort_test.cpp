// SPDX-License-Identifier: BSD-3-Clause
// Bins, sorts by bin and histograms of weights of the C API: errors as codes and text.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/c/bin_sort.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"
#include "support/types.hpp"

namespace {

using omprim_test::expect_refused;
using omprim_test::placed_array;
using wide_ints = std::vector<std::int64_t>;

/// The C functions of a type.
template <class T>
struct bin_sort_functions;
#define OMPRIM_FUNCTIONS(name, type)                                               \
  template <>                                                                      \
  struct bin_sort_functions<type> {                                                \
    static constexpr auto* index_even = omprim_bin_index_even_##name;              \
    static constexpr auto* index_edges = omprim_bin_index_edges_##name;            \
    static constexpr auto* sort_even = omprim_bin_sort_even_##name;                \
    static constexpr auto* sort_edges = omprim_bin_sort_edges_##name;              \
    static constexpr auto* weights_even = omprim_weighted_histogram_even_##name;   \
    static constexpr auto* weights_edges = omprim_weighted_histogram_edges_##name; \
  };
OMPRIM_TESTED_TYPES(OMPRIM_FUNCTIONS)
#undef OMPRIM_FUNCTIONS

class CBinSort : public omprim_test::c_api_test {};
OMPRIM_ON_EVERY_BACKEND(CBinSort);

TEST_P(CBinSort, EveryType) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    using functions = bin_sort_functions<T>;
    const placed_array<T> data(where(), {T(5), T(2), T(9), T(4), T(2)});
    const placed_array<T> weights(where(), {T(1), T(2), T(3), T(4), T(5)});
    const placed_array<T> edges(where(), {T(2), T(3), T(6)});
    const placed_array<std::int64_t> wide(where(), wide_ints(5));
    const placed_array<std::int32_t> narrow(where(), std::vector<std::int32_t>(5));
    const placed_array<std::int64_t> offsets(where(), wide_ints(3));
    const placed_array<T> sums(where(), std::vector<T>(2));
    const T from = 2;
    const T to = 6;

    EXPECT_EQ(functions::index_even(c_where(), data.data(), 5, from, to, 2, wide.pointer(), 8),
              omprim_status_success);
    EXPECT_EQ(wide.values(), (wide_ints{1, 0, 2, 1, 0}));
    EXPECT_EQ(
        functions::index_edges(c_where(), data.data(), 5, edges.data(), 2, narrow.pointer(), 4),
        omprim_status_success);
    EXPECT_EQ(narrow.values(), (std::vector<std::int32_t>{1, 0, 2, 1, 0}));

    EXPECT_EQ(functions::sort_even(c_where(), data.data(), 5, from, to, 2, narrow.pointer(), 4,
                                   offsets.pointer()),
              omprim_status_success);
    EXPECT_EQ(narrow.values(), (std::vector<std::int32_t>{1, 4, 0, 3, 2}));
    EXPECT_EQ(offsets.values(), (wide_ints{0, 2, 4}));
    EXPECT_EQ(functions::sort_edges(c_where(), data.data(), 5, edges.data(), 2, wide.pointer(), 8,
                                    offsets.pointer()),
              omprim_status_success);
    EXPECT_EQ(wide.values(), (wide_ints{1, 4, 0, 3, 2}));

    const std::vector<T> want{T(7), T(5)};
    EXPECT_EQ(functions::weights_even(c_where(), data.data(), weights.data(), 5, from, to, 2,
                                      sums.pointer()),
              omprim_status_success);
    EXPECT_EQ(sums.values(), want);
    EXPECT_EQ(functions::weights_edges(c_where(), data.data(), weights.data(), 5, edges.data(), 2,
                                       sums.pointer()),
              omprim_status_success);
    EXPECT_EQ(sums.values(), want);
  });
}

TEST_P(CBinSort, RunTimeTypes) {
  const placed_array<float> data(where(), {0.5f, 1.5f, 0.25f, 9.0f});
  const placed_array<std::int64_t> weights(where(), {3, 4, 5, 6});
  const placed_array<std::int64_t> out(where(), wide_ints(4));
  const placed_array<std::int64_t> offsets(where(), wide_ints(3));
  omprim_histogram_request bins{};
  bins.upper.f = 2;
  bins.bins = 2;
  constexpr int even = omprim_operation_histogram_even;
  constexpr int type = omprim_element_float32;
  EXPECT_EQ(omprim_bin_index(c_where(), type, even, data.data(), 4, &bins, out.pointer(), 8),
            omprim_status_success);
  EXPECT_EQ(out.values(), (wide_ints{0, 1, 0, 2}));
  EXPECT_EQ(omprim_bin_sort(c_where(), type, even, data.data(), 4, &bins, out.pointer(), 8,
                            offsets.pointer()),
            omprim_status_success);
  EXPECT_EQ(out.values(), (wide_ints{0, 2, 1, 3}));
  EXPECT_EQ(offsets.values(), (wide_ints{0, 2, 3}));
  EXPECT_EQ(omprim_weighted_histogram(c_where(), type, even, data.data(), omprim_element_int64,
                                      weights.data(), 4, &bins, out.pointer(), nullptr),
            omprim_status_success);
  EXPECT_EQ(out.values(), (wide_ints{8, 4, 1, 3}));
}

TEST_P(CBinSort, WrongArgumentsAreRefused) {
  const placed_array<float> data(where(), {0.5f, 1.5f});
  const placed_array<std::int64_t> out(where(), wide_ints(4));
  constexpr auto wrong = omprim_status_invalid_argument;
  expect_refused(
      omprim_bin_index_even_float32(c_where(), data.data(), 2, 0, 1, 2, out.pointer(), 2), wrong,
      {"indices of 2 bytes"});
  expect_refused(omprim_bin_sort_even_float32(c_where(), data.data(), 2, 0, 1, 2, out.pointer(), 3,
                                              out.pointer() + 1),
                 wrong, {"positions of 3 bytes"});
  expect_refused(omprim_weighted_histogram_even_float32(c_where(), data.data(), data.data(), 2, 0,
                                                        1, 2, nullptr),
                 wrong, {"the pointer to the sums"});
  expect_refused(omprim_bin_index(c_where(), omprim_element_float32, omprim_operation_sum,
                                  data.data(), 2, nullptr, out.pointer(), 8),
                 wrong, {"the request is null"});
  const omprim_histogram_request bins{};
  expect_refused(omprim_bin_index(c_where(), omprim_element_float32, omprim_operation_sum,
                                  data.data(), 2, &bins, out.pointer(), 8),
                 omprim_status_unknown_variant, {"sum", "reduce_any"});
}

}  // namespace
