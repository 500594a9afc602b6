// SPDX-License-Identifier: BSD-3-Clause
// The calls that selections refuse, and the words of the errors.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/reduce.hpp>
#include <omprim/select.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"

namespace {

using omprim::operation;
using omprim_test::expect_error;
using omprim_test::placed_array;

class SelectErrors : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(SelectErrors);

TEST_P(SelectErrors, MissingPointersAreNamed) {
  const placed_array<int> in(where(), {1, 2, 3});
  int* nowhere = nullptr;
  const int* nothing = nullptr;
  const auto keep = omprim::greater_than(1);
  expect_error(omprim::status::invalid_argument, {"output", "null", "3"},
               [&] { omprim::select_if(where(), in.data(), 3, nowhere, keep); });
  expect_error(omprim::status::invalid_argument, {"data pointer", "null", "3"},
               [&] { omprim::select_if(where(), nothing, 3, in.pointer(), keep); });
  expect_error(omprim::status::invalid_argument, {"flags", "null"},
               [&] { omprim::select_flagged(where(), in.data(), nullptr, 3, in.pointer()); });
  expect_error(omprim::status::invalid_argument, {"rejected", "null"},
               [&] { omprim::partition(where(), in.data(), 3, in.pointer(), nowhere, keep); });
}

TEST_P(SelectErrors, StrategiesThatReadTwiceRefuseToWorkInPlace) {
  const placed_array<int> data(where(), {1, 2, 3});
  for (const char* strategy : {"three-phase", "reduce-then-scan", "unordered"}) {
    omprim::select_options options;
    options.strategy = strategy;
    expect_error(omprim::status::invalid_argument, {strategy, "single-pass"}, [&] {
      omprim::select_if(where(), data.pointer(), 3, omprim::greater_than(1), options);
    });
  }
  EXPECT_EQ(data.values(), (std::vector<int>{1, 2, 3}));
}

TEST_P(SelectErrors, StrategiesOfOtherAlgorithmsAreUnknown) {
  const placed_array<int> data(where(), {1, 2, 3});
  omprim::select_options options;
  options.strategy = "local-atomic";
  expect_error(omprim::status::unknown_name, {"local-atomic", "select_if", "three-phase"}, [&] {
    omprim::select_if(where(), data.pointer(), 3, omprim::greater_than(1), options);
  });
  options.strategy = "three-phase";
  expect_error(omprim::status::unknown_name, {"three-phase", "sum", "single-pass"},
               [&] { omprim::sum(where(), data.data(), 3, options); });
}

TEST_P(SelectErrors, DoorsRefuseEachOthersOperations) {
  const placed_array<int> data(where(), {1, 2, 3});
  expect_error(omprim::status::unknown_variant, {"select_if", "select_any"}, [&] {
    omprim::reduce_any(where(), omprim::element::int32, operation::select_if, data.data(), nullptr,
                       3);
  });
  expect_error(omprim::status::unknown_variant, {"sum", "reduce_any", "select_any"}, [&] {
    omprim::select_any(where(), omprim::element::int32, operation::sum, data.data(), 3, {});
  });
}

TEST_P(SelectErrors, PositionsOfUniqueElementsNeedNoMoreRoomThanTheseElements) {
  const placed_array<int> in(where(), {5, 5, 1, 7, 7, 2, 2, 9});  // all above 0, five runs
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(8, -1));
  omprim::select_options options;
  options.room = 5;
  EXPECT_EQ(omprim::unique_index(where(), in.data(), 8, positions.pointer(), options), 5U);
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{0, 2, 3, 5, 7, -1, -1, -1}));
  const placed_array<int> zeros(where(), {0, -1, 0, -1});  // none above 0, four runs
  options.room = 3;
  expect_error(omprim::status::invalid_argument, {"room for 3", "4"}, [&] {
    (void)omprim::unique_index(where(), zeros.data(), 4, positions.pointer(), options);
  });
}

TEST_P(SelectErrors, TooLittleRoomIsNamedAndNothingIsWritten) {
  const placed_array<int> in(where(), {5, 5, 1, 7, 7, 2, 2, 9});  // n = 8
  const placed_array<unsigned char> flags(where(), {1, 0, 1, 1, 0, 1, 0, 1});
  const std::vector<int> untouched(8, -1);
  const placed_array<int> out(where(), untouched);
  const placed_array<int> left(where(), untouched);
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(8, -1));
  const auto big = omprim::greater_than(4);  // five of them
  omprim::select_options options;
  const auto refused = [&](const char* needed, auto&& call) {
    expect_error(omprim::status::invalid_argument,
                 {"room for " + std::to_string(options.room), needed}, call);
    EXPECT_EQ(out.values(), untouched);
    EXPECT_EQ(left.values(), untouched);
    EXPECT_EQ(positions.values(), std::vector<std::int64_t>(8, -1));
  };
  options.room = 4;
  const auto* data = in.data();
  refused("5", [&] { (void)omprim::select_if(where(), data, 8, out.pointer(), big, options); });
  refused("5",
          [&] { (void)omprim::select_index(where(), data, 8, positions.pointer(), big, options); });
  refused("5", [&] {
    (void)omprim::select_flagged(where(), data, flags.data(), 8, out.pointer(), options);
  });
  refused("5", [&] { (void)omprim::unique(where(), data, 8, out.pointer(), options); });
  refused("5", [&] {
    (void)omprim::partition(where(), data, 8, out.pointer(), left.pointer(), big, options);
  });
  options.room = 2;  // enough for the selected elements, not for the rejected ones
  refused("rejected", [&] {
    (void)omprim::partition(where(), data, 8, out.pointer(), left.pointer(),
                            omprim::greater_than(7), options);
  });
  options.room = 0;
  refused("5", [&] { (void)omprim::unique(where(), data, 8, out.pointer(), options); });
  options.room = 5;
  EXPECT_EQ(omprim::select_if(where(), data, 8, out.pointer(), big, options), 5u);
  EXPECT_EQ(out.values(), (std::vector<int>{5, 5, 7, 7, 9, -1, -1, -1}));
  EXPECT_EQ(omprim::unique(where(), data, 8, out.pointer(), options), 5u);
  EXPECT_EQ(out.values(), (std::vector<int>{5, 1, 7, 2, 9, -1, -1, -1}));
}

}  // namespace
