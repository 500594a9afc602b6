// SPDX-License-Identifier: BSD-3-Clause
// Sorts of the C API: the order of comparisons, in place and not. c_sort_errors_test.cpp has
// errors.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/c/sort.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"
#include "support/sort_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim_test::at_positions;
using omprim_test::placed_array;
using omprim_test::sort_input;
using omprim_test::to_words;

/// The C functions of a type.
template <class T>
struct sort_functions;
#define OMPRIM_FUNCTIONS(name, type)                                \
  template <>                                                       \
  struct sort_functions<type> {                                     \
    static constexpr auto* sort = omprim_sort_##name;               \
    static constexpr auto* sort_by_key = omprim_sort_by_key_##name; \
    static constexpr auto* argsort = omprim_argsort_##name;         \
    static constexpr auto* argsort32 = omprim_argsort32_##name;     \
  };
OMPRIM_TESTED_TYPES(OMPRIM_FUNCTIONS)
#undef OMPRIM_FUNCTIONS

/// Keys, and their order.
template <class T>
struct sorted_case {
  std::vector<T> keys;
  int order;
  std::vector<std::size_t> positions;

  [[nodiscard]] std::vector<T> sorted() const { return at_positions(keys, positions); }
};

/// Calls `f` with keys of every type, in both orders.
template <class Function>
void for_every_case(Function&& f) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    omprim_test::random_engine random(sizeof(T));
    for (const auto input : {sort_input::telling, sort_input::few_distinct}) {
      const std::vector<T> keys = omprim_test::sort_data<T>(input, 10007, random);
      for (const int order : {omprim_order_ascending, omprim_order_descending}) {
        SCOPED_TRACE("order " + std::to_string(order));
        f(sorted_case<T>{keys, order,
                         omprim_test::sorted_positions(keys, {order == omprim_order_descending})});
      }
    }
  });
}

class CSort : public omprim_test::c_api_test {
 protected:
  static void expect_success(omprim_status got) {
    EXPECT_EQ(got, omprim_status_success) << omprim_last_error();
  }

  /// Sorts with values of type V, to other arrays and in place.
  template <class V, class T>
  static void check_by_key(const sorted_case<T>& given) {
    const std::size_t n = given.keys.size();
    const auto companions = omprim_test::telling_companions<V>(n);
    const auto want = to_words(given.sorted());
    const auto want_values = at_positions(companions, given.positions);
    const placed_array<T> keys(where(), given.keys, 1);
    const placed_array<V> values(where(), companions, 1);
    const placed_array<T> keys_out(where(), std::vector<T>(n), 3);
    const placed_array<V> values_out(where(), std::vector<V>(n), 3);
    const auto sort_to = [&](T* to, V* values_to) {
      expect_success(sort_functions<T>::sort_by_key(c_where(), keys.data(), values.data(), n,
                                                    sizeof(V), to, values_to, given.order));
    };
    sort_to(keys_out.pointer(), values_out.pointer());
    EXPECT_EQ(to_words(keys_out.values()), want);
    EXPECT_EQ(values_out.values(), want_values);
    EXPECT_EQ(values.values(), companions) << "the values have changed";
    sort_to(keys.pointer(), values.pointer());
    EXPECT_EQ(to_words(keys.values()), want) << "in place";
    EXPECT_EQ(values.values(), want_values) << "in place";
  }
};
OMPRIM_ON_EVERY_BACKEND(CSort);

TEST_P(CSort, EveryTypeComesInOrder) {
  for_every_case([&](const auto& given) {
    using T = typename std::decay_t<decltype(given.keys)>::value_type;
    const std::size_t n = given.keys.size();
    const auto want = to_words(given.sorted());
    const placed_array<T> keys(where(), given.keys, 1);
    const placed_array<T> out(where(), std::vector<T>(n), 3);
    expect_success(sort_functions<T>::sort(c_where(), keys.data(), n, out.pointer(), given.order));
    EXPECT_EQ(to_words(out.values()), want);
    EXPECT_EQ(to_words(keys.values()), to_words(given.keys)) << "the input has changed";
    expect_success(sort_functions<T>::sort(c_where(), keys.data(), n, keys.pointer(), given.order));
    EXPECT_EQ(to_words(keys.values()), want) << "in place";
  });
}

