// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/error.hpp>

namespace omprim_test {

/// Expects an omprim::error with this code, whose message contains every one of `words`: the
/// caller's request, and the values that exist.
template <class Function>
void expect_error(omprim::status code, const std::vector<std::string>& words, Function&& f) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const omprim::error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    for (const std::string& word : words) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
          << "the message does not name '" << word << "': " << error.what();
    }
  } catch (const std::exception& error) {
    ADD_FAILURE() << "threw something else: " << error.what();
  }
}

}  // namespace omprim_test
