// SPDX-License-Identifier: BSD-3-Clause
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include <omprim/memory.hpp>

#include "inputs/sort_keys.hpp"
#include "inputs/trial.hpp"
#include "inputs/trial_output.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

/// Moves n elements to or from as many positions, all different.
class gather_trial final : public array_trial {
 public:
  explicit gather_trial(const trial_case& what)
      : what_(what),
        source_(what.n * size_of(what.type)),
        positions_(what.n * what.value_bytes),
        device_source_(what.where, source_.size()),
        device_positions_(what.where, positions_.size()),
        out_(what.where, what.n, size_of(what.type)) {
    with_value(size_of(what.type), [&](auto zero) { make<decltype(zero)>(); });
    copy_in(what.where, device_source_.data(), source_.data(), source_.size());
    choose(0, what.n);
  }

  void choose(std::uint64_t start, std::uint64_t n) override {
    start_ = start;
    n_ = n;
    out_.want_nothing();
    with_value(what_.value_bytes, [&](auto index) {
      with_value(size_of(what_.type),
                 [&](auto element) { expect<decltype(index), decltype(element)>(); });
    });
    copy_in(what_.where, device_positions_.data(), positions_.data(), n * what_.value_bytes);
  }
  [[nodiscard]] reduce_result run(const reduce_options& options) const override {
    const gather_request request{chosen(device_source_.data()), device_positions_.data(),
                                 what_.value_bytes, out_.data(), n_};
    gather_any(what_.where, what_.type, what_.op, n_, request, options);
    return wrote(n_);
  }
  void spoil_output() const override { out_.spoil(); }
  [[nodiscard]] std::string problem(const reduce_result& /*result*/, bool in_order) const override {
    return out_.problem(in_order);
  }
  [[nodiscard]] std::string describe() const override {
    return fmt::format("n = {} ({}), {} positions", grouped(size()), bytes_text(bytes()),
                       to_string(what_.pattern));
  }
  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override { return n_; }
  [[nodiscard]] std::uint64_t bytes() const override {
    return n_ * (size_of(what_.type) + what_.value_bytes) + out_.wanted_bytes();
  }

 private:
  [[nodiscard]] const void* chosen(const void* all) const {
    return static_cast<const std::byte*>(all) + start_ * size_of(what_.type);
  }
  template <class Element>
  void make() {
    auto* const source = reinterpret_cast<Element*>(source_.data());
#pragma omp parallel for
    for (std::uint64_t i = 0; i < what_.n; ++i) source[i] = value_at<Element>(i);
  }
  /// A factor that has no divisor in common with n, so that its multiples are in all positions.
  [[nodiscard]] std::uint64_t factor() const {
    std::uint64_t factor = random_at(0, what_.seed) % n_ | 1U;
    while (std::gcd(factor, n_) != 1) factor += 2;
    return factor;
  }
  template <class Index, class Element>
  void expect() {
    if (n_ == 0) return;
    const std::uint64_t step = what_.pattern == input_pattern::random ? factor() : 1;
    const auto* const source = static_cast<const Element*>(chosen(source_.data()));
    auto* const positions = reinterpret_cast<Index*>(positions_.data());
    auto* const out = out_.want_many<Element>(n_);
#pragma omp parallel for
    for (std::uint64_t i = 0; i < n_; ++i) {
      const auto multiple = static_cast<unsigned __int128>(i) * step % n_;
      const auto position = static_cast<std::uint64_t>(multiple);
      const std::uint64_t at =
          what_.pattern == input_pattern::reversed ? n_ - 1 - position : position;
      positions[i] = static_cast<Index>(at);
      if (what_.op == operation::gather) {
        out[i] = source[at];
      } else {
        out[at] = source[i];
      }
    }
  }

  trial_case what_;
  std::vector<std::byte> source_;  ///< the input, on the host
  std::vector<std::byte> positions_;
  buffer device_source_;
  buffer device_positions_;
  trial_output out_;
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
};

}  // namespace

std::unique_ptr<array_trial> make_gather_trial(const trial_case& what) {
  // The host holds elements, those that are expected, and positions.
  require_host_memory(what.n, 2 * size_of(what.type) + what.value_bytes);
  return std::make_unique<gather_trial>(what);
}

}  // namespace omprim::command
