// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.h>

#include "support/backends.hpp"

namespace omprim_test {

/// Expects that a call returned this code, and that its message contains every one of `words`.
inline void expect_refused(omprim_status got, omprim_status code,
                           const std::vector<std::string>& words) {
  EXPECT_EQ(got, code) << omprim_last_error();
  for (const std::string& word : words) {
    EXPECT_NE(std::string(omprim_last_error()).find(word), std::string::npos)
        << "the message does not name '" << word << "': " << omprim_last_error();
  }
}

/// Tests of the C functions on every backend.
class c_api_test : public backend_test {
 protected:
  static omprim_execution c_where() {
    omprim_execution made{-1, -1, -1};
    switch (where().where()) {
      case omprim::backend::serial:
        made = omprim_serial();
        break;
      case omprim::backend::host:
        made = omprim_host(where().threads());
        break;
      case omprim::backend::tbb:
        made = omprim_tbb(where().threads());
        break;
      case omprim::backend::device:
        EXPECT_EQ(omprim_device(where().device_number(), &made), omprim_status_success);
    }
    return made;
  }
};

}  // namespace omprim_test
