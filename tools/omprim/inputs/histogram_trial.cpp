// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <omp.h>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include <omprim/memory.hpp>

#include "inputs/generator.hpp"
#include "inputs/trial.hpp"
#include "inputs/trial_output.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

__extension__ typedef __int128 wide_integer;

// The bounds of all bins. The type also has the numbers that lie beyond them by a 16th of their
// distance.
template <class T>
constexpr T margin = std::numeric_limits<T>::max() / 8;
template <class T>
constexpr T lower =
    static_cast<T>(std::is_floating_point_v<T> ? static_cast<T>(-0.7)
                                               : std::numeric_limits<T>::lowest() + margin<T>);
template <class T>
constexpr T upper = static_cast<T>(
    std::is_floating_point_v<T> ? static_cast<T>(1.9) : std::numeric_limits<T>::max() - margin<T>);

/// The number at a place between the bounds: 0 is the lower one, 1 the upper one.
template <class T>
T number_at(double place) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr double from = lower<T>;
    return static_cast<T>(from + place * (upper<T> - from));
  } else {
    constexpr wide_integer from = lower<T>;
    return static_cast<T>(from +
                          static_cast<wide_integer>(place * static_cast<double>(upper<T> - from)));
  }
}

/// A place from a little below to a little above the bounds, from a share of 0 to 1.
double wider(double share) {
  constexpr double excess = 1.0 / 64;
  return share * (1 + 2 * excess) - excess;
}

// The oracle computes bins by their definition, without code of the library: the number of a bin,
// from 0, or `bins` for an element that lies in none.

template <class T>
std::uint64_t even_bin(T x, std::uint64_t bins) {
  if (!(lower<T> <= x && x < upper<T>)) return bins;
  if constexpr (std::is_floating_point_v<T>) {
    const T scale = static_cast<T>(bins) / (upper<T> - lower<T>);
    const T distance = x - lower<T>;
    const T place = std::floor(distance * scale);
    return std::min(static_cast<std::uint64_t>(place), bins - 1);
  } else {
    constexpr wide_integer from = lower<T>;
    return static_cast<std::uint64_t>((x - from) * bins / (upper<T> - from));
  }
}

template <class T>
std::uint64_t edge_bin(T x, const T* edges, std::uint64_t bins) {
  // No edge is above NaN: all are found.
  const auto found =
      static_cast<std::uint64_t>(std::upper_bound(edges, edges + bins + 1, x) - edges);
  return found == 0 ? bins : found - 1;
}

class histogram_trial final : public array_trial {
 public:
  explicit histogram_trial(const trial_case& what)
      : what_(what),
        values_(what.n * size_of(what.type)),
        edges_(has_edges() ? (what.bins + 1) * size_of(what.type) : 0),
        data_(what.where, values_.size()),
        bounds_(what.where, edges_.size()),
        counts_(what.where, what.bins + 1, sizeof(std::int64_t)) {
    with_type(what.type, [&](auto zero) { make<decltype(zero)>(); });
    copy_in(what.where, data_.data(), values_.data(), values_.size());
    copy_in(what.where, bounds_.data(), edges_.data(), edges_.size());
    request_.edges = bounds_.data();
    request_.bins = what.bins;
    request_.counts = static_cast<std::int64_t*>(counts_.data());
    choose(0, what.n);
  }

  void choose(std::uint64_t start, std::uint64_t n) override {
    start_ = start;
    n_ = n;
    counts_.want_nothing();
    with_type(what_.type, [&](auto zero) { expect<decltype(zero)>(); });
  }

  [[nodiscard]] reduce_result run(const reduce_options& options) const override {
    histogram_any(what_.where, what_.type, what_.op, chosen(), n_, request_, options);
    return wrote(what_.bins);
  }
  [[nodiscard]] reduce_result read() const override {
    return reduce_any(what_.where, what_.type, operation::sum, chosen(), nullptr, n_);
  }

  void spoil_output() const override { counts_.spoil(); }
  [[nodiscard]] std::string problem(const reduce_result& /*result*/, bool in_order) const override {
    return counts_.problem(in_order);
  }
  [[nodiscard]] std::string describe() const override {
    return fmt::format("n = {} ({}), {} bins, {} elements", grouped(size()), bytes_text(bytes()),
                       grouped(what_.bins), to_string(what_.pattern));
  }
  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override { return what_.bins; }
  [[nodiscard]] std::uint64_t bytes() const override { return n_ * size_of(what_.type); }

