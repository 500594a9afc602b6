// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

#include "simt_product_tile.hpp"
#include "vector_product_tile.hpp"

/// A block of c = a b while a work-group computes it, `depth` columns of a and rows of b at a time:
///   fetch(what, k)             begins to read the part at k, which may be past the end
///   stage(what, k, local)      stores the part in local memory; a barrier must follow
///   multiply(what, k, local)   adds the product of the staged part to the block
///   write(what)                writes the block, once, after the last part
/// The whole group calls each function, in this order. The next part may be fetched before the
/// staged one is multiplied. Local memory holds the part that was staged last.
namespace omprim::hierarchy::inline OMPRIM_ABI {

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
