// SPDX-License-Identifier: BSD-3-Clause
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <unistd.h>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace omprim::command {

std::string grouped(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (auto place = static_cast<std::ptrdiff_t>(digits.size()) - 3; place > 0; place -= 3) {
    digits.insert(static_cast<std::size_t>(place), 1, ',');
  }
  return digits;
}

std::string brief(std::uint64_t value) {
  if (value < 10000) return std::to_string(value);
  constexpr std::array<char, 6> prefixes{'k', 'M', 'G', 'T', 'P', 'E'};
  auto scaled = static_cast<double>(value) / 1e3;
  std::size_t prefix = 0;
  while (scaled >= 999.5) {
    scaled /= 1e3;
    ++prefix;
  }
  return fmt::format("{:.{}f}{}", scaled, scaled < 99.95 ? 1 : 0, prefixes[prefix]);
}

std::string bytes_text(long double value) {
  if (value < 1000) return fmt::format("{:.0f} B", value);
  constexpr std::array<const char*, 6> units_of_bytes{"kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  long double scaled = value / 1000;
  for (; scaled >= 999.5L && unit + 1 < units_of_bytes.size(); ++unit) scaled /= 1000;
  return fmt::format("{:.{}f} {}", scaled,
                     scaled < 9.995L   ? 2
                     : scaled < 99.95L ? 1
                                       : 0,
                     units_of_bytes[unit]);
}

std::string milliseconds(double seconds) {
  const double value = seconds * 1e3;
  if (!std::isfinite(value)) return "-";
  if (value <= 0) return "0";
  const int before_point = static_cast<int>(std::floor(std::log10(value))) + 1;
  return fmt::format("{:.{}f}", value, std::clamp(4 - before_point, 0, 8));
}

std::string duration_text(double seconds) {
  if (seconds < 1e-6) return fmt::format("{:.0f} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

namespace {

// The column at which the rest of a broken line goes on.
std::size_t hanging_indent(std::string_view line) {
  const auto first = line.find_first_not_of(' ');
  const auto gap = line.find("  ", first);
  const auto after_gap = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
  if (after_gap != std::string_view::npos) return after_gap;
  return first > 0 ? first : 2;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width) {
  std::string result;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    const std::size_t indent = line.size() > width ? hanging_indent(line) : 0;
    std::size_t room = width;
    while (line.size() > room) {
      auto blank = line.rfind(' ', room);
      // A word that is longer than the line stays whole.
      if (blank == std::string_view::npos || blank < indent) blank = line.find(' ', room);
      if (blank == std::string_view::npos) break;
      result.append(line.substr(0, blank)).append(1, '\n').append(indent, ' ');
      line.remove_prefix(blank + 1);
      room = width - indent;
    }
    result.append(line);
    if (end < text.size()) result += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

void flush_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw std::runtime_error("cannot write to standard output");
}

progress::progress(std::size_t total)
    : total_(total), shown_(isatty(STDERR_FILENO) == 1), start_(std::chrono::steady_clock::now()) {}

progress::~progress() { clear(); }

void progress::step(std::string_view what) {
  if (shown_) {
    constexpr std::size_t width = 24;
    const std::size_t filled = total_ == 0 ? width : std::min(width, width * done_ / total_);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    std::string left;
    if (done_ > 0 && total_ > done_) {
      left = fmt::format(", {:.0f} s left", passed.count() / static_cast<double>(done_) *
                                                static_cast<double>(total_ - done_));
    }
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}/{} {}{}", "", filled, "", width - filled, done_,
               total_, what, left);
    std::fflush(stderr);
  }
  ++done_;
}

void progress::clear() const {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace omprim::command
