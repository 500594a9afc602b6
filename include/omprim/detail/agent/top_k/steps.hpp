// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <omprim/detail/agent/top_k/bounds.hpp>
#include <omprim/detail/agent/top_k/find_bounds.hpp>
#include <omprim/detail/agent/top_k/keep_between.hpp>
#include <omprim/detail/agent/top_k/plan.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/agent/top_k/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/tuning.hpp>

/// The launches of one step of an order statistic.
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

  /// The plan of a step.
  [[nodiscard]] step_plan plan(const wanted_rank& wanted, std::uint32_t attempt) const {
    return plan_step(wanted, samples_of(wanted.n), 8 * sizeof(Word), bits_below(all_.n), attempt);
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

  /// The size of a sample of n elements.
  static std::uint32_t samples_of(std::uint64_t n) {
    constexpr std::uint32_t most = top_k_policy::most_samples<Word>;
    if (Backend::is_device) return most;
    const auto fewer = std::max<std::uint64_t>(n / top_k_policy::host_elements_of_sample, 512);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(most, fewer));
  }

  static kept_elements<Word> elements_of(const array& from, std::uint64_t count) {
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

}  // namespace omprim::inline OMPRIM_ABI::strategy
