// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <omprim/omprim.hpp>

namespace omprim_test {

/// The calls that need most stack on hosts, with n elements for each.
template <class T>
class sample_calls {
 public:
  struct call {
    std::string name;
    std::function<std::size_t()> run;  ///< returns a number that depends on the data only
  };

  sample_calls(const omprim::execution& where, std::size_t n)
      : where_(where), n_(n), x_(n), flags_(n), out_(n), rest_(n), places_(n) {
    for (std::size_t i = 0; i < n; ++i) {
      x_[i] = static_cast<T>(i * 7 / 10 % 100);
      flags_[i] = i % 3 == 0;
    }
    add_selections();
    add_counts();
    add_others();
  }
  sample_calls(const sample_calls&) = delete;
  sample_calls& operator=(const sample_calls&) = delete;

  [[nodiscard]] const std::vector<call>& all() const { return calls_; }

 private:
  template <class Function>
  void add(const char* name, Function&& function) {
    calls_.push_back({name, std::forward<Function>(function)});
  }
  void add_selections() {
    add("select_if",
        [this] { return omprim::select_if(where_, x_.data(), n_, out_.data(), keep_); });
    add("select_flagged", [this] {
      return omprim::select_flagged(where_, x_.data(), flags_.data(), n_, out_.data());
    });
    add("select_index",
        [this] { return omprim::select_index(where_, x_.data(), n_, places_.data(), keep_); });
    add("partition", [this] {
      return omprim::partition(where_, x_.data(), n_, out_.data(), rest_.data(), keep_);
    });
    add("unique", [this] { return omprim::unique(where_, x_.data(), n_, out_.data()); });
    add("unique_index",
        [this] { return omprim::unique_index(where_, x_.data(), n_, places_.data()); });
    add("select_if in place", [this] {
      std::vector<T> mine = x_;
      return omprim::select_if(where_, mine.data(), n_, mine.data(), keep_);
    });
  }
  void add_counts() {
    add("count_if", [this] { return omprim::count_if(where_, x_.data(), n_, keep_); });
    add("count_flagged", [this] { return omprim::count_flagged(where_, flags_.data(), n_); });
    add("count_unique", [this] { return omprim::count_unique(where_, x_.data(), n_); });
  }
  void add_others() {
    add("reduce_by_key", [this] {
      return omprim::reduce_by_key(where_, x_.data(), x_.data(), n_, rest_.data(), out_.data());
    });
    add("argmin",
        [this] { return static_cast<std::size_t>(omprim::argmin(where_, x_.data(), n_).index); });
    add("inclusive_scan", [this] {
      omprim::inclusive_scan(where_, x_.data(), n_, out_.data(), omprim::maximum{});
      return static_cast<std::size_t>(out_.back());
    });
    add("segmented_reduce", [this] {
      omprim::segmented_reduce(where_, x_.data(), omprim::by_length(10, n_ / 10), out_.data());
      return static_cast<std::size_t>(out_.front());
    });
    add("segmented_inclusive_scan", [this] {
      omprim::segmented_inclusive_scan(where_, x_.data(), n_, omprim::by_heads(flags_.data()),
                                       out_.data());
      return static_cast<std::size_t>(out_.back());
    });
  }

  omprim::execution where_;
  std::size_t n_;
  std::vector<T> x_;
  std::vector<unsigned char> flags_;
  std::vector<T> out_;
  std::vector<T> rest_;
  std::vector<std::int64_t> places_;
  decltype(omprim::less_than(T())) keep_ = omprim::less_than(T(50));
  std::vector<call> calls_;
};

}  // namespace omprim_test
