// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Numbers and lists as people write them.
namespace omprim::command {

/// Reads a count: "1048576000", "1_000_000", "1M" (10^6), "512Mi" (512 * 2^20), "1.5G", "1e9",
/// "2^28", "2^31+1", "1Mi-1". Throws usage_error, which says what is counted.
[[nodiscard]] std::uint64_t parse_count(std::string_view text, std::string_view what = "elements");

/// Reads a comma list of counts and of doublings: "64..1024" is 64,128,256,512,1024; "" is empty.
[[nodiscard]] std::vector<std::uint64_t> parse_counts(std::string_view text,
                                                      std::string_view what = "elements");

/// The parts between commas, without the blanks around them.
[[nodiscard]] std::vector<std::string> split_list(std::string_view text);

}  // namespace omprim::command
