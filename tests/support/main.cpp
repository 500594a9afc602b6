// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/error.hpp>
#include <omprim/execution.hpp>

#include "support/probe.hpp"

namespace {

/// Whether OMPRIM_ISA names a level that this CPU lacks. Nothing can be tested then. An unknown
/// level, by contrast, makes the tests fail.
bool lacks_forced_isa() {
  try {
    static_cast<void>(omprim::active_isa());
  } catch (const omprim::error& error) {
    if (error.code() != omprim::status::unavailable_backend) return false;
    std::cout << "skipped: " << error.what() << "\n";
    return true;
  }
  return false;
}

constexpr int exit_skipped = 77;  // SKIP_RETURN_CODE in tests/CMakeLists.txt

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments[0] == "--probe") {
    return omprim_test::probe_main({arguments.begin() + 1, arguments.end()});
  }
  if (lacks_forced_isa()) return exit_skipped;
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
