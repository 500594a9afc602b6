// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// Keys that one thread sorts, and their order.
namespace omprim::inline OMPRIM_ABI::strategy {

/// A key and its value, which change places by one store.
template <class Word, class Value>
struct keyed_value {
  Word key;
  Value value;
};

/// A key with its value, if there are values.
template <class Word, class Value>
using sort_record =
    std::conditional_t<std::is_same_v<Value, no_value>, Word, keyed_value<Word, Value>>;

template <class Word, class Value>
OMPRIM_INLINE Word key_of(const keyed_value<Word, Value>& record) {
  return record.key;
}
template <class Word, class Value>
OMPRIM_INLINE Word& key_of(keyed_value<Word, Value>& record) {
  return record.key;
}
template <class Word>
  requires std::is_unsigned_v<Word>
OMPRIM_INLINE Word& key_of(Word& key) {
  return key;
}
template <class Word>
  requires std::is_unsigned_v<Word>
OMPRIM_INLINE Word key_of(const Word& key) {
  return key;
}

/// The records of an array.
template <class Record>
struct stored_records {
  const Record* records;
  OMPRIM_INLINE Record operator()(std::uint64_t i) const { return records[i]; }
};

/// The bits of a key that decide, as an unsigned integer that ascends in the order of the keys.
template <class Word, class Order>
struct compared_part {
  Order order;
  int above;  ///< bits above the compared ones
  int below;  ///< bits below them

  static OMPRIM_INLINE compared_part of(const sorted_bits& bits) {
    return {Order::of(bits.kind, bits.descending), static_cast<int>(8 * sizeof(Word)) - bits.last,
            bits.first};
  }
  [[nodiscard]] OMPRIM_INLINE Word operator()(Word key) const {
    return static_cast<Word>(static_cast<Word>(order(key) << above) >> (above + below));
  }
};

/// Calls f(part) with the compared part of keys.
template <class Word, class Function>
OMPRIM_INLINE void with_compared_part(const sorted_bits& bits, Function&& f) {
  kernel::with_order<Word>(bits.kind, bits.descending, [&](const auto& order) OMPRIM_INLINE_LAMBDA {
    f(compared_part<Word, std::decay_t<decltype(order)>>::of(bits));
  });
}

/// How far the compared part of a key is above the least one, without its lowest bits.
template <class Word, class Order>
struct part_distance {
  compared_part<Word, Order> part;
  Word least;
  int shift;

  [[nodiscard]] OMPRIM_INLINE Word operator()(Word key) const {
    return static_cast<Word>(static_cast<Word>(part(key) - least) >> shift);
  }
};

/// Whether none of `count` records after the first one is less than the record before it.
template <class Record, class Part>
OMPRIM_INLINE bool is_in_order(const Record* records, std::uint64_t count, const Part part) {
  decltype(part(key_of(records[0]))) descents = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    descents |= part(key_of(records[k + 1])) < part(key_of(records[k])) ? 1U : 0U;
  }
  return descents == 0;
}

/// The same for floats, compared as such. Also false if a NaN follows a number, or +0 follows -0.
template <class Word>
OMPRIM_INLINE bool is_in_order(const Word* keys, std::uint64_t count,
                               const kernel::floating_order<Word> order) {
  using number = kernel::same_size_float<Word>;
  const Word sign = order.toggled & kernel::top_bit<Word>;
  Word wrong = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    number key;
    number next;
    const Word bits[] = {keys[k] ^ sign, keys[k + 1] ^ sign};
    std::memcpy(&key, &bits[0], sizeof(key));
    std::memcpy(&next, &bits[1], sizeof(next));
    wrong |= (key < next ? Word{0} : ~Word{0}) & (bits[0] ^ bits[1]);
  }
  return wrong == 0;
}

/// The compared parts of some keys.
template <class Word>
struct key_range {
  Word least;
  Word most;
  Word differing;  ///< the bits that are not the same in all keys

  template <class Record, class Part>
  static OMPRIM_INLINE key_range of(const Record* records, std::uint64_t n, const Part part) {
    const Word first = part(key_of(records[0]));
    key_range range{first, first, 0};
    for (std::uint64_t i = 0; i < n; ++i) {
      const Word key = part(key_of(records[i]));
      range.least = key < range.least ? key : range.least;
      range.most = key > range.most ? key : range.most;
      range.differing |= key ^ first;
    }
    return range;
  }
  /// The range of all parts of some bits.
  static OMPRIM_INLINE key_range any(int bits) {
    const auto most = static_cast<Word>(static_cast<Word>(~Word{0}) >>
                                        (static_cast<int>(8 * sizeof(Word)) - bits));
    return {0, most, most};
  }
  OMPRIM_INLINE void join(const key_range& other) {
    differing |= other.differing | (least ^ other.least);
    least = std::min(least, other.least);
    most = std::max(most, other.most);
  }
  /// Of places in order: whether keys are NaN. Integers never are.
  [[nodiscard]] OMPRIM_INLINE bool has_nan(const sorted_bits& bits) const {
    return bits.kind == kernel::key_kind::floating &&
           (bits.descending ? least == 0 : most == static_cast<Word>(~Word{0}));
  }
  /// The bits of distances from the least part.
  [[nodiscard]] OMPRIM_INLINE int span() const {
    return static_cast<int>(std::bit_width(static_cast<Word>(most - least)));
  }
  /// The lowest bits that are 0 in all distances.
  [[nodiscard]] OMPRIM_INLINE int equal_bits() const {
    return differing == 0 ? 0 : std::countr_zero(differing);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
