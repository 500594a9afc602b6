// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <utility>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Batcher's network of odd-even merges. It sorts `size` elements by exchanges whose places do not
/// depend on the elements, so that all of them can stay in registers. Equal elements do not keep
/// their order.
/// Source: K. E. Batcher, Sorting networks and their applications, AFIPS 1968.
template <int size>
class sorting_network {
 public:
  /// Sorts elements[0] to elements[size - 1].
  template <class T>
  static OMPRIM_INLINE void sort(T* elements) {
    exchange_all(elements, std::make_index_sequence<exchanges.count>());
  }

 private:
  struct exchange_list {
    std::size_t count;
    int lower[size * size];  ///< where the lesser of two elements goes
    int upper[size * size];
  };
  /// The network for the next power of two, without exchanges above `size`: elements there would be
  /// the greatest, and never move.
  static constexpr exchange_list list_exchanges() {
    exchange_list list{};
    for (int run = 1; run < size; run *= 2) {  // merges runs of this length
      for (int apart = run; apart >= 1; apart /= 2) {
        for (int i = apart % run; i + apart < size; ++i) {
          const bool is_upper = (i - apart % run) / apart % 2 != 0;
          if (is_upper || i / (2 * run) != (i + apart) / (2 * run)) continue;
          list.lower[list.count] = i;
          list.upper[list.count] = i + apart;
          ++list.count;
        }
      }
    }
    return list;
  }
  static constexpr exchange_list exchanges = list_exchanges();

  template <class T, std::size_t... number>
  static OMPRIM_INLINE void exchange_all([[maybe_unused]] T* elements,
                                         std::index_sequence<number...> /*numbers*/) {
    (exchange(elements[exchanges.lower[number]], elements[exchanges.upper[number]]), ...);
  }
  template <class T>
  static OMPRIM_INLINE void exchange(T& a, T& b) {
    const T lesser = b < a ? b : a;
    b = b < a ? a : b;
    a = lesser;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
