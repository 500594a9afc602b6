// SPDX-License-Identifier: BSD-3-Clause
// Tunings as text.
#include <omprim/tuning.hpp>

#include <string>

#include <gtest/gtest.h>

#include <omprim/table.hpp>

#include "support/errors.hpp"

namespace {

using omprim::parse_tuning;
using omprim::tuning;

TEST(Tuning, TextFormIsGroupLanesItems) {
  EXPECT_EQ(omprim::to_string(tuning{256, 4, 8}), "256x4x8");
  EXPECT_EQ(parse_tuning("256x4x8"), (tuning{256, 4, 8}));
}

TEST(Tuning, WhatIsLeftOutStaysZero) {
  EXPECT_EQ(parse_tuning("256"), (tuning{256, 0, 0}));
  EXPECT_EQ(parse_tuning("256x4"), (tuning{256, 4, 0}));
}

TEST(Tuning, EveryCompiledOneSurvivesTheRoundTrip) {
  for (const omprim::table_row& row : omprim::table()) {
    EXPECT_EQ(parse_tuning(omprim::to_string(row.tuning)), row.tuning);
  }
}

TEST(Tuning, PartialOnesSurviveTheRoundTrip) {
  for (const tuning t : {tuning{}, tuning{64, 0, 0}, tuning{64, 2, 0}, tuning{0, 0, 4}}) {
    EXPECT_EQ(parse_tuning(omprim::to_string(t)), t) << omprim::to_string(t);
  }
}

TEST(Tuning, AnythingElseIsRefusedAndNamed) {
  for (const std::string text : {"x", "256x", "256x4x", "x4x8", "256x4x8x2", "256X4", "a", "256xb",
                                 "256 x 4", " 256", "256 ", "-256", "256x-4", "+256", "2.5",
                                 "99999999999999999999", "256x4x99999999999", "256,4,8"}) {
    SCOPED_TRACE(text);
    omprim_test::expect_error(omprim::status::invalid_argument, {text},
                              [&] { static_cast<void>(parse_tuning(text)); });
  }
  omprim_test::expect_error(omprim::status::invalid_argument, {},
                            [] { static_cast<void>(parse_tuning("")); });
}

TEST(Tuning, TileIsTheProduct) {
  EXPECT_EQ((tuning{256, 4, 8}).tile(), 8192);
  static_assert(tuning{1024, 16, 32}.tile() == 524288);
}

}  // namespace
