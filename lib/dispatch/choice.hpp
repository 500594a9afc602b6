// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include <dispatch/architecture.hpp>
#include <dispatch/pair.hpp>
#include <instantiate/variant.hpp>
#include <omprim/execution.hpp>

/// Inline: dispatch costs as much as reducing about 1000 elements.
namespace omprim::detail {

struct step {
  std::uint64_t up_to_n;
  const variant* chosen;
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

/// The rules for one target, resolved to variants.
struct target_choices {
  tuned_target target;
  std::array<std::vector<step>, pair_count> steps;
};

/// The rules in force, resolved to variants. Immutable once made; a later table replaces it,
/// and it is kept, since a call on another thread may still read it.
struct choice_table {
  /// The host, the families of devices, then the architectures of devices that rules name.
  std::vector<target_choices> targets;
  std::array<short_call, pair_count> short_calls;
  std::uint64_t parallel_from = 0;
};

/// Null before the first call.
extern std::atomic<const choice_table*> choices_in_force;
[[nodiscard]] const choice_table& make_choices();

[[nodiscard]] inline const choice_table& choices() {
  const choice_table* const table = choices_in_force.load(std::memory_order_acquire);
  return table != nullptr ? *table : make_choices();
}

/// None before the first call.
[[nodiscard]] inline short_call short_call_of(element type, operation op) {
  const choice_table* const table = choices_in_force.load(std::memory_order_acquire);
  return table != nullptr ? table->short_calls[pair_of(type, op)] : short_call{};
}

[[noreturn]] void throw_no_choice(const execution& where, element type, operation op);

/// The choices for the device's architecture if rules name it, else those for its family.
[[nodiscard]] const target_choices& choices_on_device(const choice_table& table,
                                                      const execution& where);
[[nodiscard]] inline const target_choices& choices_on(const choice_table& table,
                                                      const execution& where) {
  return where.where() == backend::device ? choices_on_device(table, where) : table.targets.front();
}

[[nodiscard]] inline const step& step_for(const execution& where, element type, operation op,
                                          std::uint64_t n, const call_needs& needs = {}) {
  for (const step& s : choices_on(choices(), where).steps[pair_of(type, op)]) {
    if (n <= s.up_to_n && needs.met_by(s.chosen->row.traits)) return s;
  }
  throw_no_choice(where, type, op);
}

/// The variant that the rules in force choose for a call without options.
[[nodiscard]] inline const variant& choose(const execution& where, element type, operation op,
                                           std::uint64_t n, const call_needs& needs = {}) {
  return *step_for(where, type, op, n, needs).chosen;
}

/// Bytes of input from which host and tbb use threads.
[[nodiscard]] inline std::uint64_t parallel_from() { return choices().parallel_from; }

}  // namespace omprim::detail
