// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include <dispatch/architecture.hpp>
#include <dispatch/table.hpp>
#include <dispatch/type_operation.hpp>
#include <instantiate/variant.hpp>
#include <omprim/execution.hpp>

/// Inline: dispatch costs as much as reducing about 1000 elements.
namespace omprim::detail {

template <class Problem>
struct step {
  std::uint64_t up_to_n;
  const variant<Problem>* chosen;
  double score;
};

/// The conditions that a call puts on strategies which it does not name.
struct call_needs {
  bool has_large_segments = false;  ///< else strategies for large segments are passed over
  bool in_place = false;            ///< then strategies that cannot work in place are passed over

  [[nodiscard]] bool met_by(const strategy_traits& traits) const {
    return (has_large_segments || !traits.for_large_segments) && (!in_place || traits.in_place);
  }
};

/// The function that reduces fewer elements than `below` on the host, in calls without options.
struct short_call {
  std::uint64_t below = 0;
  reduction_alone run = nullptr;
};

/// The rules for one target, resolved to variants, by operation.
template <class Problem>
struct target_choices {
  tuned_target target;
  std::array<std::vector<step<Problem>>, operation_count> steps;
};

/// The rules in force for one family, resolved to variants. Immutable once made; a later table
/// replaces it, and it is kept, since a call on another thread may still read it.
template <class Problem>
struct choice_table {
  /// The host, the families of devices, then the architectures of devices that rules name.
  std::vector<target_choices<Problem>> targets;
  std::array<short_call, operation_count> short_calls;  ///< of reductions
};

/// Makes the tables of all families that this program links.
void make_choices();

template <class Problem>
[[nodiscard]] const choice_table<Problem>& choices(const family<Problem>& all) {
  const auto* table = all.choices.load(std::memory_order_acquire);
  if (table == nullptr) {
    make_choices();
    table = all.choices.load(std::memory_order_acquire);
  }
  return *table;
}

/// None before the first call.
[[nodiscard]] inline short_call short_call_of(const reduce_family& all, operation op) {
  const auto* const table = all.choices.load(std::memory_order_acquire);
  return table != nullptr ? table->short_calls[static_cast<std::size_t>(op)] : short_call{};
}

[[noreturn]] void throw_no_choice(const execution& where, element type, operation op);

/// The choices for the device's architecture if rules name it, else those for its family.
template <class Problem>
[[nodiscard]] const target_choices<Problem>& choices_on_device(const choice_table<Problem>& table,
                                                               const execution& where) {
  const tuned_target device = device_target(where.device_number());
  const auto named = [&](const auto& each) { return device.is_named(each.target.name()); };
  // The last one that fits; there is one for each family.
  return *std::find_if(table.targets.rbegin(), table.targets.rend(), named);
}
template <class Problem>
[[nodiscard]] const target_choices<Problem>& choices_on(const choice_table<Problem>& table,
                                                        const execution& where) {
  return where.where() == backend::device ? choices_on_device(table, where) : table.targets.front();
}

template <class Problem>
[[nodiscard]] const step<Problem>& step_for(const execution& where, const family<Problem>& all,
                                            operation op, std::uint64_t n,
                                            const call_needs& needs = {}) {
  const auto& steps = choices_on(choices(all), where).steps[static_cast<std::size_t>(op)];
  for (const step<Problem>& s : steps) {
    if (n <= s.up_to_n && needs.met_by(s.chosen->row.traits)) return s;
  }
  throw_no_choice(where, all.type, op);
}

/// Whether the rules in force choose the variant: the options name no part of it.
[[nodiscard]] inline bool by_rule(const reduce_options& options) {
  return options.strategy.empty() && options.tuning == tuning{};
}

/// The variant of a call: the one that its options name in part or in whole, or the choice of the
/// rules in force.
template <class Problem>
[[nodiscard]] const variant<Problem>& pick(const execution& where, const family<Problem>& all,
                                           operation op, std::size_t n,
                                           const reduce_options& options,
                                           const call_needs& needs = {}) {
  if (by_rule(options)) return *step_for(where, all, op, n, needs).chosen;
  const std::string_view strategy =
      options.strategy.empty() ? default_strategy(algorithm_of(op)) : options.strategy;
  return find_variant<Problem>(where.where() == backend::device, all.type, op, strategy,
                               options.tuning);
}

/// Bytes of input from which host and tbb use threads.
[[nodiscard]] std::uint64_t parallel_from();

}  // namespace omprim::detail
