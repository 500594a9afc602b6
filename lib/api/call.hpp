// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <dispatch/variant.hpp>
#include <omprim/backend/open.hpp>
#include <omprim/execution.hpp>
#include <omprim/table.hpp>

/// What the doors of all algorithms do first.
namespace omprim::detail {

/// Throws status::unknown_variant if `op` is not of this algorithm, naming the function to call.
void require_algorithm(operation op, algorithm work);

/// The variant that the options name, or the one that the rules in force choose.
[[nodiscard]] const variant& pick(const execution& where, element type, operation op, std::size_t n,
                                  const reduce_options& options);

/// `output` as the device of `where` sees it. Throws status::not_on_device.
[[nodiscard]] void* output_pointer(const execution& where, void* output, std::size_t bytes);

/// Notes which variant runs, where a profile is asked for.
void begin_profile(const reduce_options& options, const variant& chosen);

}  // namespace omprim::detail
