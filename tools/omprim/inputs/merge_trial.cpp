// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <omprim/memory.hpp>

#include "inputs/sort_keys.hpp"
#include "inputs/trial.hpp"
#include "inputs/trial_output.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

/// Merges two arrays, the first with half of all keys.
class merge_trial final : public array_trial {
 public:
  explicit merge_trial(const trial_case& what)
      : what_(what),
        keys_out_(what.where, what.n, size_of(what.type)),
        values_out_(what.where, what.op == operation::merge_by_key ? what.n : 0, what.value_bytes) {
    for (input& each : inputs_) {
      each.keys.resize(what.n * size_of(what.type));
      if (has_values()) each.values.resize(what.n * what.value_bytes);
    }
    with_type(what.type, [&](auto zero) { make_keys<decltype(zero)>(); });
    if (has_values()) {
      with_value(what.value_bytes, [&](auto zero) { make_values<decltype(zero)>(); });
    }
    for (input& each : inputs_) {
      each.device_keys = buffer(what.where, each.keys.size());
      each.device_values = buffer(what.where, each.values.size());
      copy_in(what.where, each.device_keys.data(), each.keys.data(), each.keys.size());
      copy_in(what.where, each.device_values.data(), each.values.data(), each.values.size());
    }
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
    merge_request request;
    request.second = chosen_keys(inputs_[1].device_keys.data());
    request.second_count = n_ - n_ / 2;
    request.keys_out = keys_out_.data();
    if (has_values()) {
      request.values = chosen_values(inputs_[0].device_values.data());
      request.second_values = chosen_values(inputs_[1].device_values.data());
      request.values_out = values_out_.data();
      request.value_bytes = what_.value_bytes;
    }
    merge_any(what_.where, what_.type, what_.op, chosen_keys(inputs_[0].device_keys.data()), n_ / 2,
              request, {options, what_.descending});
    return wrote(n_);
  }
  void spoil_output() const override {
    keys_out_.spoil();
    values_out_.spoil();
  }
  [[nodiscard]] std::string problem(const reduce_result& /*result*/, bool in_order) const override {
    const auto keys = keys_out_.problem(in_order);
    if (!keys.empty()) return "keys: " + keys;
    const auto values = values_out_.problem(in_order);
    return values.empty() ? "" : "values: " + values;
  }
  [[nodiscard]] std::string describe() const override {
    return fmt::format("n = {} ({}), {} keys", grouped(size()), bytes_text(bytes()),
                       to_string(what_.pattern));
  }
  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override { return n_; }
  [[nodiscard]] std::uint64_t bytes() const override {
    return 2 * (keys_out_.wanted_bytes() + values_out_.wanted_bytes());
  }

 private:
  struct input {
    std::vector<std::byte> keys;  ///< on the host
    std::vector<std::byte> values;
    buffer device_keys;
    buffer device_values;
  };

  [[nodiscard]] bool has_values() const { return what_.op == operation::merge_by_key; }
  [[nodiscard]] const void* chosen_keys(const void* all) const {
    return static_cast<const std::byte*>(all) + start_ * size_of(what_.type);
  }
  [[nodiscard]] const void* chosen_values(const void* all) const {
    return static_cast<const std::byte*>(all) + start_ * what_.value_bytes;
  }
  template <class T>
  [[nodiscard]] bool precedes_in_order(T a, T b) const {
    return what_.descending ? precedes(b, a) : precedes(a, b);
  }

  template <class T>
  void make_keys() {
    trial_case own = what_;
    for (input& each : inputs_) {
      auto* const keys = reinterpret_cast<T*>(each.keys.data());
#pragma omp parallel for
      for (std::uint64_t i = 0; i < what_.n; ++i) keys[i] = key_at<T>(own, i);
      std::sort(keys, keys + what_.n, [&](T a, T b) { return precedes_in_order(a, b); });
      own.seed += 1;
    }
  }
  template <class Value>
  void make_values() {
    std::uint64_t first = 0;
    for (input& each : inputs_) {
      auto* const values = reinterpret_cast<Value*>(each.values.data());
      for (std::uint64_t i = 0; i < what_.n; ++i) values[i] = value_at<Value>(first + i);
      first += what_.n;
    }
  }

  template <class T>
  void expect() {
    const auto* const a = static_cast<const T*>(chosen_keys(inputs_[0].keys.data()));
    const auto* const b = static_cast<const T*>(chosen_keys(inputs_[1].keys.data()));
    T* const keys = keys_out_.want_many<T>(n_);
    std::vector<unsigned char> is_second(n_);
    std::uint64_t i = 0;
    for (std::uint64_t k = 0; k < n_; ++k) {
      const std::uint64_t j = k - i;
      const bool takes_b = i == n_ / 2 || (j < n_ - n_ / 2 && precedes_in_order(b[j], a[i]));
      is_second[k] = takes_b;
      keys[k] = takes_b ? b[j] : a[i];
      i += takes_b ? 0 : 1;
    }
    if (!has_values()) return;
    with_value(what_.value_bytes, [&](auto zero) { expect_values<decltype(zero)>(is_second); });
  }
  template <class Value>
  void expect_values(const std::vector<unsigned char>& is_second) {
    const auto* a = static_cast<const Value*>(chosen_values(inputs_[0].values.data()));
    const auto* b = static_cast<const Value*>(chosen_values(inputs_[1].values.data()));
    auto* const values = values_out_.want_many<Value>(n_);
    for (std::uint64_t k = 0; k < n_; ++k) values[k] = is_second[k] != 0 ? *b++ : *a++;
  }

  trial_case what_;
  input inputs_[2];
  trial_output keys_out_;
  trial_output values_out_;
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
};

}  // namespace

std::unique_ptr<array_trial> make_merge_trial(const trial_case& what) {
  // The host holds two inputs, those that are expected, and a flag for each key.
  require_host_memory(what.n, 3 * (size_of(what.type) + what.value_bytes) + 1);
  return std::make_unique<merge_trial>(what);
}

}  // namespace omprim::command
