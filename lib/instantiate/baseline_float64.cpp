// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/host_rows.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {
omprim::detail::variant_span baseline_float64();
omprim::detail::variant_span baseline_float64() {
  return host_rows<listing_rows<on_host, element::float64, operations_of<element::float64>>>();
}
}  // namespace omprim::inline OMPRIM_ABI::instantiate
