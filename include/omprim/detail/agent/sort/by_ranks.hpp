// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/problem_records.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Sorts up to sort_policy::compared_keys keys with their values, in the calling thread: each key
/// goes to the place that is the number of keys before it. Stable, and without a branch.
template <class Problem>
class sort_by_ranks {
 public:
  explicit sort_by_ranks(const Problem& problem)
      : problem_(problem), n_(static_cast<int>(problem.n)) {}

  void run() {
    const sorted_bits& bits = problem_.compared;
    kernel::with_order<word>(bits.kind, bits.descending, [&](const auto& order) {
      load(compared_part<word, std::decay_t<decltype(order)>>::of(bits));
    });
    rank();
    for (int i = 0; i < n_; ++i) {
      problem_.keys_out[ranks_[i]] = keys_[i];
      if constexpr (Problem::has_values) problem_.values_out[ranks_[i]] = values_[i];
    }
  }

 private:
  using word = typename Problem::word;
  using value = typename Problem::value;
  static constexpr auto most = static_cast<int>(sort_policy::compared_keys);

  /// Copies keys and values, since the output may be the input.
  template <class Part>
  OMPRIM_INLINE void load(const Part& part) {
    [[maybe_unused]] const auto record =
        encoded_records<word, value, unchanged_keys>::of(problem_, {});
    for (int i = 0; i < n_; ++i) {
      keys_[i] = problem_.keys[i];
      compared_[i] = part(keys_[i]);
      ranks_[i] = 0;
      if constexpr (Problem::has_values) values_[i] = record(static_cast<std::uint64_t>(i)).value;
    }
  }
  /// Of each pair of keys, the one that is not before the other moves up.
  OMPRIM_INLINE void rank() {
    for (int i = 0; i < n_; ++i) {
      const word own = compared_[i];
      word after = 0;
      for (int k = i + 1; k < n_; ++k) {
        const word is_before = compared_[k] < own ? 1 : 0;
        after += is_before;
        ranks_[k] += 1 - is_before;
      }
      ranks_[i] += after;
    }
  }

  const Problem& problem_;
  int n_;
  word keys_[most];
  word compared_[most];
  word ranks_[most];  // as wide as keys, for vectors of both
  value values_[Problem::has_values ? most : 1];
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
