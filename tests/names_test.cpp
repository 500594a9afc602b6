// SPDX-License-Identifier: BSD-3-Clause
// Names in, names out: types, operations, backends.
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/types.hpp"

namespace {

using omprim::parse_execution;
using omprim_test::expect_error;

TEST(Names, ElementsSurviveTheRoundTrip) {
  std::set<std::string> seen;
  for (const omprim::element type : omprim_test::every_element()) {
    const std::string name(omprim::to_string(type));
    EXPECT_TRUE(seen.insert(name).second) << name << " is the name of two types";
    EXPECT_EQ(omprim::parse_element(name), type);
  }
  EXPECT_EQ(omprim::to_string(omprim::element::int32), "int32");
}

TEST(Names, SizesOfElements) {
  omprim_test::for_every_type([](auto tag) {
    using T = typename decltype(tag)::type;
    EXPECT_EQ(omprim::size_of(omprim_test::element_of<T>()), sizeof(T));
  });
}

TEST(Names, OperationsSurviveTheRoundTrip) {
  std::set<std::string> seen;
  for (const omprim::operation op : omprim_test::every_operation()) {
    const std::string name(omprim::to_string(op));
    EXPECT_TRUE(seen.insert(name).second) << name << " is the name of two operations";
    EXPECT_EQ(omprim::parse_operation(name), op);
  }
  EXPECT_EQ(omprim::to_string(omprim::operation::sum), "sum");
}

TEST(Names, UnknownElementIsRefusedAndTheKnownOnesAreNamed) {
  std::vector<std::string> words = {"int16"};
  for (const auto type : omprim_test::every_element()) words.emplace_back(to_string(type));
  expect_error(omprim::status::unknown_name, words,
               [] { static_cast<void>(omprim::parse_element("int16")); });
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

TEST(Names, NegativeThreadCountsAreRefused) {
  expect_error(omprim::status::invalid_argument, {"-3"},
               [] { static_cast<void>(omprim::host(-3)); });
}

}  // namespace
