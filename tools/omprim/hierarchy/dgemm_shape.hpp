// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

namespace omprim::hierarchy::inline OMPRIM_ABI {

/// A group computes block_rows x block_columns of c, in register tiles of tile_rows x tile_columns.
struct dgemm_shape {
  int work_group_size;
  int block_rows, block_columns;
  int depth;
  int tile_rows, tile_columns;
};

/// Doubles in a vector register of this ISA level.
#if defined(__AVX512F__)
inline constexpr int native_lanes = 8;
#elif defined(__AVX__)
inline constexpr int native_lanes = 4;
#else
inline constexpr int native_lanes = 2;
#endif

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