 private:
  [[nodiscard]] bool has_edges() const { return what_.op == operation::histogram_edges; }

  /// The first of the chosen elements.
  [[nodiscard]] const void* chosen() const {
    return static_cast<const std::byte*>(data_.data()) + start_ * size_of(what_.type);
  }

  /// The beginning of a bin. Bins that are given by edges become wider and wider.
  template <class T>
  [[nodiscard]] T edge_at(std::uint64_t bin) const {
    const double share = static_cast<double>(bin) / static_cast<double>(what_.bins);
    return number_at<T>(has_edges() ? share * share : share);
  }

  template <class T>
  [[nodiscard]] T special_value(std::uint64_t random) const {
    using limits = std::numeric_limits<T>;
    constexpr T infinity = limits::infinity();  // 0 for integers, as is NaN
    constexpr T numbers[] = {lower<T>,      upper<T>,     limits::lowest(),
                             limits::max(), T(0),         limits::quiet_NaN(),
                             infinity,      T(-infinity), T(-T(0))};
    const std::uint64_t choice = random % (2 * std::size(numbers));
    return choice < std::size(numbers) ? numbers[choice]
                                       : edge_at<T>((random >> 8) % (what_.bins + 1));
  }

  template <class T>
  [[nodiscard]] T value_at(std::uint64_t i) const {
    if (what_.pattern == input_pattern::one_bin) return number_at<T>(0.5);
    if (what_.pattern == input_pattern::sorted) {
      return number_at<T>(wider(static_cast<double>(i) / static_cast<double>(what_.n)));
    }
    const std::uint64_t random = random_at(i, what_.seed);
    if (random % 64 == 0) return special_value<T>(random >> 6);
    const double share = static_cast<double>(random >> 11) * 0x1p-53;
    return number_at<T>(what_.pattern == input_pattern::skewed ? std::pow(share, 8) : wider(share));
  }

  template <class T>
  void make() {
    request_.lower = detail::to_scalar(lower<T>);
    request_.upper = detail::to_scalar(upper<T>);
    auto* const values = reinterpret_cast<T*>(values_.data());
#pragma omp parallel for
    for (std::uint64_t i = 0; i < what_.n; ++i) values[i] = value_at<T>(i);
    auto* const edges = reinterpret_cast<T*>(edges_.data());
    for (std::uint64_t e = 0; has_edges() && e <= what_.bins; ++e) edges[e] = edge_at<T>(e);
  }

  template <class T>
  void expect() {
    const T* const in = reinterpret_cast<const T*>(values_.data()) + start_;
    const T* const edges = reinterpret_cast<const T*>(edges_.data());
    auto* const counts = counts_.want_many<std::int64_t>(what_.bins);
    // The counts of all threads take at most 8 bytes for each element, unless there is one thread.
    const auto threads = std::clamp<std::uint64_t>(
        n_ / what_.bins, 1, static_cast<std::uint64_t>(omp_get_max_threads()));
#pragma omp parallel num_threads(static_cast<int>(threads))
    {
      std::vector<std::int64_t> own(what_.bins + 1);
#pragma omp for
      for (std::uint64_t i = 0; i < n_; ++i) {
        ++own[has_edges() ? edge_bin(in[i], edges, what_.bins) : even_bin(in[i], what_.bins)];
      }
#pragma omp critical
      for (std::uint64_t b = 0; b < what_.bins; ++b) counts[b] += own[b];
    }
  }

  trial_case what_;
  std::vector<std::byte> values_;  ///< the input, on the host
  std::vector<std::byte> edges_;   ///< of bins, on the host; empty if there are none
  buffer data_;
  buffer bounds_;  ///< the edges
  trial_output counts_;
  histogram_request request_;
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
};

}  // namespace

std::unique_ptr<array_trial> make_histogram_trial(const trial_case& what) {
  // The host holds the edges and, twice, the counts: those that are expected and those of a thread.
  require_host_memory(what.bins + 1, size_of(what.type) + 2 * sizeof(std::int64_t));
  return std::make_unique<histogram_trial>(what);
}

}  // namespace omprim::command
