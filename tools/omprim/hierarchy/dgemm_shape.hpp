// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>

namespace omprim::hierarchy::inline OMPRIM_ABI {

/// A group computes block_rows x block_columns of c, in register tiles of tile_rows x tile_columns.
struct dgemm_shape {
  int work_group_size;
  int block_rows, block_columns;
  int depth;
  int tile_rows, tile_columns;
};

/// Doubles in a vector register of this ISA level.
inline constexpr int native_lanes = kernel::vector_bytes / 8;

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
