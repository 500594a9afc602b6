// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// What an order statistic has to find. Elements are unsigned integers of their size; their kind
/// tells the order. The place of an element is the unsigned integer that key_order.hpp maps it to.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Word>
struct ordered_elements {
  const Word* data;
  std::uint64_t n;
  kernel::key_kind kind;
  bool descending;

  /// Calls f(order), where order(element) is the place of an element.
  template <class Function>
  OMPRIM_INLINE void with_order(Function&& f) const {
    kernel::with_order<Word>(kind, descending, f);
  }
};

/// The first k elements in order; those with equal places in the order of their positions.
template <class Word>
struct top_k_problem {
  ordered_elements<Word> elements;
  std::uint64_t k;
  Word* out;
  std::int64_t* positions;  ///< may be null
};

/// The elements of some ranks: numbers in order, from 0. Ranks and output are on the host.
template <class Word>
struct ranks_problem {
  ordered_elements<Word> elements;
  const std::uint64_t* ranks;
  std::uint64_t count;
  Word* out;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
