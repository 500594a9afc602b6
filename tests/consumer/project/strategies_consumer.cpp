// SPDX-License-Identifier: BSD-3-Clause
// Calls a published listing by name. With omprim::strategies linked (LINKS_STRATEGIES) it runs;
// otherwise the error names the library to link.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <omprim/choice.hpp>
#include <omprim/error.hpp>
#include <omprim/reduce.hpp>

namespace {

bool listing_is_right() {
  const std::vector<std::int32_t> values(1000, 1);
  omprim::reduce_options options;
  options.strategy = "tree-relaunch";
  try {
    const std::int32_t sum = omprim::sum(omprim::host(), values.data(), values.size(), options);
    if (LINKS_STRATEGIES && sum == 1000) return true;
    std::printf("the sum by tree-relaunch is %d\n", sum);
  } catch (const omprim::error& e) {
    const bool says_what_to_link = std::strstr(e.what(), "omprim::strategies") != nullptr &&
                                   std::strstr(e.what(), "omprim-strategies") != nullptr;
    if (!LINKS_STRATEGIES && e.code() == omprim::status::unknown_variant && says_what_to_link) {
      return true;
    }
    std::printf("omprim: %s\n", e.what());
  }
  return false;
}

/// Whether a file with one rule for the sum of int32 is accepted.
bool accepts(const char* strategy_and_tuning) {
  const std::string path = "strategies_consumer.tuning";
  std::ofstream(path) << omprim::tuning_target(omprim::host()) << " int32 sum * "
                      << strategy_and_tuning << '\n';
  try {
    omprim::load_tuning_file(path);
    return true;
  } catch (const omprim::error& e) {
    return e.code() != omprim::status::bad_tuning_file;
  }
}

/// A program that does not link all rows cannot know all tunings, but it knows the strategies.
bool rules_are_right() {
  return accepts("single-pass 8x8x1") && accepts("tree-relaunch 256x1x1") &&
         accepts("single-pass 3x3x3") == !LINKS_STRATEGIES && !accepts("no-strategy 8x8x1");
}

}  // namespace

int main() { return listing_is_right() && rules_are_right() ? 0 : 1; }
