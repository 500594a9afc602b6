// SPDX-License-Identifier: BSD-3-Clause
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

class sort_trial final : public array_trial {
 public:
  explicit sort_trial(const trial_case& what)
      : what_(what),
        keys_(what.n * size_of(what.type)),
        values_(what.op == operation::sort_by_key ? what.n * what.value_bytes : 0),
        device_keys_(what.where, keys_.size()),
        device_values_(what.where, values_.size()),
        keys_out_(what.where, writes_keys() ? what.n : 0, size_of(what.type)),
        values_out_(what.where, writes_values() ? what.n : 0, what.value_bytes) {
    with_type(what.type, [&](auto zero) { make_keys<decltype(zero)>(); });
    if (!values_.empty()) {
      with_value(what.value_bytes, [&](auto zero) { make_values<decltype(zero)>(); });
    }
    copy_in(what.where, device_keys_.data(), keys_.data(), keys_.size());
    copy_in(what.where, device_values_.data(), values_.data(), values_.size());
    choose(0, what.n);
  }

  void choose(std::uint64_t start, std::uint64_t n) override {
    start_ = start;
    n_ = n;
    keys_out_.want_nothing();
    values_out_.want_nothing();
    with_type(what_.type, [&](auto zero) { expect<decltype(zero)>(); });
  }

  [[nodiscard]] reduce_result run(const reduce_options& options) const override {
    sort_request request;
    request.keys_out = keys_out_.data();
    request.values = in_place() ? values_out_.data() : chosen_values(device_values_.data());
    request.values_out = values_out_.data();
    request.value_bytes = what_.value_bytes;
    const void* keys = in_place() ? keys_out_.data() : chosen_keys(device_keys_.data());
    sort_any(what_.where, what_.type, what_.op, keys, n_, request, {options, what_.descending, {}});
    return wrote(n_);
  }

  /// In place, the outputs begin with the input.
  void spoil_output() const override {
    keys_out_.spoil();
    values_out_.spoil();
    if (!in_place()) return;
    copy_in(what_.where, keys_out_.data(), chosen_keys(keys_.data()), n_ * size_of(what_.type));
    if (values_.empty()) return;
    copy_in(what_.where, values_out_.data(), chosen_values(values_.data()), n_ * what_.value_bytes);
  }
  [[nodiscard]] std::string problem(const reduce_result& /*result*/, bool in_order) const override {
    const auto keys = keys_out_.problem(in_order);
    if (!keys.empty()) return "keys: " + keys;
    const auto values = values_out_.problem(in_order);
    return values.empty() ? "" : (values_.empty() ? "positions: " : "values: ") + values;
  }
  [[nodiscard]] std::string describe() const override {
    return fmt::format("n = {} ({}), {} keys", grouped(size()), bytes_text(bytes()),
                       to_string(what_.pattern));
  }
  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override { return n_; }
  [[nodiscard]] std::uint64_t bytes() const override {
    const std::size_t value_bytes = values_.empty() ? 0 : what_.value_bytes;
    return n_ * (size_of(what_.type) + value_bytes) + keys_out_.wanted_bytes() +
           values_out_.wanted_bytes();
  }

 private:
  [[nodiscard]] bool writes_keys() const { return what_.op != operation::argsort; }
  [[nodiscard]] bool writes_values() const { return what_.op != operation::sort; }
  [[nodiscard]] bool in_place() const { return what_.in_place && writes_keys(); }

  /// The first of the chosen keys or values, in an array of all.
  [[nodiscard]] const void* chosen_keys(const void* all) const {
    return static_cast<const std::byte*>(all) + start_ * size_of(what_.type);
  }
  [[nodiscard]] const void* chosen_values(const void* all) const {
    return all == nullptr ? nullptr
                          : static_cast<const std::byte*>(all) + start_ * what_.value_bytes;
  }

  template <class T>
  void make_keys() {
    auto* const keys = reinterpret_cast<T*>(keys_.data());
#pragma omp parallel for
    for (std::uint64_t i = 0; i < what_.n; ++i) keys[i] = key_at<T>(what_, i);
  }
  template <class Value>
  void make_values() {
    auto* const values = reinterpret_cast<Value*>(values_.data());
#pragma omp parallel for
    for (std::uint64_t i = 0; i < what_.n; ++i) values[i] = value_at<Value>(i);
  }

  template <class T>
  void expect() {
    const auto records =
        in_order(static_cast<const T*>(chosen_keys(keys_.data())), n_, what_.descending);
    if (writes_keys()) {
      T* const keys = keys_out_.want_many<T>(n_);
#pragma omp parallel for
      for (std::uint64_t i = 0; i < n_; ++i) keys[i] = records[i].key;
    }
    if (!writes_values()) return;
    with_value(what_.value_bytes, [&](auto zero) { expect_values<decltype(zero)>(records); });
  }
  template <class Value, class T>
  void expect_values(const std::vector<record<T>>& records) {
    auto* const values = values_out_.want_many<Value>(n_);
#pragma omp parallel for
    for (std::uint64_t i = 0; i < n_; ++i) {
      const std::uint64_t position = records[i].position;
      values[i] =
          values_.empty() ? static_cast<Value>(position) : value_at<Value>(start_ + position);
    }
  }

  trial_case what_;
  std::vector<std::byte> keys_;    ///< the input, on the host
  std::vector<std::byte> values_;  ///< the same; empty but for sort_by_key
  buffer device_keys_;
  buffer device_values_;
  trial_output keys_out_;
  trial_output values_out_;  ///< or positions
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
};

}  // namespace

std::unique_ptr<array_trial> make_sort_trial(const trial_case& what) {
  // The host holds keys and values, those that are expected, and two records for each key.
  const std::size_t arrays = 2 * (size_of(what.type) + what.value_bytes);
  require_host_memory(what.n, arrays + 2 * sizeof(record<double>));
  return std::make_unique<sort_trial>(what);
}

}  // namespace omprim::command
