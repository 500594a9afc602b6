// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

/// Runs tests in a process of their own, for settings that the environment decides once per
/// process: the test binary is started again as `omprim_tests --probe NAME ARGUMENT...`
/// (probe.cpp).
namespace omprim_test {

struct probe_outcome {
  int exit_status = -1;  ///< 0: success; 1: omprim::error; anything else: crash or misuse
  /// Lines "key value"; after an omprim::error "code NUMBER" and "message TEXT".
  std::string output;

  /// The text after `key` on its line; empty if there is none.
  [[nodiscard]] std::string value(const std::string& key) const;
};

/// Variables and values; an empty value unsets the variable.
using environment_changes = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] probe_outcome run_probe(const std::vector<std::string>& name_and_arguments,
                                      const environment_changes& changes);

/// The entry of the started process, called by main().
[[nodiscard]] int probe_main(const std::vector<std::string>& name_and_arguments);

}  // namespace omprim_test
