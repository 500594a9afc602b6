// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {
omprim::detail::variant_span device_listings_float32();
omprim::detail::variant_span device_listings_float32() {
  return device_rows<listing_rows<on_target, element::float32>>();
}
}  // namespace omprim::inline OMPRIM_ABI::instantiate
