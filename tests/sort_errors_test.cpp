// SPDX-License-Identifier: BSD-3-Clause
// Sorts of containers, and the calls that sorts refuse: the words of the errors, and that nothing
// was written.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/containers/sort.hpp>
#include <omprim/sort.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/types.hpp"

namespace {

using omprim::element;
using omprim::operation;
using omprim::sort_options;
using omprim::sort_request;
using omprim::status;
using omprim_test::expect_error;
using omprim_test::placed_array;
using ints = std::vector<std::int32_t>;
using floats = std::vector<float>;

class SortErrors : public omprim_test::backend_test {
 protected:
  void refused(const std::vector<std::string>& words, const std::function<void()>& call,
               status code = status::invalid_argument) const {
    expect_error(code, words, call);
    EXPECT_EQ(keys.values(), (ints{3, 1, 2})) << "a refused call has written";
    EXPECT_EQ(values.values(), (floats{5, 6, 7})) << "a refused call has written";
  }

  const placed_array<std::int32_t> keys{where(), {3, 1, 2}};
  const placed_array<float> values{where(), {5, 6, 7}};
  std::int32_t* const nowhere = nullptr;
  const std::int32_t* const nothing = nullptr;
  float* const no_values = nullptr;
};
OMPRIM_ON_EVERY_BACKEND(SortErrors);

TEST_P(SortErrors, MissingPointersAreNamed) {
  refused({"pointer to the keys", "null", "3"},
          [&] { omprim::sort(where(), nothing, 3, keys.pointer()); });
  refused({"pointer to the sorted keys", "null", "3"},
          [&] { omprim::sort(where(), keys.data(), 3, nowhere); });
  refused({"pointer to the keys"}, [&] { omprim::sort(where(), nowhere, 3); });
  refused({"pointer to the values", "null", "3"},
          [&] { omprim::sort_by_key(where(), keys.pointer(), no_values, 3); });
  refused({"pointer to the sorted values", "null", "3"}, [&] {
    omprim::sort_by_key(where(), keys.data(), values.data(), 3, keys.pointer(), no_values);
  });
  refused({"pointer to the sorted keys"}, [&] {
    omprim::sort_by_key(where(), keys.data(), values.data(), 3, nowhere, values.pointer());
  });
  refused({"pointer to the positions", "null", "3"},
          [&] { omprim::argsort(where(), keys.data(), 3, nowhere); });
  refused({"pointer to the keys"}, [&] { omprim::argsort(where(), nothing, 3, keys.pointer()); });
}

TEST_P(SortErrors, BitsThatDoNotExistAreNamed) {
  for (const omprim::key_bits bits :
       {omprim::key_bits{-1, 5}, {5, 5}, {8, 3}, {0, 33}, {32, 33}, {31, 0}, {0, -8}, {-8, 0}}) {
    sort_options options;
    options.bits = bits;
    refused({std::to_string(bits.first), std::to_string(bits.last), "32"},
            [&] { omprim::sort(where(), keys.pointer(), 3, options); });
    refused({"bits"}, [&] { omprim::argsort(where(), keys.data(), 3, keys.pointer(), options); });
    refused({"bits"}, [&] { omprim::sort(where(), keys.pointer(), 0, options); });
  }
  sort_options options;
  options.bits = {60, 65};
  const placed_array<double> wide(where(), {2, 1});
  refused({"60", "65", "64"}, [&] { omprim::sort(where(), wide.pointer(), 2, options); });
  EXPECT_EQ(wide.values(), (std::vector<double>{2, 1}));
}

TEST_P(SortErrors, NumbersOfKeysThatNoArrayHas) {
  const std::size_t negative = std::numeric_limits<std::size_t>::max();
  refused({std::to_string(negative)}, [&] { omprim::sort(where(), keys.pointer(), negative); });
  // Too many values, though not too many keys.
  const std::size_t many = std::size_t{1} << 60;
  const placed_array<double> wide(where(), {5});
  refused({std::to_string(many)},
          [&] { omprim::sort_by_key(where(), keys.pointer(), wide.pointer(), many); });
  const std::size_t positions = (std::size_t{1} << 31) + 1;
  refused({"2147483649", "4 bytes", "2147483648"},
          [&] { omprim::argsort(where(), keys.data(), positions, keys.pointer()); });
}

TEST_P(SortErrors, RequestsThatMakeNoSense) {
  sort_request request;
  request.keys_out = keys.pointer();
  request.values = values.data();
  request.values_out = values.pointer();
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{3}, std::size_t{16}}) {
    request.value_bytes = bytes;
    refused({std::to_string(bytes) + " bytes", "4 or 8"}, [&] {
      omprim::sort_any(where(), element::int32, operation::argsort, keys.data(), 3, request);
    });
  }
  request.value_bytes = 0;
  refused({"values of 0 bytes"}, [&] {
    omprim::sort_any(where(), element::int32, operation::sort_by_key, keys.data(), 3, request);
  });
  request.value_bytes = 12;
  request.values = nullptr;
  refused({"pointer to the values", "null", "3"}, [&] {
    omprim::sort_any(where(), element::int32, operation::sort_by_key, keys.data(), 3, request);
  });
  request.values = values.data();
  request.value_bytes = 4;
  refused(
      {"histogram_even", "sort"},
      [&] {
        omprim::sort_any(where(), element::int32, operation::histogram_even, keys.data(), 3,
                         request);
      },
      status::unknown_variant);
  refused(
      {"77"},
      [&] {
        omprim::sort_any(where(), static_cast<element>(77), operation::sort, keys.data(), 3,
                         request);
      },
      status::unknown_name);
}

