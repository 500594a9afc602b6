// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <csignal>
#include <cstddef>
#include <string>
#include <unistd.h>

namespace omprim_test {

/// While in scope, an invalid memory access prints the current note before the process dies.
/// Otherwise the report would not show which of some thousand rows caused it.
class crash_note {
 public:
  crash_note() {
    struct sigaction action = {};
    action.sa_handler = &print;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGSEGV, &action, &before_);
  }
  ~crash_note() { sigaction(SIGSEGV, &before_, nullptr); }
  crash_note(const crash_note&) = delete;
  crash_note& operator=(const crash_note&) = delete;

  static void set(const std::string& text) {
    length_ = text.copy(text_, sizeof(text_) - 1);
    text_[length_++] = '\n';
  }

 private:
  static void print(int signal) {
    constexpr char intro[] = "invalid memory access during: ";
    if (write(STDERR_FILENO, intro, sizeof(intro) - 1) < 0 ||
        write(STDERR_FILENO, text_, length_) < 0) {
      _exit(1);
    }
    raise(signal);  // the handler is removed: the process dies as without it
  }

  static inline char text_[256] = {};
  static inline std::size_t length_ = 0;
  struct sigaction before_ = {};
};

}  // namespace omprim_test
