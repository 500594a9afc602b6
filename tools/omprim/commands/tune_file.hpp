// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <omprim/choice.hpp>
#include <omprim/execution.hpp>

#include "measure/timing.hpp"

/// The file that `omprim tune` writes.
namespace omprim::command {

/// Rules under a heading with the device, compiler and date of the measurements. The file at the
/// path is replaced at the end. Until then the rules are in PATH.partial, where an aborted run
/// leaves the rules that it found.
class tune_file {
 public:
  /// Throws omprim::error if PATH.partial cannot be written.
  tune_file(std::string path, const execution& where, const std::string& wait);

  void set_parallel_from(std::uint64_t bytes);
  void add(const std::vector<tuning_rule>& rules);
  /// Writes all rules added so far to PATH.partial, and returns that path.
  std::string write() const;
  /// Writes them to the path.
  void finish() const;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::size_t rule_count() const { return lines_.size(); }

 private:
  std::string path_;
  std::string heading_;
  std::vector<std::string> lines_;
};

/// The least number of bytes for which all threads beat one thread by more than the noise, measured
/// on the default sum of int32; empty if there is only one thread. Sets the library's own bound to
/// 0 by loading the file `path`.partial, and leaves it at 0.
[[nodiscard]] std::optional<std::uint64_t> threads_pay_from(const execution& where,
                                                            const std::string& path,
                                                            const measure_limits& limits,
                                                            double noise);

}  // namespace omprim::command
