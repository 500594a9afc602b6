// SPDX-License-Identifier: BSD-3-Clause
#include "commands/parse.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "commands/command.hpp"

namespace omprim::command {
namespace {

constexpr long double greatest_count = 9.2e18L;

struct unit {
  std::string_view suffix;
  long double factor;
};
constexpr std::array<unit, 10> units{{{"Ki", 1024.0L},
                                      {"Mi", 1048576.0L},
                                      {"Gi", 1073741824.0L},
                                      {"Ti", 1099511627776.0L},
                                      {"k", 1e3L},
                                      {"K", 1e3L},
                                      {"M", 1e6L},
                                      {"G", 1e9L},
                                      {"T", 1e12L},
                                      {"", 1.0L}}};

std::optional<long double> parse_digits(const std::string& text) {
  constexpr std::string_view allowed = "0123456789.eE";
  if (text.empty() || !std::isdigit(static_cast<unsigned char>(text.front()))) return {};
  if (text.find_first_not_of(allowed) != std::string::npos) return {};
  std::size_t used = 0;
  try {
    const long double value = std::stold(text, &used);
    if (used != text.size()) return {};
    return value;
  } catch (const std::exception&) {
    return {};
  }
}

std::optional<long double> parse_with_unit(const std::string& text) {
  const auto fits = [&](const unit& u) {
    return text.size() > u.suffix.size() &&
           std::equal(u.suffix.rbegin(), u.suffix.rend(), text.rbegin());
  };
  const auto found = std::find_if(units.begin(), units.end(), fits);
  if (found == units.end()) return {};
  const auto number = parse_digits(text.substr(0, text.size() - found->suffix.size()));
  if (!number) return {};
  return *number * found->factor;
}

std::optional<long double> parse_power_or_number(const std::string& text) {
  const auto caret = text.find('^');
  if (caret == std::string::npos) return parse_with_unit(text);
  const auto base = parse_digits(text.substr(0, caret));
  const auto exponent = parse_digits(text.substr(caret + 1));
  if (!base || !exponent) return {};
  return std::pow(*base, *exponent);
}

std::optional<long double> parse_sum(const std::string& text) {
  const auto sign = text.find_last_of("+-");
  if (sign == std::string::npos || sign == 0) return parse_power_or_number(text);
  const auto left = parse_power_or_number(text.substr(0, sign));
  const auto right = parse_power_or_number(text.substr(sign + 1));
  if (!left || !right) return {};
  return text[sign] == '+' ? *left + *right : *left - *right;
}

}  // namespace

std::uint64_t parse_count(std::string_view text, std::string_view what) {
  std::string plain(text);
  plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
  const auto value = parse_sum(plain);
  if (!value || !(*value >= 0) || *value > greatest_count || std::floor(*value) != *value) {
    throw usage_error(fmt::format(
        "'{}' is not a number of {}; write it like 1048576000, 1M, 512Mi or 2^28", text, what));
  }
  return static_cast<std::uint64_t>(*value);
}

std::vector<std::uint64_t> parse_counts(std::string_view text, std::string_view what) {
  std::vector<std::uint64_t> counts;
  for (const auto& part : split_list(text)) {
    const auto dots = part.find("..");
    const std::uint64_t first = parse_count(part.substr(0, dots), what);
    const std::uint64_t last =
        dots == std::string::npos ? first : parse_count(part.substr(dots + 2), what);
    if (last < first || (first == 0 && last != 0)) {
      throw usage_error(fmt::format("'{}' is no range of doublings; write 2^20..2^29", part));
    }
    counts.push_back(first);
    while (counts.back() < last) counts.push_back(std::min(2 * counts.back(), last));
  }
  return counts;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    std::string_view part = text.substr(0, comma);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    if (!part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

}  // namespace omprim::command
