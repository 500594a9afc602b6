// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdio>
#include <fstream>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

namespace omprim_test {

/// A text file that exists until the end of scope.
class temporary_file {
 public:
  explicit temporary_file(const std::string& text) : path_(unused_path()) {
    std::ofstream(path_) << text;
  }
  ~temporary_file() { std::remove(path_.c_str()); }
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

  /// The name of a file that does not exist.
  static std::string unused_path() {
    static std::atomic<int> count{0};
    return testing::TempDir() + "omprim_test_" + std::to_string(getpid()) + "_" +
           std::to_string(count++) + ".txt";
  }

 private:
  std::string path_;
};

}  // namespace omprim_test
