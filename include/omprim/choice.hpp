// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// How the library chooses a variant when a call names none. The rules are data: those
/// shipped (lib/tuning/), preceded by those of the file that OMPRIM_TUNING_FILE names and of
/// every file loaded by the program. The first rule that fits decides.
///
/// A tuning file is text, one rule a line, '#' starts a comment:
///   TARGET TYPE OPERATION UP_TO_N STRATEGY SHAPE [SCORE]
///   nvidia int32 sum 1048576 single-pass 256x4x4 1234.5
/// TARGET is tuning_target() of an execution; TYPE, OPERATION and UP_TO_N may be '*'. Rules for the
/// strategy work-queue hold only where segments are known to be long (segmentation.hpp).
/// SCORE is the measured GB/s, for the reader only. And one rule for hosts:
///   TARGET parallel-from BYTES
/// below which host and tbb stay on the calling thread.
namespace omprim {

struct tuning_rule {
  std::string target;
  std::optional<element> type;           ///< empty: any
  std::optional<operation> op;           ///< empty: any
  std::optional<std::uint64_t> up_to_n;  ///< empty: any
  std::string strategy;
  omprim::tuning tuning;
  double score = 0;  ///< GB/s, 0 if not measured
};

/// "nvidia", "amd", "host-device" for devices; the ISA level ("x86-64-v3") for the host.
[[nodiscard]] std::string tuning_target(const execution& where);

/// The rule as a line of a tuning file.
[[nodiscard]] std::string to_line(const tuning_rule& rule);

/// The rules that come with the library, in the order in which they are tried.
[[nodiscard]] std::vector<tuning_rule> shipped_rules();

/// Puts the rules of a file before all others, for every later call of this process.
///   * A file has at most 100,000 rules, and lines of at most 1000 characters.
///   * A rule for a strategy that loses the order is an error.
///   * A call passes over rules whose strategy does not fit it (in place, large segments), and over
///     rules for variants that the program does not link.
/// Errors: throws status::bad_tuning_file with path, line and reason; no rule is then changed.
void load_tuning_file(const std::string& path);

/// The rule that a call with n elements and without options follows.
[[nodiscard]] tuning_rule chosen(const execution& where, element type, operation op,
                                 std::uint64_t n);

}  // namespace omprim
