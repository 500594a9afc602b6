// SPDX-License-Identifier: BSD-3-Clause
// Searches, gathers and merges of the C API: the results of comparisons, and errors.
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"
#include "support/merge_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim_test::at_positions;
using omprim_test::expect_refused;
using omprim_test::placed_array;
using omprim_test::search_order;
using omprim_test::sort_input;
using omprim_test::sorted_data;
using omprim_test::to_words;

/// The C functions of a type.
template <class T>
struct search_functions;
#define OMPRIM_FUNCTIONS(name, type)                                    \
  template <>                                                           \
  struct search_functions<type> {                                       \
    static constexpr auto* lower_bound = omprim_lower_bound_##name;     \
    static constexpr auto* upper_bound = omprim_upper_bound_##name;     \
    static constexpr auto* lower_bound32 = omprim_lower_bound32_##name; \
    static constexpr auto* upper_bound32 = omprim_upper_bound32_##name; \
    static constexpr auto* gather = omprim_gather_##name;               \
    static constexpr auto* scatter = omprim_scatter_##name;             \
    static constexpr auto* gather32 = omprim_gather32_##name;           \
    static constexpr auto* scatter32 = omprim_scatter32_##name;         \
    static constexpr auto* merge = omprim_merge_##name;                 \
    static constexpr auto* merge_by_key = omprim_merge_by_key_##name;   \
  };
OMPRIM_TESTED_TYPES(OMPRIM_FUNCTIONS)
#undef OMPRIM_FUNCTIONS

class CSearch : public omprim_test::c_api_test {
 protected:
  static void expect_success(omprim_status got) {
    EXPECT_EQ(got, omprim_status_success) << omprim_last_error();
  }
};
OMPRIM_ON_EVERY_BACKEND(CSearch);

TEST_P(CSearch, EveryTypeIsSearched) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    using functions = search_functions<T>;
    omprim_test::random_engine random(sizeof(T));
    for (const bool down : {false, true}) {
      const int order = down ? omprim_order_descending : omprim_order_ascending;
      const auto sorted = sorted_data<T>(sort_input::telling, 3001, down, random);
      const auto values = omprim_test::searched_data(sorted, 5003, random);
      const placed_array<T> in(where(), sorted, 1);
      const placed_array<T> asked(where(), values, 3);
      const auto check = [&](auto* function, auto index, bool is_upper) {
        using Index = decltype(index);
        const placed_array<Index> out(where(), std::vector<Index>(values.size(), 7));
        expect_success(function(c_where(), in.data(), in.size(), asked.data(), asked.size(),
                                out.pointer(), order));
        EXPECT_EQ(out.values(),
                  omprim_test::searched_positions<Index>(sorted, values, {down, is_upper}));
      };
      check(functions::lower_bound, std::int64_t{}, false);
      check(functions::upper_bound, std::int64_t{}, true);
      check(functions::lower_bound32, std::int32_t{}, false);
      check(functions::upper_bound32, std::int32_t{}, true);
    }
  });
}

TEST_P(CSearch, EveryTypeIsGatheredAndScattered) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    using functions = search_functions<T>;
    omprim_test::random_engine random(sizeof(T));
    const auto values = omprim_test::sort_data<T>(sort_input::random, 4001, random);
    const auto order = omprim_test::sorted_positions(values, {});
    const auto sorted = to_words(at_positions(values, order));
    const std::size_t n = values.size();
    const placed_array<T> in(where(), values, 1);
    const auto check = [&](auto* gather, auto* scatter, auto index) {
      using Index = decltype(index);
      const placed_array<Index> positions(where(), {order.begin(), order.end()}, 1);
      const placed_array<T> out(where(), std::vector<T>(n));
      const placed_array<T> back(where(), std::vector<T>(n));
      expect_success(gather(c_where(), in.data(), n, positions.data(), n, out.pointer()));
      EXPECT_EQ(to_words(out.values()), sorted);
      expect_success(scatter(c_where(), out.data(), positions.data(), n, back.pointer(), n));
      EXPECT_EQ(to_words(back.values()), to_words(values));
    };
    check(functions::gather, functions::scatter, std::int64_t{});
    check(functions::gather32, functions::scatter32, std::int32_t{});
  });
}

