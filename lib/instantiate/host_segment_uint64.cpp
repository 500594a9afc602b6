// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/host_rows.hpp>
#include <instantiate/segment_variants.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {
omprim::detail::variant_span host_segment_uint64();
omprim::detail::variant_span host_segment_uint64() {
  return host_rows<segment_rows_of<on_host, element::uint64>>();
}
}  // namespace omprim::inline OMPRIM_ABI::instantiate
