// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <omprim/memory.hpp>
#include <omprim/operators.hpp>

#include "inputs/dataset.hpp"
#include "inputs/generator.hpp"
#include "inputs/trial.hpp"
#include "inputs/trial_output.hpp"

namespace omprim::command {
namespace {

constexpr std::uint64_t bits_of_word = 64;
std::uint64_t words_of(std::uint64_t n) { return (n + bits_of_word - 1) / bits_of_word; }

/// Where the runs of n elements begin; the last number is n. The sequence of lengths does not
/// depend on n.
std::vector<std::uint64_t> bounds_of_runs(const trial_case& what, std::uint64_t n) {
  std::vector<std::uint64_t> bounds{0};
  while (bounds.back() < n) {
    const std::uint64_t length = std::max<std::uint64_t>(length_of_part(what, bounds.size()), 1);
    bounds.push_back(bounds.back() + std::min(length, n - bounds.back()));
  }
  return bounds;
}

class runs_trial final : public array_trial {
 public:
  explicit runs_trial(const trial_case& what)
      : what_(what),
        values_(what.n * size_of(what.type)),
        data_(what.where, what.n * size_of(what.type)),
        heads_(what.where, words_of(what.n), sizeof(std::uint64_t)),
        out_(what.where, what.n, size_of(what.type)) {
    with_type(what.type, [&](auto zero) { make_values<decltype(zero)>(); });
    choose(0, what.n);
  }

  void choose(std::uint64_t start, std::uint64_t n) override {
    start_ = start;
    n_ = n;
    bounds_ = bounds_of_runs(what_, n);
    heads_.want_nothing();
    out_.want_nothing();
    std::uint64_t* const words = heads_.want_many<std::uint64_t>(words_of(n));
    std::fill_n(words, words_of(n), 0);
    for (std::uint64_t r = 0; r < written(); ++r) {
      words[bounds_[r] / bits_of_word] |= std::uint64_t{1} << bounds_[r] % bits_of_word;
    }
    if (!finds() && n != 0) {
      copy_in(what_.where, heads_.data(), words, words_of(n) * sizeof(std::uint64_t));
    }
    with_type(what_.type, [&](auto zero) { expect<decltype(zero)>(); });
    if (n != 0) {
      const std::size_t size = size_of(what_.type);
      copy_in(what_.where, chosen(), values_.data() + start * size, n * size);
    }
  }

  [[nodiscard]] reduce_result run(const reduce_options& options) const override {
    const runs_request request{static_cast<std::uint64_t*>(heads_.data()), out_.data()};
    return wrote(runs_any(what_.where, what_.type, what_.op, chosen(), n_, request, options));
  }

  void spoil_output() const override {
    out_.spoil();
    if (finds()) heads_.spoil();
  }
  [[nodiscard]] std::string problem(const reduce_result& result, bool in_order) const override {
    if (!is_right(result)) {
      return fmt::format("{} runs, expected {}", result.value.u, written());
    }
    auto text = out_.problem(in_order);
    if (!text.empty() || !finds()) return text;
    const auto heads = heads_.problem(in_order);
    return heads.empty() ? "" : "heads: " + heads;
  }
  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override { return bounds_.size() - 1; }
  [[nodiscard]] std::uint64_t bytes() const override {
    return (what_.op == operation::run_lengths ? 0 : n_ * size_of(what_.type)) +
           heads_.wanted_bytes() + out_.wanted_bytes();
  }

 private:
  [[nodiscard]] bool finds() const { return what_.op == operation::run_heads; }
  [[nodiscard]] bool combines() const {
    return what_.op != operation::run_lengths && what_.op != operation::run_first;
  }
  [[nodiscard]] std::byte* chosen() const {
    return static_cast<std::byte*>(data_.data()) + start_ * size_of(what_.type);
  }

  // Float sums stay among the integers that the type holds exactly: exact in any order.
  template <class T>
  void make_values() {
    auto* out = reinterpret_cast<T*>(values_.data());
    const bool sums = what_.op == operation::run_sum;
#pragma omp parallel for
    for (std::uint64_t i = 0; i < what_.n; ++i) {
      const std::uint64_t random = random_at(i, what_.seed);
      if (is_float(what_.type) && sums) {
        out[i] = random % 16 == 0 ? T(1) : T(0);
      } else {
        out[i] = static_cast<T>(sums ? random : random >> 44);
      }
    }
  }

  template <class T>
  void expect() {
    T* const in = reinterpret_cast<T*>(values_.data()) + start_;
    for (std::uint64_t r = 0; r + 1 < bounds_.size(); ++r) {
      const std::uint64_t begin = bounds_[r];
      const std::uint64_t end = bounds_[r + 1];
      if (finds()) {
        const T key = static_cast<T>(r % 1000);  // never that of the run before
        std::fill(in + begin, in + end, key);
        out_.want(key);
        continue;
      }
      T all = static_cast<T>(end - begin);
      if (what_.op != operation::run_lengths) all = in[begin];
      if (combines()) {
        for (std::uint64_t i = begin + 1; i < end; ++i) all = combined(all, in[i]);
      }
      out_.want(all);
    }
  }

  template <class T>
  [[nodiscard]] T combined(const T& a, const T& b) const {
    return what_.op == operation::run_sum   ? plus::combine(a, b)
           : what_.op == operation::run_min ? minimum::combine(a, b)
                                            : maximum::combine(a, b);
  }

  trial_case what_;
  std::vector<std::byte> values_;  ///< the input, on the host
  std::vector<std::uint64_t> bounds_;
  buffer data_;
  trial_output heads_;
  trial_output out_;
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
};

}  // namespace

std::unique_ptr<array_trial> make_runs_trial(const trial_case& what) {
  return std::make_unique<runs_trial>(what);
}

}  // namespace omprim::command
