// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include <omprim/detail/agent/sort/sorting_network.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/lane_exchange.hpp>
#include <omprim/detail/simd/pack.hpp>

/// A sort by exchanges of whole packs, whose places do not depend on the elements: no branch, and
/// no address that depends on a key.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The rows of a network: a block that fits into registers, doubled some times.
struct network_shape {
  static constexpr int most_of_block = 8;
  int block;
  int doublings;

  /// The fewest rows, not less than `least`: up to 8 of any number, then 10, 12, 14, 16, 20...
  static OMPRIM_INLINE network_shape of(std::uint64_t least) {
    if (least <= most_of_block) return {static_cast<int>(least), 0};
    const int doublings = static_cast<int>(std::bit_width(least - 1)) - 3;
    return {static_cast<int>((least - 1) >> doublings) + 1, doublings};
  }
  [[nodiscard]] OMPRIM_INLINE int rows() const { return block << doublings; }
};

/// Rows are packs; the lanes of one number, of all rows, are a column. Phases:
///   (1) Blocks of rows are sorted in registers, each column by itself.
///   (2) Sorted runs of rows are merged, two and two, until each column is sorted.
///   (3) Sorted runs of columns are merged, two and two, until all are sorted.
/// A merge compares the first run with the second one in reverse, so that each half has the lesser
/// or the greater elements, and then halves of halves, a power of two apart or a block. Only the
/// columns that a merge brings together meet by exchanges of lanes; all other exchanges are between
/// rows, without any. Equal elements do not keep their order.
/// Sources: K. E. Batcher, Sorting networks and their applications, AFIPS 1968 (bitonic merges);
/// M. Blacher, J. Giesen, P. Sanders, J. Wassenberg, Vectorized and performance-portable Quicksort,
/// 2022 (columns in registers).
template <class T, int lanes>
class column_network {
 public:
  using row = kernel::pack<T, lanes>;

  /// Sorts the rows at `elements`, of a shape. Element lane * rows + row is in order afterwards.
  static void sort(T* elements, const network_shape& shape) {
    const column_network network(elements, shape);
    network.for_each_block([]<int block>(row(&rows)[block])
                               OMPRIM_INLINE_LAMBDA { sorting_network<block>::sort(rows); });
    for (int run = 2 * shape.block; run <= shape.rows(); run *= 2) network.merge_rows(run);
    network.template merge_columns<1>();
  }

 private:
  column_network(T* elements, const network_shape& shape) : elements_(elements), shape_(shape) {}

  OMPRIM_INLINE row load(int number) const {
    return kernel::load_pack<lanes, false>(elements_ + std::int64_t{number} * lanes);
  }
  OMPRIM_INLINE void store(int number, const row& values) const {
    kernel::store_pack<lanes, false>(elements_ + std::int64_t{number} * lanes, values);
  }
  static OMPRIM_INLINE row lesser(const row& a, const row& b) { return b < a ? b : a; }
  static OMPRIM_INLINE row greater(const row& a, const row& b) { return b < a ? a : b; }
  static OMPRIM_INLINE void exchange(row& a, row& b) {
    const row least = lesser(a, b);
    b = greater(a, b);
    a = least;
  }

  /// Calls f(rows) with each block in registers.
  template <class Function>
  OMPRIM_INLINE void for_each_block(Function&& f) const {
    switch (shape_.block) {
      case 1:
        return for_each<1>(f);
      case 2:
        return for_each<2>(f);
      case 3:
        return for_each<3>(f);
      case 4:
        return for_each<4>(f);
      case 5:
        return for_each<5>(f);
      case 6:
        return for_each<6>(f);
      case 7:
        return for_each<7>(f);
      default:
        return for_each<8>(f);
    }
  }
  template <int block, class Function>
  OMPRIM_INLINE void for_each(Function&& f) const {
    const int count = shape_.rows();
    OMPRIM_KEEP_ROLLED
    for (int first = 0; first < count; first += block) {
      row rows[block];
#pragma GCC unroll 8
      for (int i = 0; i < block; ++i) rows[i] = load(first + i);
      f(rows);
#pragma GCC unroll 8
      for (int i = 0; i < block; ++i) store(first + i, rows[i]);
    }
  }

  /// Sorts rows that rise, then fall, or are a part of that, in each column.
  template <int count>
  static OMPRIM_INLINE void merge_in_registers(row* rows) {
    if constexpr (count % 2 != 0) {
      sorting_network<count>::sort(rows);
    } else {
#pragma GCC unroll 8
      for (int i = 0; i < count / 2; ++i) exchange(rows[i], rows[i + count / 2]);
      merge_in_registers<count / 2>(rows);
      merge_in_registers<count / 2>(rows + count / 2);
    }
  }
  OMPRIM_INLINE void merge_blocks() const {
    for_each_block([]<int block>(row(&rows)[block])
                       OMPRIM_INLINE_LAMBDA { merge_in_registers<block>(rows); });
  }

