// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include <omprim/memory.hpp>

#include "inputs/sort_keys.hpp"
#include "inputs/trial.hpp"
#include "inputs/trial_output.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

/// top_k writes the first k elements and their positions; kth_smallest finds the first and the last
/// element, and some between them, on the host.
class top_k_trial final : public array_trial {
 public:
  explicit top_k_trial(const trial_case& what)
      : what_(what),
        elements_(what.n * size_of(what.type)),
        device_elements_(what.where, elements_.size()),
        out_(what.where, writes() ? longest() : 0, size_of(what.type)),
        positions_(what.where, writes() ? longest() : 0, sizeof(std::int64_t)) {
    with_type(what.type, [&](auto zero) { make_elements<decltype(zero)>(); });
    copy_in(what.where, device_elements_.data(), elements_.data(), elements_.size());
    choose(0, what.n);
  }

  void choose(std::uint64_t start, std::uint64_t n) override {
    start_ = start;
    n_ = n;
    out_.want_nothing();
    positions_.want_nothing();
    places_.clear();
    if (!writes() && n > 0) places_ = {0, (n - 1) / 2, n / 3, n - 1};
    with_type(what_.type, [&](auto zero) { expect<decltype(zero)>(); });
  }

  [[nodiscard]] reduce_result run(const reduce_options& options) const override {
    top_k_request request;
    request.k = written();
    request.out = writes() ? out_.data() : found_.data();
    request.positions = static_cast<std::int64_t*>(positions_.data());
    request.places = places_.data();
    top_k_any(what_.where, what_.type, what_.op, chosen(device_elements_.data()), n_, request,
              {options, !what_.descending});
    return wrote(written());
  }
  [[nodiscard]] reduce_result read() const override {
    return reduce_any(what_.where, what_.type, operation::sum, chosen(device_elements_.data()),
                      nullptr, n_);
  }

  void spoil_output() const override {
    out_.spoil();
    positions_.spoil();
    std::fill(found_.begin(), found_.end(), std::byte{0x5a});
  }
  [[nodiscard]] std::string problem(const reduce_result& /*result*/, bool in_order) const override {
    if (!writes()) return found_ == wanted_ ? "" : "an element of a place is wrong";
    const auto elements = out_.problem(in_order);
    if (!elements.empty()) return "elements: " + elements;
    const auto positions = positions_.problem(in_order);
    return positions.empty() ? "" : "positions: " + positions;
  }
  [[nodiscard]] std::string describe() const override {
    return fmt::format("n = {} ({}), {} written, {} elements", grouped(size()), bytes_text(bytes()),
                       grouped(written()), to_string(what_.pattern));
  }
  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override {
    return writes() ? std::min(what_.k, n_) : places_.size();
  }
  [[nodiscard]] std::uint64_t bytes() const override { return n_ * size_of(what_.type); }

 private:
  [[nodiscard]] bool writes() const { return what_.op == operation::top_k; }
  [[nodiscard]] std::uint64_t longest() const { return std::min(what_.k, what_.n); }

  /// The first of the chosen elements, in an array of all.
  [[nodiscard]] const void* chosen(const void* all) const {
    return static_cast<const std::byte*>(all) + start_ * size_of(what_.type);
  }

  template <class T>
  void make_elements() {
    auto* const elements = reinterpret_cast<T*>(elements_.data());
#pragma omp parallel for
    for (std::uint64_t i = 0; i < what_.n; ++i) elements[i] = key_at<T>(what_, i);
  }

  template <class T>
  void expect() {
    const auto records =
        in_order(static_cast<const T*>(chosen(elements_.data())), n_, writes() && what_.descending);
    if (writes()) {
      T* const elements = out_.want_many<T>(written());
      for (std::uint64_t i = 0; i < written(); ++i) elements[i] = records[i].key;
      auto* const positions = positions_.want_many<std::int64_t>(written());
      for (std::uint64_t i = 0; i < written(); ++i) {
        positions[i] = static_cast<std::int64_t>(records[i].position);
      }
      return;
    }
    wanted_.resize(places_.size() * sizeof(T));
    found_.resize(wanted_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      T key = records[places_[i]].key;
      if (key != key) key = std::numeric_limits<T>::quiet_NaN();
      std::memcpy(wanted_.data() + i * sizeof(T), &key, sizeof(T));
    }
  }

  trial_case what_;
  std::vector<std::byte> elements_;  ///< on the host
  buffer device_elements_;
  trial_output out_;
  trial_output positions_;
  std::vector<std::uint64_t> places_;  ///< of kth_smallest
  std::vector<std::byte> wanted_;      ///< its elements
  mutable std::vector<std::byte> found_;
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
};

}  // namespace

std::unique_ptr<array_trial> make_top_k_trial(const trial_case& what) {
  // The host holds the elements, and two records for each.
  require_host_memory(what.n, size_of(what.type) + 2 * sizeof(record<double>));
  return std::make_unique<top_k_trial>(what);
}

}  // namespace omprim::command
