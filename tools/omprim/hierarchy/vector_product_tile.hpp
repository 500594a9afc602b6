// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/simd/pack.hpp>

#include "dgemm_shape.hpp"
#include "problems.hpp"

namespace omprim::hierarchy::inline OMPRIM_ABI {

/// The tile of product_tile.hpp for groups that one thread runs.
///
/// The thread goes over the register tiles of the block. The staged part of a keeps its rows, since
/// its elements are broadcast. The part of b is stored in panels as wide as a register tile.
template <dgemm_shape shape>
class vector_product_tile {
  static constexpr int lanes =
      shape.tile_columns % native_lanes == 0 ? native_lanes : 2;  // 2: device shapes, emulated
  static constexpr int vectors = shape.tile_columns / lanes;
  static constexpr int panels = shape.block_columns / shape.tile_columns;
  static_assert(shape.block_rows % shape.tile_rows == 0 &&
                shape.block_columns % shape.tile_columns == 0 && shape.tile_columns % 2 == 0);
  using vector = kernel::pack<double, lanes>;

 public:
  /// Rows of a are padded by a cache line, so that they do not all fall into the same cache sets.
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
    // Register tiles may extend past the matrix; that part is 0.
    for (int i = rows_; i < shape.block_rows && i % shape.tile_rows != 0; ++i) {
      for (int d = 0; d < depth; ++d) local.a[i][d] = 0;
    }
    const int whole_panels = columns_ / shape.tile_columns;
    for (int d = 0; d < depth; ++d) {
      const double* from = what.b + (k + static_cast<std::uint64_t>(d)) * what.columns + column_;
      for (std::ptrdiff_t p = 0; p < whole_panels; ++p) {
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
      for (std::ptrdiff_t v = 0; v < vectors; ++v) {
        right[v] = kernel::load_pack<lanes, true>(b + v * lanes);
      }
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
        for (std::ptrdiff_t v = 0; v < vectors; ++v) {
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

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
