// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/kernel/pack.hpp>
#include <omprim/kernel/work_group.hpp>

#include "problems.hpp"

/// A block of c = a b on its way through a work-group, `depth` columns of a and rows of b at a
/// time:
///   fetch(what, k)         begins to read the part at k, which may be past the end
///   stage(what, k, local)  puts it into local memory; a barrier has to follow
///   multiply(what, k, local)   adds its product to the block
///   write(what)            once, after the last part
/// all called by the whole group, in this order; the next part may be fetched before this one is
/// multiplied. Local memory is what was staged last.
namespace omprim::hierarchy::inline OMPRIM_ABI {

/// A group makes block_rows x block_columns of c, in register tiles of tile_rows x tile_columns.
struct dgemm_shape {
  int work_group_size;
  int block_rows, block_columns;
  int depth;
  int tile_rows, tile_columns;
};

#if defined(__AVX512F__)
inline constexpr int native_lanes = 8;
#elif defined(__AVX__)
inline constexpr int native_lanes = 4;
#else
inline constexpr int native_lanes = 2;
#endif

#if OMPRIM_SIMT

/// Each item holds one register tile. Its rows lie apart by the number of items along a column,
/// and its columns in pairs by that along a row, so that the sub-group's 4 x 8 items together read
/// few different words of local memory, in 16-byte loads from different banks.
template <dgemm_shape shape>
class simt_product_tile {
  using group_type = kernel::simt_group<shape.work_group_size>;
  using pair = kernel::pack<double, 2>;
  static constexpr int size = shape.work_group_size;
  static constexpr int rows_of_items = shape.block_rows / shape.tile_rows;
  static constexpr int columns_of_items = shape.block_columns / shape.tile_columns;
  static_assert(rows_of_items * columns_of_items == size);
  static constexpr int lanes_across = columns_of_items < 8 ? columns_of_items : 8;
  static constexpr int lanes_down = group_type::sub_group_size / lanes_across;
  static_assert(rows_of_items % lanes_down == 0 && columns_of_items % lanes_across == 0);
  static constexpr int pairs_of_a = shape.block_rows * shape.depth / 2 / size;
  static constexpr int pairs_of_b = shape.block_columns * shape.depth / 2 / size;
  static_assert(pairs_of_a * size * 2 == shape.block_rows * shape.depth);
  static_assert(pairs_of_b * size * 2 == shape.block_columns * shape.depth);
  static_assert(shape.depth % 2 == 0 && shape.tile_columns % 2 == 0);
  static constexpr int column_pairs = shape.tile_columns / 2;

 public:
  /// Two of each: one is filled while the other is read. Rows of a are two words longer than
  /// needed, which moves neighbours to other banks.
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
  /// Two elements of a row, 0 where the matrix has none.
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

#endif

/// One thread goes over the register tiles of the block. The part of a stays row by row, since its
/// elements are broadcast; that of b lies in panels as wide as a register tile.
template <dgemm_shape shape>
class vector_product_tile {
  static constexpr int lanes =
      shape.tile_columns % native_lanes == 0 ? native_lanes : 2;  // of device shapes, played
  static constexpr int vectors = shape.tile_columns / lanes;
  static constexpr int panels = shape.block_columns / shape.tile_columns;
  static_assert(shape.block_rows % shape.tile_rows == 0 &&
                shape.block_columns % shape.tile_columns == 0 && shape.tile_columns % 2 == 0);
  using vector = kernel::pack<double, lanes>;

 public:
  /// Rows of a are a cache line longer, so that they do not all fall into the same sets.
  struct local_memory {
    alignas(64) double a[shape.block_rows][shape.depth + 8];
    alignas(64) double b[panels][shape.depth][shape.tile_columns];
  };

  template <class Group>
  OMPRIM_INLINE vector_product_tile(const Group& /*group*/, const product& what, bool /*in_pairs*/,
                                    std::uint64_t row, std::uint64_t column)
      : row_(row),
        column_(column),
        rows_(least(what.rows - row, shape.block_rows)),
        columns_(least(what.columns - column, shape.block_columns)) {}

  OMPRIM_INLINE void fetch(const product& /*what*/, std::uint64_t /*k*/) const {}

