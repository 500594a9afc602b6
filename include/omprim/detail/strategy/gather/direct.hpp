// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/gather/by_position.hpp>
#include <omprim/detail/agent/gather/problem.hpp>
#include <omprim/detail/agent/gather/split_elements.hpp>
#include <omprim/detail/agent/gather/whole_elements.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// direct: each item moves its elements from or to their positions. The default.
///
/// Phases: (1) Each item loads several positions, then their elements, and stores those whose
/// positions are right. (2) The group with the last ticket reports the first wrong position.
/// Wins: everywhere but for a few elements. Deterministic, unless a scatter has equal positions.
/// Needs of the group: a collective, a ticket. Source: the definition.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning t>
struct gather_direct {
  static constexpr strategy_info info{algorithm::gather,
                                      "direct",
                                      "omprim",
                                      "several elements of an item at a time; the default",
                                      {.deterministic = true, .by_default = true}};

  template <backends::counting_backend Backend>
  static position_fault run(Backend& backend, const Problem& problem) {
    if (problem.n == 0) return {};
    return problem.words == 1 ? launch<whole_elements>(backend, problem)
                              : launch<split_elements>(backend, problem);
  }

 private:
  template <template <class, tuning> class Elements, class Backend>
  static position_fault launch(Backend& backend, const Problem& problem) {
    using kernel_type = gather_by_position<Elements, typename Problem::word, t>;
    const std::uint64_t groups =
        std::min(tiles_of<t>(problem.n * problem.words),
                 backend.resident_groups(t.work_group_size, kernel_type::threads_per_unit));
    auto* const fault = backend.template result<position_fault>();
    backend.launch(
        groups, kernel_type{{problem.source, problem.n, problem.out, problem.size, problem.words},
                            problem.positions,
                            backend.template counters<std::uint64_t>(),
                            fault,
                            backend.tickets(),
                            problem.is_wide ? 1U : 0U,
                            problem.scatters ? 1U : 0U});
    backend.record(1, groups, groups * t.work_group_size, groups);
    return *fault;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
