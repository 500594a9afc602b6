// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/tuning.hpp>

/// What a sort has to do, and what one of its passes.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The bits of the keys that a sort compares, in digits of 8 bits from the lowest one on.
struct sorted_bits {
  kernel::key_kind kind;
  bool descending;
  std::uint8_t first;
  std::uint8_t last;  ///< one past the highest bit

  [[nodiscard]] OMPRIM_INLINE int passes() const { return (last - first + 7) / 8; }
  [[nodiscard]] OMPRIM_INLINE kernel::digit_choice digit(int pass) const {
    const int from = first + 8 * pass;
    return {kind, descending, static_cast<std::uint8_t>(from),
            static_cast<std::uint8_t>(last - from < 8 ? last - from : 8)};
  }
};

/// Whether all bits of keys are compared, so that equal ones need not keep their order.
template <class Word>
[[nodiscard]] OMPRIM_INLINE bool compares_all(const sorted_bits& bits) {
  return bits.first == 0 && bits.last == 8 * sizeof(Word);
}

/// No values, only keys.
struct no_value {};

/// The arrays of one pass: `size` keys and values, from `first` on. Outputs are whole arrays.
template <class Word, class Value>
struct sorted_data {
  using word = Word;
  using value = Value;
  static constexpr bool has_values = !std::is_same_v<Value, no_value>;

  const Word* keys;
  const Value* values;
  Word* keys_out;
  Value* values_out;
  std::uint64_t first;
  std::uint64_t size;
};

/// The bytes of a key or a value, whichever is larger.
template <class Data>
inline constexpr std::size_t largest_of =
    std::max(sizeof(typename Data::word), Data::has_values ? sizeof(typename Data::value) : 0);

/// Keys of an item: as many as 4-byte ones would be `items_per_work_item`.
template <class Data, tuning t>
inline constexpr int keys_of_item = t.items_per_work_item * 4 / static_cast<int>(largest_of<Data>);
template <class Data, tuning t>
inline constexpr std::uint64_t simt_tile_length =
    static_cast<std::uint64_t>(t.work_group_size) * keys_of_item<Data, t>;

/// A tile of a pass.
struct moved_tile {
  std::uint64_t number;
  bool is_last;
  bool values_are_positions;  ///< the values are the positions of the keys, without an array
};

/// What to sort. The outputs may be the inputs themselves.
template <class Word, class Value>
struct sort_problem {
  using word = Word;
  using value = Value;
  static constexpr bool has_values = sorted_data<Word, Value>::has_values;

  const Word* keys;
  const Value* values;  ///< null: the positions of the keys
  Word* keys_out;
  Value* values_out;
  std::uint64_t n;
  sorted_bits compared;

  /// The sort of `count` elements from `first` on.
  [[nodiscard]] OMPRIM_INLINE sort_problem part(std::uint64_t first, std::uint64_t count) const {
    const auto moved = [&](auto* data) OMPRIM_INLINE_LAMBDA {
      return data == nullptr ? nullptr : data + first;
    };
    return {moved(keys), moved(values), moved(keys_out), moved(values_out), count, compared};
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
