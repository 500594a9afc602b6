// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/sort/copy_sorted.hpp>
#include <omprim/detail/agent/sort/launch.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/top_k/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// The first elements in order, by a sort of all.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Copies keys, and their values if they have some.
template <class Word, class Value, tuning t>
struct alignas(8) copy_first {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {};

  sorted_data<Word, Value> arrays;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    copy_sorted(group, arrays, false, kernel::share_of(arrays.size, group));
  }
};

/// Sorts the elements, which is stable, so that equal ones stay in the order of their positions.
template <class Backend, class Word, tuning t>
class sorted_elements {
 public:
  sorted_elements(Backend& backend, const top_k_problem<Word>& problem)
      : backend_(backend), problem_(problem) {}

  void run() {
    const std::uint64_t n = problem_.elements.n;
    const std::uint64_t words = (n * sizeof(Word) + 7) / 8;
    const bool has_positions = problem_.positions != nullptr;
    if (problem_.k == n) {
      if (has_positions) {
        sort(problem_.out, reinterpret_cast<std::uint64_t*>(problem_.positions));
      } else {
        sort(problem_.out);
      }
      return;
    }
    auto* const sorted =
        backend_.template input_scratch<std::uint64_t>(words + (has_positions ? n : 0));
    auto* const keys = reinterpret_cast<Word*>(sorted);
    if (has_positions) {
      std::uint64_t* const positions = sorted + words;
      sort(keys, positions);
      copy<std::uint64_t>({keys, positions, problem_.out,
                           reinterpret_cast<std::uint64_t*>(problem_.positions), 0, problem_.k});
    } else {
      sort(keys);
      copy<no_value>({keys, nullptr, problem_.out, nullptr, 0, problem_.k});
    }
  }

 private:
  void sort(Word* keys) {
    radix_sort<Word, no_value, t>::run(backend_, {problem_.elements.data, nullptr, keys, nullptr,
                                                  problem_.elements.n, compared()});
  }
  void sort(Word* keys, std::uint64_t* positions) {
    radix_sort<Word, std::uint64_t, t>::run(backend_, {problem_.elements.data, nullptr, keys,
                                                       positions, problem_.elements.n, compared()});
  }
  [[nodiscard]] sorted_bits compared() const {
    return {problem_.elements.kind, problem_.elements.descending, 0, 8 * sizeof(Word)};
  }
  template <class Value>
  void copy(const sorted_data<Word, Value>& arrays) {
    const std::uint64_t groups = std::clamp<std::uint64_t>(
        arrays.size / (16 * t.work_group_size), 1, backend_.resident_groups(t.work_group_size));
    backend_.launch(std::max(groups, arrays.size >> 30), copy_first<Word, Value, t>{arrays});
    backend_.record(1, groups, groups * t.work_group_size, 0);
  }

  Backend& backend_;
  const top_k_problem<Word>& problem_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
