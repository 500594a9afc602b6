// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/host_rows.hpp>
#include <instantiate/segment_variants.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {
omprim::detail::variant_span host_segment_int32();
omprim::detail::variant_span host_segment_int32() {
  return host_rows<segment_rows_of<on_host, element::int32>>();
}
}  // namespace omprim::inline OMPRIM_ABI::instantiate
