// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/host_rows.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {
omprim::detail::variant_span baseline_int64();
omprim::detail::variant_span baseline_int64() {
  return host_rows<listing_rows<on_host, element::int64, operations_of<element::int64>>>();
}
}  // namespace omprim::inline OMPRIM_ABI::instantiate
