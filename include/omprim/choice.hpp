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

/// How the library chooses a variant when a call names none. The rules are data, in this order, and
/// the first rule that fits decides:
///   1. rules of the files that the program loads, the last file first
///   2. rules of the file that OMPRIM_TUNING_FILE names
///   3. the shipped rules (lib/tuning/)
///
/// Within one file, rules for the architecture of the processor or device are tried before rules
/// for its family.
///
/// A tuning file is text with one rule a line; '#' starts a comment:
///   TARGET TYPE OPERATION UP_TO_N STRATEGY TUNING [SCORE [DATE COMPILER DEVICE]]
///   sm_90 int32 sum 1048576 single-pass 256x4x4 1234.5 2026-11-23 Clang-19.1.7 NVIDIA H200
///   * TARGET is an architecture or a family (tuning_target()); a name that is neither is an error.
///   * TYPE, OPERATION and UP_TO_N may be '*'.
///   * UP_TO_N counts elements; in rules for segmented reductions it counts segments.
///   * Rules for the strategy work-queue hold only where segments are known to be large
///     (segmentation.hpp).
///   * The last columns decide nothing. SCORE is the measured GB/s, or '-'. DEVICE may contain
///     blanks.
///
/// Two other lines:
///   TARGET parallel-from BYTES   with fewer bytes, host and tbb stay on the calling thread
///   TARGET like TARGET2          the rules for TARGET2 above this line are also for TARGET
namespace omprim {

struct tuning_rule {
  std::string target;
  std::optional<element> type;           ///< empty: any
  std::optional<operation> op;           ///< empty: any
  std::optional<std::uint64_t> up_to_n;  ///< empty: any
  std::string strategy;
  omprim::tuning tuning;
  double score = 0;      ///< GB/s, 0 if not measured
  std::string date;      ///< of the measurement, "2026-11-23"; empty if the next two are
  std::string compiler;  ///< "Clang-19.1.7"
  std::string device;    ///< the name of the processor or device
};

/// The architecture of the device ("sm_90", "gfx90a") or processor ("zen4", "sapphire-rapids").
/// It is the family instead ("nvidia", "amd", "host-device", or the ISA level, such as "x86-64-v3")
///   * if the architecture is unknown
///   * for a processor whose active ISA level is not the one that its architecture is made for
[[nodiscard]] std::string tuning_target(const execution& where);

/// The rule as a line of a tuning file.
[[nodiscard]] std::string to_line(const tuning_rule& rule);

/// The rules that come with the library, in the order in which they are tried.
[[nodiscard]] std::vector<tuning_rule> shipped_rules();

/// Puts the rules of a file before all others, for every later call of this process.
///   * A file has at most 100,000 lines and rules, and lines of at most 1000 characters.
///   * A rule for a strategy that loses the order is an error.
///   * A call passes over rules whose strategy does not fit it (in place, large segments), and over
///     rules for variants that the program does not link.
/// Errors: throws status::bad_tuning_file with path, line and reason; no rule is then changed.
void load_tuning_file(const std::string& path);

/// Drops the rules of all files that load_tuning_file() loaded, for every later call of this
/// process. The rules of the file that OMPRIM_TUNING_FILE names and the shipped rules stay.
/// Calls that are running go on by the rules with which they began.
void clear_tuning_files();

/// The rule that a call with n elements and without options follows.
[[nodiscard]] tuning_rule chosen(const execution& where, element type, operation op,
                                 std::uint64_t n);

}  // namespace omprim
