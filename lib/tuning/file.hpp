// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include <omprim/choice.hpp>

namespace omprim::detail {

/// The contents of a tuning file.
struct tuning_file {
  std::vector<tuning_rule> rules;
  std::vector<int> lines;  ///< the line of each rule; empty once the rules are reordered
  struct threshold {
    std::string target;
    std::uint64_t bytes;
    int line;
  };
  std::vector<threshold> parallel_from;
};

/// Reads a tuning file. Throws status::bad_tuning_file with `name`, line number and reason.
[[nodiscard]] tuning_file read_tuning(std::istream& in, const std::string& name);

/// The shipped rules, in the form of a tuning file (shipped.cpp).
extern const std::string_view shipped_tuning;

}  // namespace omprim::detail
