// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/sort/by_one_thread.hpp>
#include <omprim/detail/agent/sort/by_parts.hpp>
#include <omprim/detail/agent/sort/by_ranges.hpp>
#include <omprim/detail/agent/sort/by_ranks.hpp>
#include <omprim/detail/agent/sort/by_stable_network.hpp>
#include <omprim/detail/agent/sort/by_vectors.hpp>
#include <omprim/detail/agent/sort/few_keys.hpp>
#include <omprim/detail/agent/sort/launch.hpp>
#include <omprim/detail/agent/sort/network_sorter.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/reducer/segments.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// radix: sorts by the lowest digit of 8 bits, then by the next one. The default.
///
/// Phases:
///   (1) The digits of all passes are counted at once. A digit that is the same in all keys needs
///       no pass.
///   (2) For each digit, groups take tiles by ticket, sort each by the digit in local memory, learn
///       by look-back where the keys of each digit go, and write them in runs.
/// All phases are steps of one launch (group/ordered_steps.hpp). On devices, keys of 8 bytes are
/// sorted by the leading digits that tell most of a sample apart, and then their neighbours by
/// insertion (agent/sort/sort_in_steps.hpp). On hosts, keys without values are sorted by networks
/// of vectors and by splits (agent/sort/key_sorter.hpp), by several threads in parts
/// (agent/sort/by_parts.hpp), and up to some hundred 4-byte keys with values by networks
/// (agent/sort/by_stable_network.hpp). Others are sorted by the leading bits that decide, if none
/// is NaN: in the caches of one thread (agent/sort/by_one_thread.hpp), or in ranges that several
/// threads take (agent/sort/by_ranges.hpp). Very few, and short segments, are sorted by their ranks
/// (agent/sort/by_ranks.hpp).
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
      if (ran_by_vectors(backend, problem)) return;
      if (problem.n <= sort_policy::compared_keys) {
        sort_by_ranks(problem);
        return backend.record(0, 0, 0, 0);
      }
      if (ran_by_leading_bits(backend, problem)) return;
      if (problem.n <= sort_policy::few_keys) {
        sort_few_keys(problem);
        return backend.record(0, 0, 0, 0);
      }
    }
    radix_sort<word, value, t>::run(backend, problem);
  }

  /// Sorts segments of hosts in the calling thread: short ones here, others by sort_longer(begin,
  /// n).
  template <class SortLonger>
  static void run_in_turn(const Problem& all, const kernel::segment_bounds& segments,
                          const SortLonger& sort_longer) {
    sort_segments_by_ranks(all, segments, sort_longer);
  }

 private:
  using word = typename Problem::word;
  using value = typename Problem::value;

  template <class Backend>
  static std::uint64_t threads_for(Backend& backend, std::uint64_t n) {
    const std::uint64_t wanted = n / sort_policy::keys_of_thread;
    return std::clamp<std::uint64_t>(wanted, 1, backend.resident_groups(t.work_group_size));
  }

  /// Returns false, and has written nothing, where other ways take less time.
  template <class Backend>
  static bool ran_by_vectors(Backend& backend, const Problem& problem) {
    if (!has_networks || problem.n <= sort_policy::exchanged_keys) return false;
    if constexpr (sorts_by_networks<value>) {
      if (compares_all<word>(problem.compared) && ran_by_splits(backend, problem)) return true;
    }
    if constexpr (has_networks && sizeof(word) == 4) {
      if (problem.n > sort_policy::stably_exchanged_keys) return false;
      using kernel_type = sort_by_stable_network<value>;
      auto* const memory = backend.template scratch<double>(kernel_type::room(problem.n));
      backend.launch(1, kernel_type{problem, memory});
      backend.record(1, 1, 1, 0);
      return true;
    }
    return false;
  }
  template <class Backend>
  static bool ran_by_splits(Backend& backend, const Problem& problem) {
    return problem.compared.kind == kernel::key_kind::floating
               ? ran_by_splits_of<true>(backend, problem)
               : ran_by_splits_of<false>(backend, problem);
  }
  /// Returns false also if keys are NaN. Where many keys are not split, few different ones are
  /// sorted by their counts.
  template <bool is_floating, class Backend>
  static bool ran_by_splits_of(Backend& backend, const Problem& problem) {
    using kernel_type = sort_by_vectors<word, is_floating>;
    const bool are_few = problem.n <= kernel_type::network::most;
    const std::uint64_t threads = are_few ? 1 : threads_for(backend, problem.n);
    if (threads > 1) {
      return sort_by_parts<Backend, word, is_floating>::run(backend, problem, threads);
    }
    word* const memory = backend.template scratch<word>(kernel_type::room(problem.n));
    auto* const done = backend.template result<std::uint32_t>();
    backend.launch(1, kernel_type{problem, memory, done});
    backend.record(1, 1, 1, 0);
    return *done != 0;
  }

  /// Returns false, and has written nothing, if keys are too many, NaN, or for several threads too
  /// uneven.
  template <class Backend>
  static bool ran_by_leading_bits(Backend& backend, const Problem& problem) {
    if (problem.n > sort_policy::most_counted) return false;
    const std::uint64_t threads = threads_for(backend, problem.n);
    if (threads == 1 && problem.n * sizeof(sort_record<word, value>) <= sort_policy::cached_bytes) {
      using kernel_type = sort_by_one_thread<word, value>;
      auto* const block = backend.template scratch<std::uint32_t>(kernel_type::room(problem.n));
      auto* const done = backend.template result<std::uint32_t>();
      backend.launch(1, kernel_type{problem, block, done});
      backend.record(1, 1, 1, 0);
      return *done != 0;
    }
    return sort_by_ranges<Backend, word, value>::run(backend, problem, threads);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
