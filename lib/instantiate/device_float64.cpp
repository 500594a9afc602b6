// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {
omprim::detail::variant_span device_float64();
omprim::detail::variant_span device_float64() {
  return device_rows<fast_rows<on_target, element::float64>>();
}
}  // namespace omprim::inline OMPRIM_ABI::instantiate
