// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// What a merge has to do.
namespace omprim::inline OMPRIM_ABI::strategy {

/// One of the two inputs: sorted keys, and their values unless `Value` is no_value.
template <class Word, class Value>
struct merged_input {
  const Word* keys;
  const Value* values;
  std::uint64_t n;
};

/// Two inputs, and the output of both. Of equal keys, those of `a` are first. Keys are unsigned
/// integers, which stand for all types of their size: `kind` and `descending` say how they are
/// ordered.
template <class Word, class Value>
struct merge_problem {
  using word = Word;
  using value = Value;
  static constexpr bool has_values = !std::is_same_v<Value, no_value>;

  merged_input<Word, Value> a;
  merged_input<Word, Value> b;
  Word* keys_out;
  Value* values_out;
  kernel::key_kind kind;
  bool descending;
};

/// Whether key i of `a` comes before key `diagonal` - 1 - i of `b`. It is true for the keys of `a`
/// among the first `diagonal` of both, if i is so that both keys exist, and for no others.
template <class Word, class Order>
OMPRIM_INLINE bool is_before(const Word* a, const Word* b, std::uint64_t diagonal, std::uint64_t i,
                             const Order& order) {
  return order(a[i]) <= order(b[diagonal - 1 - i]);
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