  /// Compares rows that are `apart`, then half of that, down to a block, and then in blocks.
  OMPRIM_INLINE void merge_halves(int apart) const {
    while (apart >= 4 * shape_.block) {
      exchange_apart<8>(apart / 4);
      apart /= 8;
    }
    if (apart >= 2 * shape_.block) {
      exchange_apart<4>(apart / 2);
    } else if (apart >= shape_.block) {
      exchange_apart<2>(apart);
    }
    merge_blocks();
  }
  /// Compares `count` rows that are `step` apart, all halves of them.
  template <int count>
  void exchange_apart(int step) const {
    const int end = shape_.rows();
    OMPRIM_KEEP_ROLLED
    for (int begin = 0; begin < end; begin += count * step) {
      OMPRIM_KEEP_ROLLED
      for (int first = begin; first < begin + step; ++first) {
        row rows[count];
#pragma GCC unroll 8
        for (int i = 0; i < count; ++i) rows[i] = load(first + i * step);
        merge_in_registers<count>(rows);
#pragma GCC unroll 8
        for (int i = 0; i < count; ++i) store(first + i * step, rows[i]);
      }
    }
  }

  /// Merges sorted halves of each `run` rows.
  OMPRIM_INLINE void merge_rows(int run) const {
    const int apart = run / 4;  // after the first exchange
    if (apart >= 2 * shape_.block) {
      exchange_mirrored<4>(run);
      merge_halves(apart / 4);
    } else if (apart >= shape_.block) {
      exchange_mirrored<2>(run);
      merge_blocks();
    } else {
      exchange_mirrored<1>(run);
      merge_blocks();
    }
  }
  /// Compares each row of the first half of a run with the mirrored one of the second half, and
  /// then `count` rows of each half.
  template <int count>
  void exchange_mirrored(int run) const {
    const int step = run / 2 / count;
    const int end = shape_.rows();
    OMPRIM_KEEP_ROLLED
    for (int begin = 0; begin < end; begin += run) {
      OMPRIM_KEEP_ROLLED
      for (int first = begin; first < begin + step; ++first) {
        const int last = 2 * begin + run - 1 - first;
        row lower[count];
        row upper[count];
#pragma GCC unroll 4
        for (int i = 0; i < count; ++i) {
          lower[i] = load(first + i * step);
          upper[count - 1 - i] = load(last - i * step);
          exchange(lower[i], upper[count - 1 - i]);
        }
        merge_in_registers<count>(lower);
        merge_in_registers<count>(upper);
#pragma GCC unroll 4
        for (int i = 0; i < count; ++i) {
          store(first + i * step, lower[i]);
          store(last - i * step, upper[count - 1 - i]);
        }
      }
    }
  }

  /// Merges runs of `columns` sorted columns, and then of twice as many.
  template <int columns>
  OMPRIM_INLINE void merge_columns() const {
    if constexpr (columns < lanes) {
      exchange_columns<columns>();
      merge_halves(shape_.rows() / 2);
      merge_columns<2 * columns>();
    }
  }
  /// Compares each element with the mirrored one of the other run, and then whole columns.
  template <int columns>
  void exchange_columns() const {
    constexpr int mirrored = 2 * columns - 1;
    int first = 0;
    int last = shape_.rows() - 1;
    for (; first < last; ++first, --last) {
      const row a = load(first);
      const row b = kernel::toggled_lanes<mirrored, T, lanes>(load(last));
      const row least = lesser(a, b);
      const row most = greater(a, b);
      const row upper = kernel::chosen_lanes<columns, T, lanes>(most, least);
      store(first,
            exchange_lanes<columns / 2>(kernel::chosen_lanes<columns, T, lanes>(least, most)));
      store(last, exchange_lanes<columns / 2>(kernel::toggled_lanes<mirrored, T, lanes>(upper)));
    }
    if (first == last) {
      store(first, exchange_lanes<columns / 2>(exchange_pairs<columns, mirrored>(load(first))));
    }
  }
  /// Compares columns that are `apart`, then half of that, down to neighbours.
  template <int apart>
  static OMPRIM_INLINE row exchange_lanes(const row& values) {
    if constexpr (apart == 0) {
      return values;
    } else {
      return exchange_lanes<apart / 2>(exchange_pairs<apart, apart>(values));
    }
  }
  /// Compares each lane with that of the toggled number; lanes without `bit` get the lesser one.
  template <int bit, int toggled>
  static OMPRIM_INLINE row exchange_pairs(const row& values) {
    const row others = kernel::toggled_lanes<toggled, T, lanes>(values);
    // Both have the lower lane first, so that of two zeros each goes one way.
    return kernel::chosen_lanes<bit, T, lanes>(lesser(values, others), greater(others, values));
  }

  T* elements_;
  network_shape shape_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
