// SPDX-License-Identifier: BSD-3-Clause
// Asks for a published listing by name: with omprim::strategies linked (LINKS_STRATEGIES) it runs,
// without it the error says what to link.
#include <cstdio>
#include <cstring>
#include <vector>

#include <omprim/error.hpp>
#include <omprim/reduce.hpp>

int main() {
  const std::vector<double> values(1000, 1.0);
  omprim::reduce_options options;
  options.strategy = "tree-relaunch";
  try {
    const double sum = omprim::sum(omprim::host(), values.data(), values.size(), options);
    if (LINKS_STRATEGIES && sum == 1000) return 0;
    std::printf("the sum by tree-relaunch is %g\n", sum);
  } catch (const omprim::error& e) {
    const bool says_what_to_link = std::strstr(e.what(), "omprim::strategies") != nullptr &&
                                   std::strstr(e.what(), "omprim-strategies") != nullptr;
    if (!LINKS_STRATEGIES && e.code() == omprim::status::unknown_variant && says_what_to_link) {
      return 0;
    }
    std::printf("omprim: %s\n", e.what());
  }
  return 1;
}
