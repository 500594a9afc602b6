// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Numbers and lines as people read them.
namespace omprim::command {

/// Columns of tables, help and messages.
inline constexpr std::size_t line_width = 100;

/// 1048576000 -> "1,048,576,000".
[[nodiscard]] std::string grouped(std::uint64_t value);
/// At most five characters: 65536000 -> "65.5M".
[[nodiscard]] std::string brief(std::uint64_t value);
/// 4194304000 -> "4.19 GB".
[[nodiscard]] std::string bytes_text(long double value);
/// Milliseconds with four significant digits, from seconds.
[[nodiscard]] std::string milliseconds(double seconds);
/// "850 ns", "12.3 us", "4.56 ms", "1.23 s".
[[nodiscard]] std::string duration_text(double seconds);
/// The present time, "2026-11-21T10:00:00Z".
[[nodiscard]] std::string utc_now();

/// The text with lines of at most `width` columns, broken at blanks. A broken line goes on below
/// the first part that two blanks or more set off. Without such a part, it goes on at the
/// indentation of the line, or two columns from the left.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width = line_width);

/// Flushes standard output. Throws if standard output takes no more text: a long run must not go on
/// when nobody can see its results.
void flush_output();

/// A progress bar on standard error; silent unless standard error is a terminal.
class progress {
 public:
  explicit progress(std::size_t total);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// Shows `what` as the current step and counts it.
  void step(std::string_view what);
  /// Erases the bar, so that a line can be printed.
  void clear() const;

 private:
  std::size_t total_;
  std::size_t done_ = 0;
  bool shown_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace omprim::command
