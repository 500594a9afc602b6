// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/host_rows.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {
omprim::detail::variant_span host_int32_sum();
omprim::detail::variant_span host_int32_sum() {
  return host_rows<joined_rows<fast_rows<on_host, element::int32, paper_operation>,
                               listing_rows<on_host, element::int32, paper_operation>>>();
}
}  // namespace omprim::inline OMPRIM_ABI::instantiate
