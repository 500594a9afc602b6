// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <omprim/execution.hpp>

#include "support/memory.hpp"

namespace omprim_test {

/// What is wrong with an array, in words.
using array_problem = std::optional<std::string>;

/// An array between elements that stay as they are.
template <class Word>
class fenced_array {
 public:
  fenced_array(const omprim::execution& where, std::vector<Word> values, std::size_t offset)
      : array_(where, with_fences(std::move(values)), offset) {}

  [[nodiscard]] Word* pointer() const { return array_.pointer() + fence; }

  [[nodiscard]] array_problem compare(const char* what, const std::vector<Word>& wanted) const {
    const std::vector<Word> got = array_.values();
    const std::vector<Word> want = with_fences(wanted);
    for (std::size_t i = 0; i < want.size(); ++i) {
      if (got[i] == want[i]) continue;
      const bool inside = i >= fence && i < want.size() - fence;
      if (!inside) return "something around the " + std::string(what) + " has changed";
      return "of the " + std::string(what) + ", number " + std::to_string(i - fence) + " is " +
             std::to_string(got[i]) + ", not " + std::to_string(want[i]);
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t fence = 16;

  static std::vector<Word> with_fences(std::vector<Word> values) {
    values.insert(values.begin(), fence, static_cast<Word>(0xa5a5a5a5U));
    values.insert(values.end(), fence, static_cast<Word>(0xa5a5a5a5U));
    return values;
  }

  placed_array<Word> array_;
};

}  // namespace omprim_test
