// SPDX-License-Identifier: BSD-3-Clause
#include <api/call.hpp>

#include <string>

#include <dispatch/choice.hpp>
#include <dispatch/pair.hpp>
#include <dispatch/table.hpp>
#include <omprim/error.hpp>

namespace omprim::detail {

void require_data(const void* data, std::size_t n, const char* what) {
  if (data != nullptr || n == 0) return;
  throw error(status::invalid_argument,
              std::string(what) + " is a null pointer, and n is " + std::to_string(n));
}

namespace {
const char* door_of(algorithm work) {
  constexpr const char* doors[] = {"reduce_any", "select_any", "scan_any", "segmented_reduce_any"};
  return doors[static_cast<std::size_t>(work)];
}
}  // namespace

void require_algorithm(operation op, algorithm work) {
  require_known(op, operation_count, "operation");
  if (algorithm_of(op) == work) return;
  throw error(status::unknown_variant, std::string(door_of(work)) + " does not run " +
                                           std::string(to_string(op)) + "; ask " +
                                           door_of(algorithm_of(op)));
}

const variant& pick(const execution& where, element type, operation op, std::size_t n,
                    const reduce_options& options) {
  const bool by_rule = options.strategy.empty() && options.shape == tuning{};
  if (by_rule) return choose(where, type, op, n);
  const std::string_view strategy =
      options.strategy.empty() ? default_strategy(algorithm_of(op)) : options.strategy;
  return find_variant(where.where() == backend::device, type, op, strategy, options.shape);
}

void* output_pointer(const execution& where, void* output, std::size_t bytes) {
  return const_cast<void*>(device_pointer(where, output, bytes));
}

void begin_profile(const reduce_options& options, const variant& chosen) {
  if (options.profile == nullptr) return;
  *options.profile = {};
  options.profile->strategy = chosen.row.strategy;
  options.profile->shape = chosen.row.shape;
}

}  // namespace omprim::detail
