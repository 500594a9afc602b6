// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <omprim/omprim.hpp>

#include "contest.hpp"
#include "program.hpp"

/// Shared by the programs that measure on a device.
namespace omprim_benchmark {

/// The measured device.
struct started_device {
  omprim::device_info info;
  bool spins;         ///< waiting host threads poll
  std::string peers;  ///< the text returned by start_device_peers()

  [[nodiscard]] bool is_nvidia() const { return info.kind == omprim::device_kind::nvidia; }
  [[nodiscard]] omprim::execution where() const { return omprim::device(info.number); }
};

[[nodiscard]] inline bool is_gpu(const omprim::device_info& device) {
  return device.kind == omprim::device_kind::nvidia || device.kind == omprim::device_kind::amd;
}

/// Starts the chosen device, or else the first usable GPU, and the peers on it, both polling. Call
/// it before any other use of a device. If there is no such device, it prints a message and returns
/// nothing; the program then exits with the status `skipped`.
[[nodiscard]] std::optional<started_device> start_device(const options& chosen);
inline constexpr int skipped = 77;

/// Starts the peers on the NVIDIA device with that ordinal. Returns their names and versions, empty
/// if this build or this machine has none. The wait policy must be set before.
[[nodiscard]] std::string start_device_peers(int ordinal);

/// A program that prints its contests under one heading.
struct device_program {
  std::string title;
  std::string note;    ///< sentences before the quantile, each followed by a space; may be empty
  std::string checks;  ///< which results are checked: ", every result checked"; may be empty
  std::function<std::vector<contest>(const started_device&, const options&)> make_contests;
  std::function<void(const contest_results&)> print_results;
};

/// The main function of a program: runs its contests on the chosen device, under Google Benchmark
/// or, with --table, as Markdown. Returns the exit status.
[[nodiscard]] int run_device_program(int argc, char** argv, const device_program& program);

}  // namespace omprim_benchmark
