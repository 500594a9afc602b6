// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <omprim/exact_accumulator.hpp>
#include <omprim/memory.hpp>
#include <omprim/operators.hpp>

#include "inputs/dataset.hpp"
#include "inputs/generator.hpp"
#include "inputs/trial.hpp"
#include "inputs/trial_output.hpp"

namespace omprim::command {
namespace {

bool locates(operation op) {
  return op == operation::segmented_argmin || op == operation::segmented_argmax;
}

/// Offsets of 8 bytes over n elements from `start` on. The sequence of lengths does not depend on
/// n.
std::vector<std::int64_t> offsets_of(const trial_case& what, std::uint64_t start, std::uint64_t n) {
  std::vector<std::int64_t> offsets{static_cast<std::int64_t>(start)};
  std::uint64_t at = 0;
  while (at < n) {
    at += std::min(length_of_part(what, offsets.size()), n - at);
    offsets.push_back(static_cast<std::int64_t>(start + at));
  }
  return offsets;
}

class segment_trial final : public array_trial {
 public:
  explicit segment_trial(const trial_case& what)
      : what_(what),
        values_(what.n * size_of(what.type)),
        offsets_(offsets_of(what, 0, what.n)),
        data_(what.where, what.n * size_of(what.type)),
        bounds_(what.where, offsets_.size() * sizeof(std::int64_t)),
        out_(what.where, offsets_.size(), size_of(what.type)),
        positions_(what.where, locates(what.op) ? offsets_.size() : 0, sizeof(std::int64_t)) {
    if (adds_exactly()) {
      make_terms();
    } else {
      with_type(what.type, [&](auto zero) { make_values<decltype(zero)>(); });
    }
    copy_in(what.where, data_.data(), values_.data(), values_.size());
    choose(0, what.n);
  }

  void choose(std::uint64_t start, std::uint64_t n) override {
    n_ = n;
    offsets_ = offsets_of(what_, start, n);
    copy_in(what_.where, bounds_.data(), offsets_.data(), offsets_.size() * sizeof(std::int64_t));
    out_.want_nothing();
    positions_.want_nothing();
    with_type(what_.type, [&](auto zero) { expect<decltype(zero)>(); });
  }

  [[nodiscard]] reduce_result run(const reduce_options& options) const override {
    const auto* bounds = static_cast<const std::int64_t*>(bounds_.data());
    const segment_request request{by_offsets(bounds, offsets_.size() - 1, n_), out_.data(),
                                  static_cast<std::int64_t*>(positions_.data())};
    segmented_reduce_any(what_.where, what_.type, what_.op, data_.data(), request, options);
    return wrote(written());
  }

  void spoil_output() const override {
    out_.spoil();
    positions_.spoil();
  }
  [[nodiscard]] std::string problem(const reduce_result& /*result*/, bool in_order) const override {
    auto text = out_.problem(in_order);
    if (!text.empty()) return text;
    const auto places = positions_.problem(in_order);
    return places.empty() ? "" : "positions: " + places;
  }
  [[nodiscard]] std::string describe() const override {
    return array_trial::describe() + what_.range_text();
  }
  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override { return offsets_.size() - 1; }
  [[nodiscard]] std::uint64_t bytes() const override {
    return n_ * size_of(what_.type) + offsets_.size() * sizeof(std::int64_t) + out_.wanted_bytes() +
           positions_.wanted_bytes();
  }

 private:
  [[nodiscard]] bool adds_exactly() const { return has_range(what_.op); }

  // The values are the terms of one exact sum, so most pairs of neighbours cancel.
  void make_terms() {
    constexpr std::uint64_t part = std::uint64_t{1} << 16;
    const pattern terms{what_.type, operation::exact_sum, pattern_kind::exact, what_.seed,
                        what_.n,    what_.range};
#pragma omp parallel for
    for (std::uint64_t first = 0; first < what_.n; first += part) {
      fill(terms, first, std::min(part, what_.n - first),
           values_.data() + first * size_of(what_.type));
    }
  }

  template <class T>
  void make_values() {
    auto* out = reinterpret_cast<T*>(values_.data());
    const bool sums = what_.op == operation::segmented_sum;
#pragma omp parallel for
    for (std::uint64_t i = 0; i < what_.n; ++i) {
      const std::uint64_t random = random_at(i, what_.seed);
      // Float sums stay among the integers that the type holds exactly: exact in any order.
      if (std::is_floating_point_v<T> && sums) {
        out[i] = random % 16 == 0 ? T(1) : T(0);
      } else {
        out[i] = static_cast<T>(sums ? random : random >> 44);
      }
    }
  }

  template <class T>
  void expect_exact_sums() {
    const T* in = reinterpret_cast<const T*>(values_.data());
    const std::size_t segments = offsets_.size() - 1;
    T* const sums = out_.want_many<T>(segments);
#pragma omp parallel for schedule(guided)
    for (std::size_t s = 0; s < segments; ++s) {
      exact_accumulator<T> sum;
      for (auto i = offsets_[s]; i < offsets_[s + 1]; ++i) sum.add(in[i]);
      sums[s] = sum.round();
    }
  }

  template <class T>
  void expect() {
    if constexpr (std::is_floating_point_v<T>) {
      if (adds_exactly()) return expect_exact_sums<T>();
    }
    const bool least =
        what_.op == operation::segmented_min || what_.op == operation::segmented_argmin;
    const T* in = reinterpret_cast<const T*>(values_.data());
    for (std::size_t s = 0; s + 1 < offsets_.size(); ++s) {
      if (what_.op == operation::segmented_sum) {
        T sum = T(0);
        for (auto i = offsets_[s]; i < offsets_[s + 1]; ++i) sum = plus::combine(sum, in[i]);
        out_.want(sum);
        continue;
      }
      T best = least ? minimum::identity<T>() : maximum::identity<T>();
      std::int64_t place = -1;
      for (auto i = offsets_[s]; i < offsets_[s + 1]; ++i) {
        if (place >= 0 && !(least ? in[i] < best : best < in[i])) continue;
        best = in[i];
        place = i - offsets_[s];
      }
      out_.want(best);
      if (locates(what_.op)) positions_.want(place);
    }
  }

  trial_case what_;
  std::vector<std::byte> values_;  ///< the input, on the host
  std::vector<std::int64_t> offsets_;
  buffer data_;
  buffer bounds_;
  trial_output out_;
  trial_output positions_;
  std::uint64_t n_ = 0;
};

}  // namespace

std::unique_ptr<array_trial> make_segment_trial(const trial_case& what) {
  return std::make_unique<segment_trial>(what);
}

}  // namespace omprim::command
