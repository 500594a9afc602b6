// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/top_k/few_elements.hpp>
#include <omprim/detail/agent/top_k/launch.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/agent/top_k/problem.hpp>
#include <omprim/detail/agent/top_k/sort_all.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sample: bounds by a sample, and one pass that keeps what lies between them. The default.
///
/// Phases:
///   (1) One group takes a sample of some thousand elements, and finds in it bounds of the wanted
///       elements, with a margin.
///   (2) Groups read all elements, keep those between the bounds, and count those below.
///   (3) The same is done to the kept elements, until they are few or no longer become fewer.
///   (4) top_k: the kept elements are sorted by radix. Ranks: the last sample is all of the kept
///       elements, so it tells the wanted one.
/// Elements are ordered by place and position. So equal elements, of any number, are as good as
/// others. If a sample misleads, the next one is taken at other places; after three, all elements
/// are sorted. A device sorts all at once where n is small, or small beside k
/// (agent/top_k/policy.hpp).
///
/// Wins: for more than some thousand elements, of which a part is wanted. Loses to a sort if most
/// of them are. Deterministic: no result depends on the sample. Needs of the group: local memory
/// with atomics, sub-groups, a ticket.
/// Source: omprim; after W. D. Frazer, A. C. McKellar, "Samplesort", and R. W. Floyd, R. L. Rivest,
/// "Expected Time Bounds for Selection".
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Word, tuning t>
struct top_k_sample {
  static constexpr strategy_info info{
      algorithm::top_k,
      "sample",
      "omprim; Floyd, Rivest: Expected Time Bounds for Selection",
      "bounds by a sample, one pass, the rest sorted; the default",
      {.in_place = false, .deterministic = true, .by_default = true}};

  /// A device sorts up to `most_sorted` elements, and more for each wanted one; none for 0.
  template <backends::counting_backend Backend>
  static void run(Backend& backend, const top_k_problem<Word>& problem,
                  std::uint64_t most_sorted = top_k_policy::sorted_elements) {
    if constexpr (Backend::is_device) {
      if (are_sorted(problem, most_sorted)) {
        return sorted_elements<Backend, Word, t>(backend, problem).run();
      }
    }
    if (is_few<Backend>(problem.elements)) {
      write_first(problem);
      return backend.record(0, 0, 0, 0);
    }
    first_elements<Backend, Word, t>(backend, problem).run();
  }

  template <backends::counting_backend Backend>
  static void run(Backend& backend, const ranks_problem<Word>& problem,
                  std::uint64_t most_sorted = top_k_policy::sorted_for_rank) {
    if constexpr (Backend::is_device) {
      if (problem.elements.n <= (problem.count > 1 ? 4 * most_sorted : most_sorted)) {
        return write_sorted_ranks<t>(backend, problem);
      }
    }
    if (is_few<Backend>(problem.elements)) {
      write_ranks(problem);
      return backend.record(0, 0, 0, 0);
    }
    rank_search<Backend, Word, t> search(backend, problem.elements);
    for (std::uint64_t i = 0; i < problem.count; ++i) {
      const auto place = static_cast<Word>(search.place_at(problem.ranks[i]));
      problem.elements.with_order([&](const auto& order) { problem.out[i] = order.key_at(place); });
    }
  }

 private:
  static bool are_sorted(const top_k_problem<Word>& problem, std::uint64_t most_sorted) {
    if (most_sorted == 0 || problem.k <= top_k_policy::few_wanted) return false;
    return problem.elements.n <= most_sorted + top_k_policy::sorted_for_each * problem.k;
  }
  template <class Backend>
  static bool is_few(const ordered_elements<Word>& elements) {
    return !Backend::is_device && elements.n <= top_k_policy::few_elements;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
