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

/// Order statistics by a sort of all elements.
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
class element_sort {
 public:
  element_sort(Backend& backend, const ordered_elements<Word>& elements)
      : backend_(backend), elements_(elements) {}

  void write(Word* keys) const {
    radix_sort<Word, no_value, t>::run(
        backend_, {elements_.data, nullptr, keys, nullptr, elements_.n, compared()});
  }
  void write(Word* keys, std::uint64_t* positions) const {
    radix_sort<Word, std::uint64_t, t>::run(
        backend_, {elements_.data, nullptr, keys, positions, elements_.n, compared()});
  }

 private:
  [[nodiscard]] sorted_bits compared() const {
    return {elements_.kind, elements_.descending, 0, 8 * sizeof(Word)};
  }

  Backend& backend_;
  const ordered_elements<Word>& elements_;
};

/// The elements of some ranks.
template <tuning t, class Backend, class Word>
void write_sorted_ranks(Backend& backend, const ranks_problem<Word>& problem) {
  auto* const sorted = backend.template input_scratch<Word>(problem.elements.n);
  element_sort<Backend, Word, t>(backend, problem.elements).write(sorted);
  problem.elements.with_order([&](const auto& order) {
    for (std::uint64_t i = 0; i < problem.count; ++i) {
      problem.out[i] = order.key_at(order(backend.read(sorted + problem.ranks[i])));
    }
  });
}

/// The first elements.
template <class Backend, class Word, tuning t>
class sorted_elements {
 public:
  sorted_elements(Backend& backend, const top_k_problem<Word>& problem)
      : backend_(backend), problem_(problem) {}

  void run() {
    const element_sort<Backend, Word, t> sort(backend_, problem_.elements);
    const std::uint64_t n = problem_.elements.n;
    const std::uint64_t words = (n * sizeof(Word) + 7) / 8;
    const bool has_positions = problem_.positions != nullptr;
    if (problem_.k == n) {
      if (has_positions) {
        sort.write(problem_.out, reinterpret_cast<std::uint64_t*>(problem_.positions));
      } else {
        sort.write(problem_.out);
      }
      return;
    }
    auto* const sorted =
        backend_.template input_scratch<std::uint64_t>(words + (has_positions ? n : 0));
    auto* const keys = reinterpret_cast<Word*>(sorted);
    if (has_positions) {
      std::uint64_t* const positions = sorted + words;
      sort.write(keys, positions);
      copy<std::uint64_t>({keys, positions, problem_.out,
                           reinterpret_cast<std::uint64_t*>(problem_.positions), 0, problem_.k});
    } else {
      sort.write(keys);
      copy<no_value>({keys, nullptr, problem_.out, nullptr, 0, problem_.k});
    }
  }

 private:
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
