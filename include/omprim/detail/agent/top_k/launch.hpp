// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <omprim/detail/agent/sort/launch.hpp>
#include <omprim/detail/agent/top_k/few_elements.hpp>
#include <omprim/detail/agent/top_k/keep_between.hpp>
#include <omprim/detail/agent/top_k/order_few.hpp>
#include <omprim/detail/agent/top_k/plan.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/agent/top_k/problem.hpp>
#include <omprim/detail/agent/top_k/sort_all.hpp>
#include <omprim/detail/agent/top_k/steps.hpp>
#include <omprim/detail/agent/top_k/write_elements.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/tuning.hpp>

/// The launches of order statistics.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Finds the first elements in order.
template <class Backend, class Word, tuning t>
class first_elements {
  using steps_type = narrowing_steps<Backend, Word, t>;
  using array = typename steps_type::array;
  using arrays = typename steps_type::arrays;
  using sort = radix_sort<std::uint64_t, std::uint64_t, t>;

 public:
  first_elements(Backend& backend, const top_k_problem<Word>& problem)
      : backend_(backend), problem_(problem), steps_(backend, problem.elements) {}

  void run() {
    for (std::uint32_t attempt = 0; attempt < top_k_policy::most_attempts; ++attempt) {
      if (run_by_sample(attempt)) return;
    }
    if constexpr (Backend::is_device) {
      sorted_elements<Backend, Word, t>(backend_, problem_).run();
    } else {
      const std::uint64_t n = problem_.elements.n;
      const arrays kept = steps_.room_for(n, true);
      steps_.keep(plan_of_all(n), kept.from);
      sort_and_write(kept, n);
    }
  }

 private:
  /// Elements that are ordered in less time than further steps take.
  static constexpr std::uint64_t enough =
      Backend::is_device ? top_k_policy::few_of_device : top_k_policy::few_elements;
  static constexpr int ordering_size = 1024;

  /// False if the sample misleads, or most of the elements are wanted.
  bool run_by_sample(std::uint32_t attempt) {
    const std::uint64_t last = problem_.k - 1;
    const step_plan plan = steps_.plan({problem_.elements.n, last, true}, attempt);
    if (plan.room > problem_.elements.n / 2) return false;
    arrays kept = steps_.room_for(plan.room, true);
    const kept_report report = steps_.keep(plan, kept.from);
    if (!suffices(report, plan)) return false;
    std::uint64_t count = report.kept;
    while (count > enough) {
      const step_plan next = steps_.plan({count, last, true}, 0);
      const bool leaves_few = next.is_exact(count) && problem_.k <= enough;
      if (next.room > count / 2 && !leaves_few) break;
      const kept_report fewer = steps_.keep(kept.from, count, next, kept.to);
      if (!suffices(fewer, next)) break;
      std::swap(kept.from, kept.to);
      count = fewer.kept;
    }
    sort_and_write(kept, count);
    return true;
  }
  [[nodiscard]] bool suffices(const kept_report& report, const step_plan& plan) const {
    return report.kept >= problem_.k && report.kept <= plan.room;
  }

  /// Sorts `count` kept elements by places and positions, and writes the first k.
  void sort_and_write(arrays kept, std::uint64_t count) {
    if (!Backend::is_device && count <= enough) {
      std::vector<placed_element> some(count);
      for (std::uint64_t i = 0; i < count; ++i) {
        some[i] = {kept.from.places[i], kept.from.positions[i]};
      }
      return write_first(some, problem_);
    }
    if (count <= enough) {
      backend_.launch(1, order_few<Word, ordering_size>{problem_.elements.data, kept.from.places,
                                                        kept.from.positions, count, problem_.out,
                                                        problem_.positions, problem_.k});
      return backend_.record(1, 1, ordering_size, 0);
    }
    sort_many(kept, count);
  }

