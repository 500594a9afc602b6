// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <omprim/detail/agent/sort/key_ranks.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sorted_tile.hpp>
#include <omprim/detail/agent/sort/sorting_network.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/padded_array.hpp>
#include <omprim/detail/reducer/key_order.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// A segment in local memory that is so short that one item sorts it in registers.
template <class Word, class Value, class Order>
class short_segment {
  /// Keys that compare alike are alike, and nothing else moves with them: only the keys move.
  static constexpr bool keys_alone =
      !sorted_data<Word, Value>::has_values && std::is_same_v<Order, kernel::integer_order<Word>>;

 public:
  using order_type = order_by_bits<Word, Order>;

  /// Keys of a segment, at most.
  static constexpr int most =
      keys_alone ? 128 / static_cast<int>(sizeof(Word)) : int{key_ranks::most};

  int begin;    ///< of the keys in local memory; there is an element, even if there are no keys
  int count;    ///< keys
  int longest;  ///< the keys of the longest segment of the items that sort at the same time

  struct no_ranks {};
  std::conditional_t<keys_alone, no_ranks, key_ranks> ranks = {};

  /// Whether the bits that a sort compares suit.
  [[nodiscard]] static bool compares(const sorted_bits& bits) {
    return !keys_alone || order_type::of(bits).mask == static_cast<Word>(~Word{0});
  }

  OMPRIM_INLINE void sort(Word* local, const order_type& order) {
    const kernel::padded_array<Word> keys{local, begin};
    with_size([&](auto size) OMPRIM_INLINE_LAMBDA {
      Word compared[size];
#pragma GCC unroll 32
      for (int e = 0; e < size; ++e) {
        const bool exists = e < count;
        const Word there = order(keys[exists ? e : 0]);
        compared[e] = exists ? there : static_cast<Word>(~Word{0});
      }
      if constexpr (keys_alone) {
        sorting_network<size>::sort(compared);
#pragma GCC unroll 32
        for (int e = 0; e < size; ++e) {
          if (e < count) keys[e] = order.order.key_at(compared[e]);
        }
      } else {
        ranks = key_ranks::of(compared);
        move<size>(keys);
      }
    });
  }
  /// Moves the values as the keys have moved.
  template <class T>
  OMPRIM_INLINE void move(T* local) const {
    with_size([&](auto size)
                  OMPRIM_INLINE_LAMBDA { move<size>(kernel::padded_array<T>{local, begin}); });
  }

 private:
  /// Calls f with a size that suits all items that sort at the same time, as a constant.
  template <class Function>
  OMPRIM_INLINE void with_size(const Function& f) const {
    if (longest == 0) return;
    if (longest > 16) {
      if constexpr (most > 16) {
        longest > 24 ? f(std::integral_constant<int, 32>()) : f(std::integral_constant<int, 24>());
      }
    } else if (longest > 12) {
      f(std::integral_constant<int, 16>());
    } else if (longest > 8) {
      f(std::integral_constant<int, 12>());
    } else {
      f(std::integral_constant<int, 8>());
    }
  }

  template <int size, class T>
  OMPRIM_INLINE void move(const kernel::padded_array<T>& elements) const {
    T moved[size];
#pragma GCC unroll 32
    for (int e = 0; e < size; ++e) moved[e] = elements[e < count ? e : 0];
#pragma GCC unroll 32
    for (int e = 0; e < size; ++e) {
      if (e < count) elements[ranks[e]] = moved[e];
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
