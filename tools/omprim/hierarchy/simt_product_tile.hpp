// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/simd/pack.hpp>

#include "dgemm_shape.hpp"
#include "problems.hpp"

#if OMPRIM_SIMT
namespace omprim::hierarchy::inline OMPRIM_ABI {

/// The tile of product_tile.hpp for groups with one thread per item.
///
/// Each item holds one register tile. Its rows are strided by the number of items along a column,
/// its columns in pairs by the number of items along a row. So the items of a sub-group, 4 x 8 or
/// 8 x 8, together read few different words of local memory, in 16-byte loads from different banks.
template <dgemm_shape shape>
class simt_product_tile {
  using group_type = kernel::simt_group<shape.work_group_size>;
  using pair = kernel::pack<double, 2>;
  static constexpr int size = shape.work_group_size;
  static constexpr int rows_of_items = shape.block_rows / shape.tile_rows;
  static constexpr int columns_of_items = shape.block_columns / shape.tile_columns;
  static_assert(rows_of_items * columns_of_items == size);
  static constexpr int most_across = columns_of_items < 8 ? columns_of_items : 8;
  static constexpr int most_down = group_type::sub_group_size / most_across;
  static constexpr int lanes_down = most_down < rows_of_items ? most_down : rows_of_items;
  static constexpr int lanes_across = group_type::sub_group_size / lanes_down;
  static_assert(rows_of_items % lanes_down == 0 && columns_of_items % lanes_across == 0);
  static constexpr int pairs_of_a = shape.block_rows * shape.depth / 2 / size;
  static constexpr int pairs_of_b = shape.block_columns * shape.depth / 2 / size;
  static_assert(pairs_of_a * size * 2 == shape.block_rows * shape.depth);
  static_assert(pairs_of_b * size * 2 == shape.block_columns * shape.depth);
  static_assert(shape.depth % 2 == 0 && shape.tile_columns % 2 == 0);
  static constexpr int column_pairs = shape.tile_columns / 2;

 public:
  /// Double buffers: one is filled while the other is read. Rows of a are padded by two words,
  /// which moves neighbouring rows to other banks.
  struct local_memory {
    alignas(16) double a[2][shape.block_rows][shape.depth + 2];
    alignas(16) double b[2][shape.depth][shape.block_columns];
  };

  OMPRIM_INLINE simt_product_tile(const group_type& group, const product& what, bool in_pairs,
                                  std::uint64_t row, std::uint64_t column)
      : id_(group.this_item().id), row_(row), column_(column) {
    const kernel::work_item me = group.this_item();
    constexpr int across = columns_of_items / lanes_across;
    item_row_ = me.sub_group / across * lanes_down + me.sub_group_lane / lanes_across;
    item_column_ = me.sub_group % across * lanes_across + me.sub_group_lane % lanes_across;
    whole_ = in_pairs && row + shape.block_rows <= what.rows &&
             column + shape.block_columns <= what.columns;
#pragma GCC unroll 16
    for (int i = 0; i < shape.tile_rows; ++i) {
#pragma GCC unroll 16
      for (int j = 0; j < shape.tile_columns; ++j) sums_[i][j] = 0;
    }
  }

  OMPRIM_INLINE void fetch(const product& what, std::uint64_t k) {
    if (k >= what.depth) return;
    if (whole_ && k + shape.depth <= what.depth) {
#pragma GCC unroll 16
      for (int p = 0; p < pairs_of_a; ++p) {
        const place at = place_in_a(p);
        a_[p] = kernel::load_pack<2, true>(what.a + (row_ + at.row) * what.depth + k + at.column);
      }
#pragma GCC unroll 16
      for (int p = 0; p < pairs_of_b; ++p) {
        const place at = place_in_b(p);
        b_[p] =
            kernel::load_pack<2, true>(what.b + (k + at.row) * what.columns + column_ + at.column);
      }
    } else {
#pragma GCC unroll 16
      for (int p = 0; p < pairs_of_a; ++p) {
        const place at = place_in_a(p);
        a_[p] = load_inside(what.a, what.rows, what.depth, row_ + at.row, k + at.column);
      }
#pragma GCC unroll 16
      for (int p = 0; p < pairs_of_b; ++p) {
        const place at = place_in_b(p);
        b_[p] = load_inside(what.b, what.depth, what.columns, k + at.row, column_ + at.column);
      }
    }
  }

