// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <dispatch/choice.hpp>
#include <dispatch/pair.hpp>
#include <instantiate/variant.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/execution.hpp>
#include <omprim/table.hpp>
#include <runtime/public_call.hpp>

/// What the doors of all algorithms do first.
namespace omprim::detail {

[[noreturn]] void throw_wrong_algorithm(operation op, algorithm work);

/// Throws status::unknown_variant if `op` is not of this algorithm, naming the function to call.
inline void require_algorithm(operation op, algorithm work) {
  require_known(op, operation_count, "operation");
  if (algorithm_of(op) != work) throw_wrong_algorithm(op, work);
}

/// The variant that the options name in part or in whole.
[[nodiscard]] const variant& find_named(const execution& where, element type, operation op,
                                        const reduce_options& options);

/// Whether the rules in force choose the variant.
[[nodiscard]] inline bool by_rule(const reduce_options& options) {
  return options.strategy.empty() && options.tuning == tuning{};
}

/// The same, or the variant that the rules in force choose.
[[nodiscard]] inline const variant& pick(const execution& where, element type, operation op,
                                         std::size_t n, const reduce_options& options,
                                         const call_needs& needs = {}) {
  return by_rule(options) ? choose(where, type, op, n, needs)
                          : find_named(where, type, op, options);
}

/// `output` as the device of `where` sees it. Throws status::not_on_device.
[[nodiscard]] void* output_pointer(const execution& where, void* output, std::size_t bytes);

/// Runs a variant on a backend that is not a device, with threads if so many bytes are worth them.
[[nodiscard]] inline reduce_result run_on_host(const execution& where, std::size_t bytes,
                                               const variant& chosen, call& c) {
  if (bytes < parallel_from()) return chosen.run(c);
  const executor run = executor_for(where, bytes);
  c.run = &run;
  return chosen.run(c);
}

/// Notes which variant runs, where a profile is asked for.
inline void begin_profile(const reduce_options& options, const variant& chosen) {
  if (options.profile == nullptr) return;
  *options.profile = {};
  options.profile->strategy = chosen.row.strategy;
  options.profile->tuning = chosen.row.tuning;
}

}  // namespace omprim::detail
