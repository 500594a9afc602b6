// SPDX-License-Identifier: BSD-3-Clause
// Order statistics of the C API, on every type, and their errors.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/c/top_k.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"
#include "support/top_k_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim_test::at_positions;
using omprim_test::expect_refused;
using omprim_test::placed_array;
using omprim_test::to_words;

/// The C functions of a type.
template <class T>
struct top_k_functions;
#define OMPRIM_FUNCTIONS(name, type)                                  \
  template <>                                                         \
  struct top_k_functions<type> {                                      \
    static constexpr auto* top_k = omprim_top_k_##name;               \
    static constexpr auto* kth_smallest = omprim_kth_smallest_##name; \
    static constexpr auto* median = omprim_median_##name;             \
    static constexpr auto* quantiles = omprim_quantiles_##name;       \
  };
OMPRIM_TESTED_TYPES(OMPRIM_FUNCTIONS)
#undef OMPRIM_FUNCTIONS

class CTopK : public omprim_test::c_api_test {
 protected:
  static void expect_success(omprim_status got) {
    EXPECT_EQ(got, omprim_status_success) << omprim_last_error();
  }

  /// Compares the first elements with those of a stable sort.
  template <class T>
  static void check_top(const std::vector<T>& data, std::size_t k, int order) {
    auto places = omprim_test::sorted_positions(data, {order == omprim_order_descending, {}});
    places.resize(k);
    const placed_array<T> in(where(), data);
    const placed_array<T> out(where(), std::vector<T>(k));
    const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(k));
    expect_success(top_k_functions<T>::top_k(c_where(), in.data(), data.size(), k, out.pointer(),
                                             positions.pointer(), order));
    const auto want = to_words(at_positions(data, places));
    EXPECT_EQ(to_words(out.values()), want);
    EXPECT_EQ(positions.values(), std::vector<std::int64_t>(places.begin(), places.end()));
    const placed_array<T> alone(where(), std::vector<T>(k));
    expect_success(top_k_functions<T>::top_k(c_where(), in.data(), data.size(), k, alone.pointer(),
                                             nullptr, order));
    EXPECT_EQ(to_words(alone.values()), want);
    const omprim_top_k_request request{k, alone.pointer(), nullptr, nullptr, order};
    expect_success(omprim_top_k(c_where(), static_cast<int>(omprim_test::element_of<T>()),
                                omprim_operation_top_k, in.data(), data.size(), &request, nullptr));
    EXPECT_EQ(to_words(alone.values()), want) << "by numbers";
  }

  template <class T>
  static void check_ranks(const std::vector<T>& data) {
    using functions = top_k_functions<T>;
    const std::size_t n = data.size();
    const auto places = omprim_test::sorted_positions(data, {});
    const placed_array<T> in(where(), data);
    const auto bits_at = [&](std::size_t place) {
      return omprim_test::rank_bits(data[places[place]]);
    };
    T found{};
    expect_success(functions::kth_smallest(c_where(), in.data(), n, 7, &found));
    EXPECT_EQ(omprim_test::to_word(found), bits_at(7));
    expect_success(functions::median(c_where(), in.data(), n, &found));
    EXPECT_EQ(omprim_test::to_word(found), bits_at((n - 1) / 2));
    const double probabilities[] = {1, 0.5, 0};
    std::vector<T> quantiles(3);
    expect_success(
        functions::quantiles(c_where(), in.data(), n, probabilities, 3, quantiles.data()));
    const std::uint64_t asked[] = {n - 1, (n - 1) / 2, 0};
    std::vector<T> by_numbers(3);
    const omprim_top_k_request request{3, by_numbers.data(), nullptr, asked,
                                       omprim_order_descending};
    expect_success(omprim_top_k(c_where(), static_cast<int>(omprim_test::element_of<T>()),
                                omprim_operation_kth_smallest, in.data(), n, &request, nullptr));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(omprim_test::to_word(quantiles[i]), bits_at(asked[i]));
      EXPECT_EQ(omprim_test::to_word(by_numbers[i]), bits_at(asked[i])) << "by numbers";
    }
  }
};
OMPRIM_ON_EVERY_BACKEND(CTopK);

TEST_P(CTopK, EveryType) {
  omprim_test::for_every_type([](auto tag) {
    using T = typename decltype(tag)::type;
    omprim_test::random_engine random(sizeof(T));
    for (const auto input :
         {omprim_test::sort_input::telling, omprim_test::sort_input::few_distinct}) {
      const auto data = omprim_test::sort_data<T>(input, 10007, random);
      check_top(data, 100, omprim_order_descending);
      check_top(data, 33, omprim_order_ascending);
      check_ranks(data);
    }
  });
}

TEST_P(CTopK, RefusedCallsNameTheirNumbers) {
  const placed_array<float> in(where(), {3, 1, 2});
  const placed_array<float> out(where(), {7, 7, 7});
  const auto refused = [&](omprim_status got, const std::vector<std::string>& words) {
    expect_refused(got, omprim_status_invalid_argument, words);
    EXPECT_EQ(out.values(), (std::vector<float>{7, 7, 7})) << "a refused call has written";
  };
  const auto top_k = [&](std::size_t k, float* to, int order) {
    return omprim_top_k_float32(c_where(), in.data(), 3, k, to, nullptr, order);
  };
  refused(top_k(4, out.pointer(), omprim_order_descending), {"4", "3"});
  refused(top_k(1, nullptr, omprim_order_descending), {"output", "null"});
  expect_refused(top_k(1, out.pointer(), 2), omprim_status_unknown_name, {"order", "2"});
  float found = 7;
  refused(omprim_kth_smallest_float32(c_where(), in.data(), 3, 3, &found), {"place 3", "3"});
  refused(omprim_kth_smallest_float32(c_where(), in.data(), 3, 0, nullptr), {"result", "null"});
  refused(omprim_median_float32(c_where(), nullptr, 3, &found), {"data", "null"});
  refused(omprim_median_float32(c_where(), in.data(), 3, nullptr), {"result", "null"});
  const double two = 2;
  refused(omprim_quantiles_float32(c_where(), in.data(), 3, &two, 1, &found), {"probability", "2"});
  refused(omprim_top_k(c_where(), omprim_element_float32, omprim_operation_top_k, in.data(), 3,
                       nullptr, nullptr),
          {"request"});
  expect_refused(omprim_sort(c_where(), omprim_element_float32, omprim_operation_top_k, in.data(),
                             3, nullptr, nullptr),
                 omprim_status_invalid_argument, {"request"});
  EXPECT_EQ(found, 7);
}

}  // namespace
