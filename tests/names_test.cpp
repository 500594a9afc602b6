// SPDX-License-Identifier: BSD-3-Clause
// Names of types, operations, comparisons, backends and statuses, in both directions.
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>
#include <omprim/execution.hpp>
#include <omprim/omprim.h>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/types.hpp"

namespace {

using omprim::parse_execution;
using omprim_test::expect_error;

/// Expects that each value has a name of its own, and that `parse` turns the name into the value.
template <class Enum, class Parse>
void expect_round_trips(const std::vector<Enum>& values, Parse parse) {
  std::set<std::string> seen;
  for (const Enum value : values) {
    const std::string name(to_string(value));
    EXPECT_TRUE(seen.insert(name).second) << name << " is the name of two values";
    EXPECT_EQ(parse(name), value) << name;
  }
}

TEST(Names, ElementsSurviveTheRoundTrip) {
  expect_round_trips(omprim_test::every_element(), omprim::parse_element);
  EXPECT_EQ(omprim::to_string(omprim::element::int32), "int32");
}

TEST(Names, ComparisonsSurviveTheRoundTrip) {
  using c = omprim::comparison;
  expect_round_trips<c>(
      {c::less, c::less_equal, c::equal, c::not_equal, c::greater_equal, c::greater},
      omprim::parse_comparison);
  EXPECT_EQ(omprim::to_string(c::less_equal), "less_equal");
  expect_error(omprim::status::unknown_name, {"lesser", "less", "not_equal", "greater_equal"},
               [] { static_cast<void>(omprim::parse_comparison("lesser")); });
}

TEST(Names, SizesOfElements) {
  omprim_test::for_every_type([](auto tag) {
    using T = typename decltype(tag)::type;
    EXPECT_EQ(omprim::size_of(omprim_test::element_of<T>()), sizeof(T));
  });
}

TEST(Names, OperationsSurviveTheRoundTrip) {
  const auto all = omprim_test::every_operation();
  expect_round_trips(all, omprim::parse_operation);
  EXPECT_EQ(omprim::to_string(omprim::operation::sum), "sum");
  EXPECT_EQ(omprim::to_string(omprim::operation::select_if), "select_if");
  EXPECT_EQ(omprim::to_string(omprim::operation::scan_sum), "scan_sum");
  EXPECT_EQ(omprim::to_string(all.back()), "merge_by_key");
}

TEST(Names, UnknownElementIsRefusedAndTheKnownOnesAreNamed) {
  std::vector<std::string> words = {"int24"};
  for (const auto type : omprim_test::every_element()) words.emplace_back(to_string(type));
  expect_error(omprim::status::unknown_name, words,
               [] { static_cast<void>(omprim::parse_element("int24")); });
  for (const std::string text : {"", "int", "INT32", "int32 ", "float16"}) {
    expect_error(omprim::status::unknown_name, {text, "int32"},
                 [&] { static_cast<void>(omprim::parse_element(text)); });
  }
}

TEST(Names, UnknownOperationIsRefusedAndTheKnownOnesAreNamed) {
  std::vector<std::string> words = {"median"};
  for (const auto op : omprim_test::every_operation()) words.emplace_back(to_string(op));
  expect_error(omprim::status::unknown_name, words,
               [] { static_cast<void>(omprim::parse_operation("median")); });
  for (const std::string text : {"", "Sum", "sums", "sum "}) {
    expect_error(omprim::status::unknown_name, {text, "argmin"},
                 [&] { static_cast<void>(omprim::parse_operation(text)); });
  }
}

TEST(Names, BackendsAreRead) {
  EXPECT_EQ(parse_execution("serial").where(), omprim::backend::serial);
  EXPECT_EQ(parse_execution("host").where(), omprim::backend::host);
  EXPECT_EQ(parse_execution("host").threads(), 0);
  EXPECT_EQ(parse_execution("host:4").where(), omprim::backend::host);
  EXPECT_EQ(parse_execution("host:4").threads(), 4);
  EXPECT_EQ(parse_execution("host").device_number(), -1);
}

TEST(Names, TbbIsReadWhereItIsBuilt) {
  if (omprim::available(omprim::backend::tbb)) {
    EXPECT_EQ(parse_execution("tbb:2").where(), omprim::backend::tbb);
    EXPECT_EQ(parse_execution("tbb:2").threads(), 2);
  } else {
    expect_error(omprim::status::unavailable_backend, {"tbb"},
                 [] { static_cast<void>(parse_execution("tbb")); });
  }
}

TEST(Names, DevicesAreRead) {
  for (const omprim::execution& device : omprim_test::every_device()) {
    const std::string text = "device:" + std::to_string(device.device_number());
    EXPECT_EQ(parse_execution(text).where(), omprim::backend::device);
    EXPECT_EQ(parse_execution(text).device_number(), device.device_number());
  }
}

TEST(Names, UnknownBackendIsRefusedAndTheKnownOnesAreNamed) {
  for (const std::string text : {"cuda", "Host", "hosts", ""}) {
    expect_error(omprim::status::unknown_name, {text, "serial", "host", "tbb", "device"},
                 [&] { static_cast<void>(parse_execution(text)); });
  }
}

TEST(Names, MalformedNumbersAreRefused) {
  for (const std::string text :
       {"host:", "host:x", "host:-1", "host:4x", "host: 4", "tbb:", "device:", "device:x",
        "device:-2", "serial:2", "host:99999999999999999999"}) {
    SCOPED_TRACE(text);
    try {
      static_cast<void>(parse_execution(text));
      ADD_FAILURE() << "was accepted";
    } catch (const omprim::error& error) {
      EXPECT_FALSE(std::string(error.what()).empty());
      EXPECT_NE(error.code(), omprim::status::success);
    }
  }
}

TEST(Names, EveryBackendHasAName) {
  EXPECT_EQ(to_string(omprim::backend::serial), "serial");
  EXPECT_EQ(to_string(omprim::backend::host), "host");
  EXPECT_EQ(to_string(omprim::backend::tbb), "tbb");
  EXPECT_EQ(to_string(omprim::backend::device), "device");
}

TEST(Names, AvailableBackendsSurviveTheRoundTrip) {
  std::vector<omprim::backend> built;
  using b = omprim::backend;
  for (const b where : {b::serial, b::host, b::tbb, b::device}) {
    if (omprim::available(where)) built.push_back(where);
  }
  expect_round_trips(built, [](const std::string& name) { return parse_execution(name).where(); });
}

TEST(Names, EveryStatusHasAMessageOfItsOwn) {
  std::set<std::string> seen = {omprim_status_message(static_cast<omprim_status>(15))};
  for (int code = 0; code <= static_cast<int>(omprim::status::communication_failure); ++code) {
    const std::string text = omprim_status_message(static_cast<omprim_status>(code));
    EXPECT_FALSE(text.empty()) << code;
    EXPECT_TRUE(seen.insert(text).second) << code << ": '" << text << "' is also another's";
  }
}

TEST(Names, NegativeThreadCountsAreRefused) {
  expect_error(omprim::status::invalid_argument, {"-3"},
               [] { static_cast<void>(omprim::host(-3)); });
}

}  // namespace