TEST_P(CSearch, EveryTypeIsMerged) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    using functions = search_functions<T>;
    omprim_test::random_engine random(sizeof(T));
    for (const bool down : {false, true}) {
      const int order = down ? omprim_order_descending : omprim_order_ascending;
      const auto a = sorted_data<T>(sort_input::telling, 2003, down, random);
      const auto b = sorted_data<T>(sort_input::telling, 3001, down, random);
      const auto positions = omprim_test::merged_positions(a, b, down);
      const auto want = to_words(at_positions(omprim_test::joined(a, b), positions));
      const std::size_t n = want.size();
      const placed_array<T> first(where(), a);
      const placed_array<T> second(where(), b);
      const placed_array<T> out(where(), std::vector<T>(n));
      expect_success(functions::merge(c_where(), first.data(), a.size(), second.data(), b.size(),
                                      out.pointer(), order));
      EXPECT_EQ(to_words(out.values()), want);
      const auto values = omprim_test::telling_companions<std::uint64_t>(n);
      const placed_array<std::uint64_t> carried(where(), values);
      const placed_array<std::uint64_t> values_out(where(), std::vector<std::uint64_t>(n));
      expect_success(functions::merge_by_key(c_where(), first.data(), carried.data(), a.size(),
                                             second.data(), carried.data() + a.size(), b.size(), 8,
                                             out.pointer(), values_out.pointer(), order));
      EXPECT_EQ(to_words(out.values()), want);
      EXPECT_EQ(values_out.values(), at_positions(values, positions));
    }
  });
}

TEST_P(CSearch, ElementsOfAnySizeAreGathered) {
  const placed_array<double> complex(where(), {1, -1, 2, -2, 3, -3});
  const placed_array<std::int64_t> positions(where(), {2, 0});
  const placed_array<double> out(where(), std::vector<double>(4));
  const omprim_gather_request request{complex.data(),    positions.data(), 8, out.pointer(), 3,
                                      2 * sizeof(double)};
  expect_success(omprim_gather(c_where(), omprim_element_uint32, omprim_operation_gather, 2,
                               &request, nullptr));
  EXPECT_EQ(out.values(), (std::vector<double>{3, -3, 1, -1}));
}

TEST_P(CSearch, RequestsByNumber) {
  const placed_array<float> sorted(where(), {1, 3, 3, 5});
  const placed_array<float> values(where(), {3, 9});
  const placed_array<std::int32_t> positions(where(), {7, 7});
  const omprim_search_request search{values.data(), 2, positions.pointer(), 4,
                                     omprim_order_ascending};
  const auto ask = [&](int operation, const omprim_search_request* request) {
    return omprim_search(c_where(), omprim_element_float32, operation, sorted.data(), 4, request,
                         nullptr);
  };
  expect_success(ask(omprim_operation_upper_bound, &search));
  EXPECT_EQ(positions.values(), (std::vector<std::int32_t>{3, 4}));
  expect_refused(ask(omprim_operation_upper_bound, nullptr), omprim_status_invalid_argument,
                 {"request"});
  expect_refused(ask(omprim_operation_sort, &search), omprim_status_unknown_variant,
                 {"search_any", "sort"});
  const placed_array<float> out(where(), std::vector<float>(6));
  const omprim_gather_request gather{sorted.data(), positions.data(), 4, out.pointer(), 4, 0};
  expect_refused(omprim_gather(c_where(), omprim_element_float32, omprim_operation_gather, 2,
                               &gather, nullptr),
                 omprim_status_invalid_argument, {"position 1 is 4", "4 elements"});
  const omprim_merge_request merge{values.data(), 2, out.pointer(),         nullptr, nullptr,
                                   nullptr,       0, omprim_order_ascending};
  expect_success(omprim_merge(c_where(), omprim_element_float32, omprim_operation_merge,
                              sorted.data(), 4, &merge, nullptr));
  EXPECT_EQ(out.values(), (std::vector<float>{1, 3, 3, 3, 5, 9}));
  expect_refused(omprim_lower_bound32_float32(c_where(), sorted.data(), 4, values.data(), 2,
                                              positions.pointer(), 2),
                 omprim_status_unknown_name, {"order", "2"});
}

}  // namespace
