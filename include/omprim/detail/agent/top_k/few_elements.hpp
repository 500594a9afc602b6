// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <omprim/detail/agent/top_k/problem.hpp>
#include <omprim/detail/base/abi.hpp>

/// Order statistics of elements that the calling thread orders by the C++ standard library.
namespace omprim::inline OMPRIM_ABI::strategy {

/// An element: its place in the order, and its position in the data.
struct placed_element {
  std::uint64_t place;
  std::uint64_t position;

  /// Comes after all elements.
  static OMPRIM_INLINE placed_element last() { return {~std::uint64_t{0}, ~std::uint64_t{0}}; }

  friend OMPRIM_INLINE bool operator<(const placed_element& a, const placed_element& b) {
    return a.place != b.place ? a.place < b.place : a.position < b.position;
  }
};

/// Writes the first k of some elements; these are the first k of all.
template <class Word>
void write_first(std::vector<placed_element>& some, const top_k_problem<Word>& problem) {
  const auto end = some.begin() + static_cast<std::ptrdiff_t>(problem.k);
  if (end != some.end()) std::nth_element(some.begin(), end, some.end());
  std::sort(some.begin(), end);
  for (std::size_t i = 0; i < problem.k; ++i) {
    problem.out[i] = problem.elements.data[some[i].position];
    if (problem.positions != nullptr) {
      problem.positions[i] = static_cast<std::int64_t>(some[i].position);
    }
  }
}

/// The same of all elements.
template <class Word>
void write_first(const top_k_problem<Word>& problem) {
  const ordered_elements<Word>& elements = problem.elements;
  std::vector<placed_element> all(elements.n);
  elements.with_order([&](const auto& order) {
    for (std::uint64_t i = 0; i < elements.n; ++i) all[i] = {order(elements.data[i]), i};
  });
  write_first(all, problem);
}

/// Writes the elements of all ranks.
template <class Word>
void write_ranks(const ranks_problem<Word>& problem) {
  const ordered_elements<Word>& elements = problem.elements;
  std::vector<Word> places(elements.n);
  elements.with_order([&](const auto& order) {
    for (std::uint64_t i = 0; i < elements.n; ++i) places[i] = order(elements.data[i]);
    for (std::uint64_t i = 0; i < problem.count; ++i) {
      const auto at = places.begin() + static_cast<std::ptrdiff_t>(problem.ranks[i]);
      std::nth_element(places.begin(), at, places.end());
      problem.out[i] = order.key_at(*at);
    }
  });
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
