// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

#include "dgemm.hpp"
#include "product_tile.hpp"

namespace omprim::hierarchy::inline OMPRIM_ABI {

/// Matrix multiplication by register tiles, in the scoped form. While one part of a and b is
/// multiplied, the next one goes through registers into local memory. One barrier per part.
template <dgemm_shape shape>
struct alignas(8) dgemm_tuned {
  static constexpr int work_group_size = shape.work_group_size;
  template <class Group>
  struct local_memory {
    typename product_tile<Group, shape>::local_memory parts;
  };

  product what;
  std::uint64_t in_pairs;  ///< not 0: pairs of elements can be loaded at once

  explicit dgemm_tuned(const product& p)
      : what(p), in_pairs(rows_are_aligned(p.a, p.depth) && rows_are_aligned(p.b, p.columns)) {}

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const std::uint64_t across = blocks_along(what.columns, shape.block_columns);
    // NOLINTNEXTLINE(misc-const-correctness): on GPUs the tile changes
    product_tile<Group, shape> tile(group, what, in_pairs != 0,
                                    group.id() / across * shape.block_rows,
                                    group.id() % across * shape.block_columns);
    tile.fetch(what, 0);
    for (std::uint64_t k = 0; k < what.depth; k += shape.depth) {
      tile.stage(what, k, local.parts);
      group.barrier();
      tile.fetch(what, k + shape.depth);
      tile.multiply(what, k, local.parts);
    }
    tile.write(what);
  }

 private:
  // Computed on the host: in a kernel, converting an address to a number loses its address space.
  static bool rows_are_aligned(const double* matrix, std::uint64_t columns) {
    return reinterpret_cast<std::uintptr_t>(matrix) % (2 * sizeof(double)) == 0 && columns % 2 == 0;
  }
};

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