  void stage(const product& what, std::uint64_t k, local_memory& local) const {
    const int depth = least(what.depth - k, shape.depth);
    for (int i = 0; i < rows_; ++i) {
      const double* from = what.a + (row_ + static_cast<std::uint64_t>(i)) * what.depth + k;
      __builtin_memcpy(local.a[i], from, static_cast<std::size_t>(depth) * sizeof(double));
    }
    // Register tiles go beyond the matrix.
    for (int i = rows_; i < shape.block_rows && i % shape.tile_rows != 0; ++i) {
      for (int d = 0; d < depth; ++d) local.a[i][d] = 0;
    }
    const int whole_panels = columns_ / shape.tile_columns;
    for (int d = 0; d < depth; ++d) {
      const double* from = what.b + (k + static_cast<std::uint64_t>(d)) * what.columns + column_;
      for (int p = 0; p < whole_panels; ++p) {
        __builtin_memcpy(local.b[p][d], from + p * shape.tile_columns,
                         shape.tile_columns * sizeof(double));
      }
      if (whole_panels * shape.tile_columns == columns_) continue;
      for (int j = 0; j < shape.tile_columns; ++j) {
        const int at = whole_panels * shape.tile_columns + j;
        local.b[whole_panels][d][j] = at < columns_ ? from[at] : 0;
      }
    }
  }

  void multiply(const product& what, std::uint64_t k, const local_memory& local) const {
    const int depth = least(what.depth - k, shape.depth);
    for (int j = 0; j < columns_; j += shape.tile_columns) {
      for (int i = 0; i < rows_; i += shape.tile_rows) {
        multiply_tile(what, i, j, depth, k == 0, local);
      }
    }
  }

  OMPRIM_INLINE void write(const product& /*what*/) const {}  // multiply does

 private:
  static OMPRIM_INLINE int least(std::uint64_t length, int block) {
    return length < static_cast<std::uint64_t>(block) ? static_cast<int>(length) : block;
  }

  OMPRIM_INLINE void multiply_tile(const product& what, int i, int j, int depth, bool first,
                                   const local_memory& local) const {
    vector sums[shape.tile_rows][vectors];
#pragma GCC unroll 16
    for (int r = 0; r < shape.tile_rows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) sums[r][v] = vector{};
    }
    const auto* a = &local.a[i];
    const double* b = local.b[j / shape.tile_columns][0];
    OMPRIM_KEEP_ROLLED
    for (int d = 0; d < depth; ++d, b += shape.tile_columns) {
      vector right[vectors];
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) right[v] = kernel::load_pack<lanes, true>(b + v * lanes);
#pragma GCC unroll 16
      for (int r = 0; r < shape.tile_rows; ++r) {
        const vector left = kernel::broadcast<double, lanes>(a[r][d]);
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) sums[r][v] += left * right[v];
      }
    }
    double* c = what.c + (row_ + static_cast<std::uint64_t>(i)) * what.columns + column_ +
                static_cast<std::uint64_t>(j);
    if (i + shape.tile_rows <= rows_ && j + shape.tile_columns <= columns_) {
#pragma GCC unroll 16
      for (int r = 0; r < shape.tile_rows; ++r, c += what.columns) {
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) {
          vector out = sums[r][v];
          if (!first) out += kernel::load_pack<lanes, false>(c + v * lanes);
          kernel::store_pack<lanes, false>(c + v * lanes, out);
        }
      }
    } else {
      alignas(64) double tile[shape.tile_rows][shape.tile_columns];
      __builtin_memcpy(tile, sums, sizeof(tile));
      for (int r = 0; r < shape.tile_rows && i + r < rows_; ++r, c += what.columns) {
        for (int q = 0; q < shape.tile_columns && j + q < columns_; ++q) {
          c[q] = first ? tile[r][q] : c[q] + tile[r][q];
        }
      }
    }
  }

  std::uint64_t row_;
  std::uint64_t column_;
  int rows_;
  int columns_;
};

namespace detail {
template <class Group, dgemm_shape shape>
struct product_tile_of {
  using type = vector_product_tile<shape>;
};
#if OMPRIM_SIMT
template <int size, dgemm_shape shape>
struct product_tile_of<kernel::simt_group<size>, shape> {
  using type = simt_product_tile<shape>;
};
#endif
}  // namespace detail

template <class Group, dgemm_shape shape>
using product_tile = typename detail::product_tile_of<Group, shape>::type;

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
