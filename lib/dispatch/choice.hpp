// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include <dispatch/pair.hpp>
#include <instantiate/variant.hpp>
#include <omprim/execution.hpp>

/// Inline: dispatch costs as much as reducing about 1000 elements.
namespace omprim::detail {

/// Whose rules apply: the host at its ISA level, or a kind of device.
enum class target : std::size_t { host, nvidia, amd, host_device };
constexpr std::size_t targets = 4;

[[nodiscard]] target target_of_device(const execution& where);
[[nodiscard]] inline target target_of(const execution& where) {
  return where.where() == backend::device ? target_of_device(where) : target::host;
}

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

/// The rules in force for one family, resolved to variants. Immutable once made; a later table
/// replaces it, and it is kept, since a call on another thread may still read it.
template <class Problem>
struct choice_table {
  std::array<std::vector<step<Problem>>, targets * operation_count> steps;
};
template <>
struct choice_table<reduce_problem> {
  std::array<std::vector<step<reduce_problem>>, targets * operation_count> steps;
  std::array<short_call, operation_count> short_calls;
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

[[nodiscard]] inline std::size_t key_of(target t, operation op) {
  return static_cast<std::size_t>(t) * operation_count + static_cast<std::size_t>(op);
}

template <class Problem>
[[nodiscard]] const step<Problem>& step_for(const execution& where, const family<Problem>& all,
                                            operation op, std::uint64_t n,
                                            const call_needs& needs = {}) {
  for (const step<Problem>& s : choices(all).steps[key_of(target_of(where), op)]) {
    if (n <= s.up_to_n && needs.met_by(s.chosen->row.traits)) return s;
  }
  throw_no_choice(where, all.type, op);
}

/// The variant that the rules in force choose for a call without options.
template <class Problem>
[[nodiscard]] const variant<Problem>& choose(const execution& where, const family<Problem>& all,
                                             operation op, std::uint64_t n,
                                             const call_needs& needs = {}) {
  return *step_for(where, all, op, n, needs).chosen;
}

/// Bytes of input from which host and tbb use threads.
[[nodiscard]] std::uint64_t parallel_from();

}  // namespace omprim::detail
