// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <omprim/execution.hpp>

/// The part of `omprim doctor --speed` that measures.
namespace omprim::command {

/// Compares the rows that the library chooses for some common calls with the best compiled ones,
/// and says which calls another row would make faster by more than 10 %, and what to do about it.
/// Takes some seconds.
[[nodiscard]] std::vector<std::string> speed_report(const execution& where);

}  // namespace omprim::command
