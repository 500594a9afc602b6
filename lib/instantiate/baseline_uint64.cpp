// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/host_rows.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {
omprim::detail::variant_span baseline_uint64();
omprim::detail::variant_span baseline_uint64() {
  return host_rows<listing_rows<on_host, element::uint64, operations_of<element::uint64>>>();
}
}  // namespace omprim::inline OMPRIM_ABI::instantiate
