// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string_view>

#include <dispatch/variant.hpp>
#include <omprim/execution.hpp>

namespace omprim::detail {

/// The variant that the rules in force choose for a call without options.
[[nodiscard]] const variant& choose(const execution& where, element type, operation op,
                                    std::uint64_t n);

/// Bytes of input from which host and tbb use threads.
[[nodiscard]] std::uint64_t parallel_from();

/// The shipped rules, in the form of a tuning file (lib/tuned/).
extern const std::string_view shipped_tuning;

}  // namespace omprim::detail
