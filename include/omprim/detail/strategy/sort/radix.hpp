// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/by_one_thread.hpp>
#include <omprim/detail/agent/sort/few_keys.hpp>
#include <omprim/detail/agent/sort/launch.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// radix: sorts by the lowest digit of 8 bits, then by the next one. The default.
///
/// Phases:
///   (1) The digits of all passes are counted at once. A digit that is the same in all keys needs
///       no pass.
///   (2) For each digit, groups take tiles by ticket, sort each by the digit in local memory, learn
///       by look-back where the keys of each digit go, and write them in runs.
/// All phases are steps of one launch (group/ordered_steps.hpp). On hosts, few keys, and all keys
/// of one thread, are sorted by digits from the highest one that differs on
/// (agent/sort/by_one_thread.hpp) if none is NaN, and very few as by the strategy sequential.
///
/// Wins: for more than some hundred keys. Deterministic and stable. Works in place, with temporary
/// memory for keys and values. Needs of the group: local memory with atomics, sub-groups, tickets.
/// Source: A. Adinolfi, D. Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for
/// GPUs".
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning t>
struct sort_radix {
  static constexpr strategy_info info{
      algorithm::sort,
      "radix",
      "omprim; Adinolfi, Merrill: Onesweep: A Faster Least Significant Digit Radix Sort for GPUs",
      "one pass for each digit, from the lowest one on; the default",
      {.deterministic = true, .by_default = true}};

  template <backends::counting_backend Backend>
  static void run(Backend& backend, const Problem& problem) {
    if constexpr (!Backend::is_device) {
      const bool are_few = problem.n <= sort_policy::few_keys;
      if (problem.n > sort_policy::compared_keys &&
          (are_few || backend.resident_groups(t.work_group_size) == 1) &&
          ran_by_one_thread(backend, problem)) {
        return;
      }
      if (are_few) {
        sort_few_keys(problem);
        backend.record(0, 0, 0, 0);
        return;
      }
    }
    radix_sort<typename Problem::word, typename Problem::value, t>::run(backend, problem);
  }

 private:
  /// Returns false, and has done nothing, if keys are NaN or too many.
  template <class Backend>
  static bool ran_by_one_thread(Backend& backend, const Problem& problem) {
    using kernel_type = sort_by_one_thread<typename Problem::word, typename Problem::value>;
    if (problem.n > kernel_type::most_keys) return false;
    auto* const block = backend.template scratch<std::uint32_t>(kernel_type::room(problem.n));
    auto* const done = backend.template result<std::uint32_t>();
    backend.launch(1, kernel_type{problem, block, done});
    backend.record(1, 1, 1, 0);
    return *done != 0;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