  OMPRIM_INLINE void stage(const product& /*what*/, std::uint64_t /*k*/, local_memory& local) {
    buffer_ ^= 1;
#pragma GCC unroll 16
    for (int p = 0; p < pairs_of_a; ++p) {
      const place at = place_in_a(p);
      kernel::store_pack<2, true>(&local.a[buffer_][at.row][at.column], a_[p]);
    }
#pragma GCC unroll 16
    for (int p = 0; p < pairs_of_b; ++p) {
      const place at = place_in_b(p);
      kernel::store_pack<2, true>(&local.b[buffer_][at.row][at.column], b_[p]);
    }
  }

  OMPRIM_INLINE void multiply(const product& /*what*/, std::uint64_t /*k*/,
                              const local_memory& local) {
    const auto& a = local.a[buffer_];
    const auto& b = local.b[buffer_];
    OMPRIM_KEEP_ROLLED  // unrolled, it would load too early and spill
        for (int k = 0; k < shape.depth; k += 2) {
      pair left[shape.tile_rows];
#pragma GCC unroll 16
      for (int i = 0; i < shape.tile_rows; ++i) {
        left[i] = kernel::load_pack<2, true>(&a[item_row_ + i * rows_of_items][k]);
      }
#pragma GCC unroll 2
      for (int step = 0; step < 2; ++step) {
        pair right[column_pairs];
#pragma GCC unroll 8
        for (int j = 0; j < column_pairs; ++j) {
          right[j] =
              kernel::load_pack<2, true>(&b[k + step][2 * (item_column_ + j * columns_of_items)]);
        }
#pragma GCC unroll 16
        for (int i = 0; i < shape.tile_rows; ++i) {
#pragma GCC unroll 16
          for (int j = 0; j < shape.tile_columns; ++j) {
            sums_[i][j] += left[i][step] * right[j / 2][j % 2];
          }
        }
      }
    }
  }

  OMPRIM_INLINE void write(const product& what) const {
#pragma GCC unroll 16
    for (int i = 0; i < shape.tile_rows; ++i) {
      const std::uint64_t row = row_ + static_cast<std::uint64_t>(item_row_ + i * rows_of_items);
      if (row >= what.rows) continue;
#pragma GCC unroll 16
      for (int j = 0; j < shape.tile_columns; ++j) {
        const std::uint64_t column =
            column_ +
            static_cast<std::uint64_t>(2 * (item_column_ + j / 2 * columns_of_items) + j % 2);
        if (column < what.columns) what.c[row * what.columns + column] = sums_[i][j];
      }
    }
  }

 private:
  struct place {
    unsigned row, column;
  };
  static OMPRIM_INLINE place place_of(int pair_number, int row_length) {
    return {static_cast<unsigned>(pair_number / (row_length / 2)),
            static_cast<unsigned>(pair_number % (row_length / 2) * 2)};
  }
  [[nodiscard]] OMPRIM_INLINE place place_in_a(int p) const {
    return place_of(id_ + p * size, shape.depth);
  }
  [[nodiscard]] OMPRIM_INLINE place place_in_b(int p) const {
    return place_of(id_ + p * size, shape.block_columns);
  }
  /// Two elements of a row; 0 outside the matrix.
  static OMPRIM_INLINE pair load_inside(const double* matrix, std::uint64_t rows,
                                        std::uint64_t columns, std::uint64_t row,
                                        std::uint64_t column) {
    const double* at = matrix + row * columns + column;
    return pair{row < rows && column < columns ? at[0] : 0,
                row < rows && column + 1 < columns ? at[1] : 0};
  }

  int id_;
  int item_row_;
  int item_column_;
  int buffer_ = 1;
  bool whole_;
  std::uint64_t row_;
  std::uint64_t column_;
  pair a_[pairs_of_a];
  pair b_[pairs_of_b];
  double sums_[shape.tile_rows][shape.tile_columns];
};

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
#endif
