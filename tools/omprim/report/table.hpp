// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "text.hpp"

/// Tables on standard output.
namespace omprim::command {

template <class Row>
struct column {
  std::string head;
  std::size_t width;
  std::function<std::string(const Row&)> text;
  bool left = false;    ///< texts start at the left edge; numbers end at the right
  int dispensable = 0;  ///< the column with the greatest number is left out first; 0: never
};

/// A table that leaves out as many columns as necessary to fit into a line.
template <class Row>
class text_table {
 public:
  explicit text_table(std::vector<column<Row>> columns) : columns_(std::move(columns)) {
    const auto less = [](const auto& a, const auto& b) { return a.dispensable < b.dispensable; };
    while (width() > line_width) {
      const auto least_useful = std::max_element(columns_.begin(), columns_.end(), less);
      if (least_useful->dispensable == 0) break;
      columns_.erase(least_useful);
    }
  }

  void head() const {
    print_line([](const column<Row>& c) { return c.head; });
  }
  /// Prints a row; a problem gets a line of its own below it.
  void print(const Row& row, const std::string& problem = {}) const {
    print_line([&](const column<Row>& c) { return c.text(row); });
    if (problem.empty()) return;
    fmt::print("{}\n", wrapped("  FAILED: " + problem));
    flush_output();
  }

 private:
  [[nodiscard]] std::size_t width() const {
    std::size_t sum = 0;
    for (const auto& c : columns_) sum += c.width + 1;
    return sum - 1;
  }

  template <class Text>
  void print_line(const Text& text_of) const {
    std::string line;
    for (const auto& c : columns_) {
      if (!line.empty()) line += ' ';
      const std::string text = text_of(c);
      line += c.left ? fmt::format("{:<{}}", text, c.width) : fmt::format("{:>{}}", text, c.width);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
    flush_output();
  }

  std::vector<column<Row>> columns_;
};

}  // namespace omprim::command
