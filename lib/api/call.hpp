// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string_view>

#include <dispatch/choice.hpp>
#include <dispatch/pair.hpp>
#include <dispatch/table.hpp>
#include <instantiate/variant.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/detail/backend/serial.hpp>
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
template <class Problem>
[[nodiscard]] const variant<Problem>& find_named(const execution& where, element type, operation op,
                                                 const reduce_options& options) {
  const std::string_view strategy =
      options.strategy.empty() ? default_strategy(algorithm_of(op)) : options.strategy;
  return find_variant<Problem>(where.where() == backend::device, type, op, strategy,
                               options.tuning);
}

/// Whether the rules in force choose the variant.
[[nodiscard]] inline bool by_rule(const reduce_options& options) {
  return options.strategy.empty() && options.tuning == tuning{};
}

/// The same, or the variant that the rules in force choose.
template <class Problem>
[[nodiscard]] const variant<Problem>& pick(const execution& where, const family<Problem>& all,
                                           operation op, std::size_t n,
                                           const reduce_options& options,
                                           const call_needs& needs = {}) {
  return by_rule(options) ? choose(where, all, op, n, needs)
                          : find_named<Problem>(where, all.type, op, options);
}

/// `output` as the device of `where` sees it. Throws status::not_on_device.
[[nodiscard]] void* output_pointer(const execution& where, void* output, std::size_t bytes);

/// Runs a variant where the call says: on a device, or on the host with threads if `bytes` of input
/// are worth them.
template <class Problem>
typename Problem::result run(const execution& where, const variant<Problem>& chosen,
                             const Problem& problem, std::size_t bytes, reduce_profile* profile) {
  if (where.where() == backend::device) {
    return chosen.run({serial_executor, where.device_number(), profile}, problem);
  }
  if (bytes < parallel_from()) return chosen.run({serial_executor, -1, profile}, problem);
  return chosen.run({executor_for(where, bytes), -1, profile}, problem);
}

/// Notes which variant runs, where a profile is asked for.
inline void begin_profile(const reduce_options& options, const table_row& chosen) {
  if (options.profile == nullptr) return;
  *options.profile = {};
  options.profile->strategy = chosen.strategy;
  options.profile->tuning = chosen.tuning;
}

}  // namespace omprim::detail
