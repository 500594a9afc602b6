// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// The records that threads of a processor make of the arrays of a sort.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Keys that are sorted as they are.
struct unchanged_keys {
  template <class Word>
  OMPRIM_INLINE Word encode(Word key) const {
    return key;
  }
  template <class Word>
  OMPRIM_INLINE Word decode(Word key) const {
    return key;
  }
};

/// Makes a record of each key and its value. Code::encode() makes the key of the record.
template <class Word, class Value, class Code>
struct encoded_records {
  const Word* keys;
  const Value* values;  ///< null: the positions of the keys
  Code code;

  static OMPRIM_INLINE encoded_records of(const sort_problem<Word, Value>& problem,
                                          const Code& code) {
    return {problem.keys, problem.values, code};
  }
  OMPRIM_INLINE sort_record<Word, Value> operator()(std::uint64_t i) const {
    const Word key = code.encode(keys[i]);
    if constexpr (sort_problem<Word, Value>::has_values) {
      return {key, values != nullptr ? values[i] : static_cast<Value>(i)};
    } else {
      return key;
    }
  }
};

/// Writes sorted records, from `sorted` on, to a part of the output.
template <class Word, class Value, class Code>
OMPRIM_INLINE void write_records(const sort_problem<Word, Value>& problem,
                                 const sort_record<Word, Value>* sorted, const kernel::share& part,
                                 const Code& code) {
  constexpr bool has_values = sort_problem<Word, Value>::has_values;
  const std::uint64_t count = part.end - part.begin;
  Word* const keys_out = problem.keys_out + part.begin;
  if constexpr (!has_values && std::is_same_v<Code, unchanged_keys>) {
    if (sorted != keys_out) std::memcpy(keys_out, sorted, count * sizeof(Word));
  } else {
    for (std::uint64_t i = 0; i < count; ++i) {
      keys_out[i] = code.decode(key_of(sorted[i]));
      if constexpr (has_values) problem.values_out[part.begin + i] = sorted[i].value;
    }
  }
}

/// Copies a part of the input to the output.
template <class Word, class Value>
OMPRIM_INLINE void copy_records(const sort_problem<Word, Value>& problem,
                                const kernel::share& part) {
  const std::uint64_t first = part.begin;
  if (problem.keys_out != problem.keys) {
    std::memcpy(problem.keys_out + first, problem.keys + first, (part.end - first) * sizeof(Word));
  }
  if constexpr (sort_problem<Word, Value>::has_values) {
    if (problem.values_out == problem.values) return;
    const auto load = encoded_records<Word, Value, unchanged_keys>::of(problem, {});
    for (std::uint64_t i = first; i < part.end; ++i) problem.values_out[i] = load(i).value;
  }
}

/// The number of the first keys of a part, and of the one after it, that are the same in all bits.
template <class Word, class Value>
[[nodiscard]] OMPRIM_INLINE std::uint64_t equal_keys(const sort_problem<Word, Value>& problem,
                                                     const kernel::share& part) {
  constexpr std::uint64_t some = 64;
  const Word* const keys = problem.keys + part.begin;
  const std::uint64_t count = std::min(part.end + 1, problem.n) - part.begin;
  std::uint64_t equal = 0;
  OMPRIM_KEEP_ROLLED
  for (; equal + some <= count; equal += some) {
    Word differing = 0;
    for (std::uint64_t i = 0; i < some; ++i) differing |= keys[equal + i] ^ keys[0];
    if (differing != 0) break;
  }
  return equal;
}

/// Whether the keys of a part, and the one after it, are in order. If they are not, mostly the
/// first keys tell.
template <class Word, class Value, class Part>
[[nodiscard]] OMPRIM_INLINE bool are_in_order(const sort_problem<Word, Value>& problem,
                                              const kernel::share& part, const Part& compared) {
  constexpr std::uint64_t some = 64;
  const std::uint64_t last = std::min(part.end, problem.n - 1);
  const std::uint64_t equal = equal_keys(problem, part);
  OMPRIM_KEEP_ROLLED
  for (std::uint64_t i = part.begin + equal - (equal != 0 ? 1 : 0); i < last; i += some) {
    if (!is_in_order(problem.keys + i, std::min(some, last - i), compared)) return false;
  }
  return true;
}

/// Whether a stable sort turns the keys of a part, and the one after it, round: each is greater
/// than the next one, or the same in all bits where no values tell them apart.
template <class Word, class Value, class Part>
[[nodiscard]] OMPRIM_INLINE bool are_reversed(const sort_problem<Word, Value>& problem,
                                              const kernel::share& part, const Part& compared) {
  constexpr std::uint64_t some = 64;
  const std::uint64_t last = std::min(part.end, problem.n - 1);
  OMPRIM_KEEP_ROLLED
  for (std::uint64_t begin = part.begin; begin < last; begin += some) {
    const std::uint64_t end = std::min(begin + some, last);
    Word wrong = 0;
    for (std::uint64_t i = begin; i < end; ++i) {
      const Word key = problem.keys[i];
      const Word next = problem.keys[i + 1];
      wrong |= compared(next) > compared(key) ? 1U : 0U;
      const bool may_be_equal = !sort_problem<Word, Value>::has_values && next == key;
      wrong |= compared(next) == compared(key) && !may_be_equal ? 1U : 0U;
    }
    if (wrong != 0) return false;
  }
  return true;
}

/// The pairs of keys that a reversal swaps; the one in the middle, with itself.
OMPRIM_INLINE std::uint64_t swapped_pairs(std::uint64_t n) { return n / 2 + n % 2; }

/// Copies some pairs of the input to the output, in reverse order.
template <class Word, class Value>
OMPRIM_INLINE void copy_reversed(const sort_problem<Word, Value>& problem,
                                 const kernel::share& pairs) {
  const auto load = encoded_records<Word, Value, unchanged_keys>::of(problem, {});
  const auto store = [&](std::uint64_t i, const auto& record) OMPRIM_INLINE_LAMBDA {
    problem.keys_out[i] = key_of(record);
    if constexpr (sort_problem<Word, Value>::has_values) problem.values_out[i] = record.value;
  };
  for (std::uint64_t i = pairs.begin; i < pairs.end; ++i) {
    const std::uint64_t other = problem.n - 1 - i;
    const auto first = load(i);
    const auto last = load(other);
    store(i, last);
    store(other, first);
  }
}

/// Copies keys that are in order, or in the reverse one. Returns false for others, whose first keys
/// mostly tell.
template <class Word, class Value, class Part>
[[nodiscard]] OMPRIM_INLINE bool copied_if_ordered(const sort_problem<Word, Value>& problem,
                                                   const Part& compared) {
  const kernel::share all{0, problem.n};
  if (are_in_order(problem, all, compared)) {
    copy_records(problem, all);
    return true;
  }
  if (!are_reversed(problem, all, compared)) return false;
  copy_reversed(problem, {0, swapped_pairs(problem.n)});
  return true;
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
