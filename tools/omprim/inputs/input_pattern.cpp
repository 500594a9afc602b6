// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/input_pattern.hpp"

namespace omprim::command {

std::string pattern_names(algorithm work) {
  std::string names;
  for (const auto pattern : patterns_of(work)) {
    if (!names.empty()) names += ", ";
    names += to_string(pattern);
  }
  return names;
}

}  // namespace omprim::command
