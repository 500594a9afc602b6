// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/containers/array.hpp>
#include <omprim/segmentation.hpp>

namespace omprim {

/// The segments between neighbouring offsets: one segment fewer than offsets.
template <class V, class = detail::if_containers<V>>
[[nodiscard]] segmentation by_offsets(const V& offsets) {
  const std::size_t n = detail::length_of(offsets);
  return by_offsets(detail::data_of(offsets), n == 0 ? 0 : n - 1);
}

/// One head for each element.
template <class V, class = detail::if_containers<V>>
[[nodiscard]] segmentation by_heads(const V& heads) {
  return by_heads(detail::flags_of(heads));
}

}  // namespace omprim