TEST_P(CSort, ValuesMoveWithTheirKeys) {
  for_every_case([&](const auto& given) {
    check_by_key<std::uint32_t>(given);
    check_by_key<omprim_test::value_of_words<std::uint32_t, 3>>(given);
    check_by_key<std::uint64_t>(given);
  });
}

TEST_P(CSort, PositionsAreFromZero) {
  for_every_case([&](const auto& given) {
    using T = typename std::decay_t<decltype(given.keys)>::value_type;
    const std::size_t n = given.keys.size();
    const placed_array<T> keys(where(), given.keys, 1);
    const placed_array<std::int64_t> wide(where(), std::vector<std::int64_t>(n), 1);
    const placed_array<std::int32_t> narrow(where(), std::vector<std::int32_t>(n), 1);
    expect_success(
        sort_functions<T>::argsort(c_where(), keys.data(), n, wide.pointer(), given.order));
    expect_success(
        sort_functions<T>::argsort32(c_where(), keys.data(), n, narrow.pointer(), given.order));
    const auto& want = given.positions;
    EXPECT_EQ(wide.values(), std::vector<std::int64_t>(want.begin(), want.end()));
    EXPECT_EQ(narrow.values(), std::vector<std::int32_t>(want.begin(), want.end()));
    EXPECT_EQ(to_words(keys.values()), to_words(given.keys)) << "the input has changed";
  });
}

// By the numbers of type, operation and order; by all bits and by some.
TEST_P(CSort, RequestsSayWhatToSort) {
  for_every_case([&](const auto& given) {
    using T = typename std::decay_t<decltype(given.keys)>::value_type;
    const std::size_t n = given.keys.size();
    const int type = static_cast<int>(omprim_test::element_of<T>());
    const auto companions = omprim_test::telling_companions<std::uint32_t>(n);
    const placed_array<T> keys(where(), given.keys);
    const placed_array<T> keys_out(where(), std::vector<T>(n));
    const placed_array<std::uint32_t> values(where(), companions);
    const placed_array<std::uint32_t> values_out(where(), companions);
    const auto call = [&](int operation, const omprim_sort_request& request) {
      expect_success(omprim_sort(c_where(), type, operation, keys.data(), n, &request, nullptr));
    };
    omprim_sort_request request = {};
    request.keys_out = keys_out.pointer();
    request.order = given.order;
    call(omprim_operation_sort, request);
    EXPECT_EQ(to_words(keys_out.values()), to_words(given.sorted()));

    request.bits = {3, 19};
    const auto by_bits = omprim_test::sorted_positions(
        given.keys, {given.order == omprim_order_descending, {3, 19}});
    request.values = values.data();
    request.values_out = values_out.pointer();
    request.value_bytes = sizeof(std::uint32_t);
    call(omprim_operation_sort_by_key, request);
    EXPECT_EQ(to_words(keys_out.values()), to_words(at_positions(given.keys, by_bits)));
    EXPECT_EQ(values_out.values(), at_positions(companions, by_bits));
    call(omprim_operation_argsort, request);
    EXPECT_EQ(values_out.values(), std::vector<std::uint32_t>(by_bits.begin(), by_bits.end()));
  });
}

TEST_P(CSort, ZerosAndNanHaveAPlace) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const placed_array<double> keys(where(), {0.0, -nan, infinity, -0.0, nan, -infinity, 5e-324});
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(7));
  const auto argsort = [&](int order) {
    expect_success(omprim_argsort_float64(c_where(), keys.data(), 7, positions.pointer(), order));
    return positions.values();
  };
  EXPECT_EQ(argsort(omprim_order_ascending), (std::vector<std::int64_t>{5, 3, 0, 6, 2, 1, 4}));
  EXPECT_EQ(argsort(omprim_order_descending), (std::vector<std::int64_t>{1, 4, 2, 6, 0, 3, 5}));
}

TEST_P(CSort, EmptyInputIsNoError) {
  const auto where = c_where();
  expect_success(omprim_sort_float64(where, nullptr, 0, nullptr, omprim_order_ascending));
  expect_success(omprim_sort_by_key_int32(where, nullptr, nullptr, 0, 8, nullptr, nullptr,
                                          omprim_order_descending));
  expect_success(omprim_argsort_uint64(where, nullptr, 0, nullptr, omprim_order_ascending));
}

}  // namespace