TEST_P(SortErrors, UnknownStrategiesAndTuningsAreNamed) {
  sort_options options;
  options.strategy = "bitonic";
  refused(
      {"bitonic", "radix"}, [&] { omprim::sort(where(), keys.pointer(), 3, options); },
      status::unknown_name);
  options.strategy = "local-bins";  // of histograms
  refused(
      {"local-bins"}, [&] { omprim::sort(where(), keys.pointer(), 3, options); },
      status::unknown_name);
  options.strategy = "radix";
  options.tuning = {7, 3, 5};
  refused(
      {"radix", "7x3x5"}, [&] { omprim::sort(where(), keys.pointer(), 3, options); },
      status::unknown_variant);
}

class SortContainers : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(SortContainers);

TEST_P(SortContainers, AreSorted) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "needs memory of the host";
  const ints x{3, 1, 2};
  ints out(4, 9);
  omprim::sort(where(), x, out);
  EXPECT_EQ(out, (ints{1, 2, 3, 9}));
  sort_options down;
  down.descending = true;
  omprim::sort(where(), x, out, down);
  EXPECT_EQ(out, (ints{3, 2, 1, 9}));
  omprim::sort(where(), out);
  EXPECT_EQ(out, (ints{1, 2, 3, 9}));
  omprim::sort(where(), out, down);
  EXPECT_EQ(out, (ints{9, 3, 2, 1}));
  const floats values{5, 6, 7};
  floats values_out(3);
  omprim::sort_by_key(where(), x, values, out, values_out);
  EXPECT_EQ(out, (ints{1, 2, 3, 1}));
  EXPECT_EQ(values_out, (floats{6, 7, 5}));
  ints keys = x;
  floats carried = values;
  omprim::sort_by_key(where(), keys, carried, down);
  EXPECT_EQ(keys, (ints{3, 2, 1}));
  EXPECT_EQ(carried, (floats{5, 7, 6}));
  std::vector<std::int64_t> positions(4, -1);
  omprim::argsort(where(), x, positions);
  EXPECT_EQ(positions, (std::vector<std::int64_t>{1, 2, 0, -1}));
}

TEST_P(SortContainers, SizesAreChecked) {
  const ints x{3, 1, 2};
  ints keys = x;
  ints shorter(2, 9);
  floats values{5, 6, 7};
  floats fewer(2, 9.0f);
  const auto refused = [](const auto& call) {
    expect_error(status::invalid_argument, {"2", "3"}, call);
  };
  refused([&] { omprim::sort(where(), x, shorter); });
  refused([&] { omprim::sort_by_key(where(), keys, fewer); });
  refused([&] { omprim::sort_by_key(where(), shorter, values); });
  refused([&] { omprim::sort_by_key(where(), x, fewer, keys, values); });
  refused([&] { omprim::sort_by_key(where(), x, values, shorter, values); });
  refused([&] { omprim::sort_by_key(where(), x, values, keys, fewer); });
  refused([&] { omprim::argsort(where(), x, shorter); });
  EXPECT_EQ(keys, x);
  EXPECT_EQ(shorter, (ints{9, 9}));
  EXPECT_EQ(values, (floats{5, 6, 7}));
  EXPECT_EQ(fewer, (floats{9, 9}));
}

}  // namespace
