// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <omprim/detail/agent/sort/launch.hpp>
#include <omprim/detail/agent/top_k/few_elements.hpp>
#include <omprim/detail/agent/top_k/find_bounds.hpp>
#include <omprim/detail/agent/top_k/keep_between.hpp>
#include <omprim/detail/agent/top_k/plan.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/agent/top_k/problem.hpp>
#include <omprim/detail/agent/top_k/write_elements.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/tuning.hpp>

/// The launches of order statistics.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Steps over the elements of a call: each keeps the elements between two bounds.
template <class Backend, class Word, tuning t>
class narrowing_steps {
 public:
  /// Kept elements; `positions` may be null.
  struct array {
    std::uint64_t* places;
    std::uint64_t* positions;
  };
  /// An array for the elements of a step, and one for those of the next.
  struct arrays {
    array from;
    array to;
  };

  narrowing_steps(Backend& backend, const ordered_elements<Word>& all)
      : backend_(backend), all_(all) {}

  /// Room for two arrays. They replace those of the call before.
  [[nodiscard]] arrays room_for(std::uint64_t room, bool with_positions) {
    const std::uint64_t length = (room + 31) / 32 * 32;  // whole lines of 256 bytes
    auto* next = backend_.template input_scratch<std::uint64_t>(length * (with_positions ? 4 : 2));
    const auto take = [&] { return std::exchange(next, next + length); };
    const auto make = [&]() -> array {
      std::uint64_t* const places = take();
      return {places, with_positions ? take() : nullptr};
    };
    const array from = make();
    return {from, make()};
  }

  /// The plan of a step over the data, and of one over kept elements.
  [[nodiscard]] step_plan plan(const wanted_rank& wanted, std::uint32_t attempt) const {
    return plan_of<Word>(wanted, attempt);
  }
  [[nodiscard]] step_plan plan_of_kept(const wanted_rank& wanted) const {
    return plan_of<std::uint64_t>(wanted, 0);
  }

  /// Keeps elements of the data.
  kept_report keep(const step_plan& plan, const array& to) {
    return step(input_elements<Word>::of(all_), plan, to);
  }
  /// Keeps some of `count` kept elements.
  kept_report keep(const array& from, std::uint64_t count, const step_plan& plan, const array& to) {
    return step(elements_of(from, count), plan, to);
  }

  /// The place of the wanted element, by a plan that is exact.
  [[nodiscard]] std::uint64_t exact_place(const step_plan& plan) {
    return find_exactly(input_elements<Word>::of(all_), plan);
  }
  [[nodiscard]] std::uint64_t exact_place(const array& from, std::uint64_t count,
                                          const step_plan& plan) {
    return find_exactly(elements_of(from, count), plan);
  }

  /// Whether kept elements are in the order of their positions: one thread has kept them.
  [[nodiscard]] bool keeps_order() const { return keeps_order_; }

 private:
  static constexpr int sampling_size = Backend::is_device ? 1024 : 16;

  template <class Key>
  [[nodiscard]] step_plan plan_of(const wanted_rank& wanted, std::uint32_t attempt) const {
    constexpr std::uint32_t most = top_k_policy::most_samples<Key>;
    const std::uint64_t fewer =
        std::max<std::uint64_t>(wanted.n / top_k_policy::host_elements_of_sample, 512);
    const auto size = Backend::is_device
                          ? most
                          : static_cast<std::uint32_t>(std::min<std::uint64_t>(most, fewer));
    return plan_step(wanted, size, 8 * sizeof(Word), bits_below(all_.n), attempt);
  }

  static kept_elements elements_of(const array& from, std::uint64_t count) {
    return {kernel::make_source<std::uint64_t>(from.places, count), from.positions};
  }

  template <class Elements>
  void find(const Elements& elements, const sample_plan& sample, bounds* found) {
    backend_.launch(1, find_bounds<Elements, sampling_size>{elements, sample, found});
    backend_.record(1, 1, sampling_size, 0);
  }

  template <class Elements>
  std::uint64_t find_exactly(const Elements& elements, const step_plan& plan) {
    auto* const found = backend_.template result<bounds>();
    find(elements, plan.sample, found);
    return found->upper.place;
  }

  template <class Elements>
  kept_report step(const Elements& elements, const step_plan& plan, const array& to) {
    constexpr tuning reading{t.work_group_size, 16 / int(sizeof(typename Elements::word)), 4};
    auto* const limits = backend_.template scratch<bounds>(1);
    find(elements, plan.sample, limits);
    constexpr auto share =
        Backend::is_device ? static_cast<std::uint64_t>(reading.tile()) : top_k_policy::host_tile;
    const std::uint64_t groups = std::clamp<std::uint64_t>(
        elements.source.size() / share, 1,
        backend_.resident_groups(t.work_group_size, top_k_policy::threads_per_unit));
    keeps_order_ = keeps_order_ && !Backend::is_device && groups == 1;
    auto* const counters = backend_.template counters<std::uint64_t>(2);
    auto* const report = backend_.template result<kept_report>();
    backend_.launch(groups,
                    keep_between<Elements, reading>{elements,
                                                    limits,
                                                    {to.places, to.positions, plan.room, counters},
                                                    report,
                                                    backend_.tickets()});
    backend_.record(1, groups, groups * t.work_group_size, groups);
    return *report;
  }

  Backend& backend_;
  const ordered_elements<Word>& all_;
  bool keeps_order_ = true;
};

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
    const std::uint64_t n = problem_.elements.n;
    const arrays kept = steps_.room_for(n, true);
    steps_.keep(plan_of_all(n), kept.from);
    sort_and_write(kept, n);
  }

 private:
  /// Elements that are sorted in less time than further steps take.
  static constexpr std::uint64_t enough =
      Backend::is_device ? sort_policy::tiles_of_one_group *
                               simt_tile_length<sorted_data<std::uint64_t, std::uint64_t>, t>
                         : top_k_policy::few_elements;

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
      const step_plan next = steps_.plan_of_kept({count, last, true});
      if (next.room > count / 2) break;
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
      plan = steps_.plan_of_kept({count, rank, false});
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
