// SPDX-License-Identifier: BSD-3-Clause
#include <instantiate/device_rows.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {
omprim::detail::variant_span device_int32_sum();
omprim::detail::variant_span device_int32_sum() { return device_rows<paper_rows<on_target>>(); }
}  // namespace omprim::inline OMPRIM_ABI::instantiate
