// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>

/// The backends of this machine, and their names.
namespace omprim::command {

/// Returns serial, host, tbb if the build has it, and every usable device.
[[nodiscard]] std::vector<execution> available_backends();

/// Returns the first usable device that is not the host itself, else the host.
[[nodiscard]] execution fastest_backend();

/// Whether the row can run on the backend.
[[nodiscard]] bool runs_on(const table_row& row, const execution& where);

/// The text form that parse_execution reads: "host:4", "device:1".
[[nodiscard]] std::string name_of(const execution& where);

/// The backend in words: the device's name, or CPU and ISA level.
[[nodiscard]] std::string describe(const execution& where);

/// Sets the wait policy with the name given to --wait, before any device is used. Returns whether
/// it is in force.
bool apply_wait_policy(const std::string& name);

/// The wait policy in a sentence, for calls on these backends.
[[nodiscard]] std::string describe_wait_policy(const std::string& name, bool in_force,
                                               const std::vector<execution>& backends);

}  // namespace omprim::command
