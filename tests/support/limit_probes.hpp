// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

/// Probes (probe.hpp) of calls at the limits of a process: its memory and its stacks. They print
/// what they found; their first argument is their own name.
namespace omprim_test {

/// Arguments: two tuning files. Prints by how much the process grew while one was loaded 1000
/// times (again_kB), and both in turns, 500 times each (in_turns_kB).
void probe_tuning_loads(const std::vector<std::string>& arguments);

/// Prints the statuses of the first calls of a process while there is no memory, then the sum of
/// 1000 ones where there is (later_sum).
void probe_without_memory();

/// Argument: a backend. Compares calls on 3,000,000 elements there with those of serial, and prints
/// their number (calls).
void probe_small_stacks(const std::vector<std::string>& arguments);

}  // namespace omprim_test