  void sort_many(arrays kept, std::uint64_t count) {
    constexpr auto ascending = [](std::uint32_t bits) -> sorted_bits {
      return {kernel::key_kind::unsigned_integer, false, 0, static_cast<std::uint8_t>(bits)};
    };
    if (!steps_.keeps_order()) {
      sort::run(backend_, {kept.from.positions, kept.from.places, kept.to.positions, kept.to.places,
                           count, ascending(bits_below(problem_.elements.n))});
      std::swap(kept.from, kept.to);
    }
    sort::run(backend_, {kept.from.places, kept.from.positions, kept.to.places, kept.to.positions,
                         count, ascending(8 * sizeof(Word))});
    const std::uint64_t groups = std::clamp<std::uint64_t>(
        problem_.k / (16 * t.work_group_size), 1, backend_.resident_groups(t.work_group_size));
    backend_.launch(std::max(groups, problem_.k >> 30),
                    write_elements<Word, t>{problem_.elements.data, kept.to.positions, problem_.k,
                                            problem_.out, problem_.positions});
    backend_.record(1, groups, groups * t.work_group_size, 0);
  }

  Backend& backend_;
  const top_k_problem<Word>& problem_;
  steps_type steps_;
};

/// Finds the places of elements of some ranks, one after the other.
template <class Backend, class Word, tuning t>
class rank_search {
  using steps_type = narrowing_steps<Backend, Word, t>;
  using arrays = typename steps_type::arrays;

 public:
  rank_search(Backend& backend, const ordered_elements<Word>& elements)
      : backend_(backend), n_(elements.n), steps_(backend, elements) {}

  [[nodiscard]] std::uint64_t place_at(std::uint64_t rank) {
    std::uint64_t place = 0;
    for (std::uint32_t attempt = 0; attempt < top_k_policy::most_attempts; ++attempt) {
      if (find_by_sample(rank, attempt, place)) return place;
    }
    const arrays kept = steps_.room_for(n_, true);
    steps_.keep(plan_of_all(n_), kept.from);
    radix_sort<std::uint64_t, std::uint64_t, t>::run(
        backend_, {kept.from.places,
                   kept.from.positions,
                   kept.to.places,
                   kept.to.positions,
                   n_,
                   {kernel::key_kind::unsigned_integer, false, 0, 8 * sizeof(Word)}});
    return backend_.read(kept.to.places + rank);
  }

 private:
  /// False if a sample misleads.
  bool find_by_sample(std::uint64_t rank, std::uint32_t attempt, std::uint64_t& place) {
    step_plan plan = steps_.plan({n_, rank, false}, attempt);
    if (plan.is_exact(n_)) {
      place = steps_.exact_place(plan);
      return true;
    }
    if (plan.room > n_ / 2) return false;
    arrays kept = steps_.room_for(plan.room, false);
    kept_report report = steps_.keep(plan, kept.from);
    for (;;) {
      if (rank < report.below || rank - report.below >= report.kept) return false;
      place = report.used.lower.place;
      if (place == report.used.upper.place) return true;
      if (report.kept > plan.room) return false;
      rank -= report.below;
      const std::uint64_t count = report.kept;
      plan = steps_.plan({count, rank, false}, 0);
      if (is_found(kept, count, rank, plan, place)) return true;
      if (plan.room > count / 2) return false;
      report = steps_.keep(kept.from, count, plan, kept.to);
      std::swap(kept.from, kept.to);
    }
  }

  /// Finds the place of a rank among few elements.
  bool is_found(const arrays& kept, std::uint64_t count, std::uint64_t rank, const step_plan& plan,
                std::uint64_t& place) {
    if (!Backend::is_device && count <= top_k_policy::few_elements) {
      std::uint64_t* const at = kept.from.places + rank;
      std::nth_element(kept.from.places, at, kept.from.places + count);
      place = *at;
      return true;
    }
    if (!plan.is_exact(count)) return false;
    place = steps_.exact_place(kept.from, count, plan);
    return true;
  }

  Backend& backend_;
  std::uint64_t n_;
  steps_type steps_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
