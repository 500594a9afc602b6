// SPDX-License-Identifier: BSD-3-Clause
#include "support/values.hpp"

#include <cstdlib>

namespace omprim_test {

std::uint64_t test_seed() {
  static const std::uint64_t seed = [] {
    const char* asked = std::getenv("OMPRIM_TEST_SEED");
    return asked != nullptr ? std::strtoull(asked, nullptr, 10)
                            : static_cast<unsigned long long>(std::random_device{}());
  }();
  return seed;
}

}  // namespace omprim_test
