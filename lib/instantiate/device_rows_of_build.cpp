// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include <instantiate/variant.hpp>
#include <omprim/detail/base/abi.hpp>

/// The device rows of this build, named one by one: an archive drops what nobody names.
namespace omprim::inline OMPRIM_ABI::instantiate {
using omprim::detail::variant_span;
variant_span device_int32_sum();
variant_span device_int32();
variant_span device_uint32();
variant_span device_int64();
variant_span device_uint64();
variant_span device_float32();
variant_span device_float64();
variant_span device_atomics_int32_sum();
variant_span device_atomics_int32();
variant_span device_atomics_uint32();
variant_span device_atomics_int64();
variant_span device_atomics_uint64();
variant_span device_atomics_float32();
variant_span device_atomics_float64();
variant_span device_collectives_int32_sum();
variant_span device_collectives_int32();
variant_span device_collectives_uint32();
variant_span device_collectives_int64();
variant_span device_collectives_uint64();
variant_span device_collectives_float32();
variant_span device_collectives_float64();
variant_span device_reducer();
variant_span device_select_int32();
variant_span device_select_uint32();
variant_span device_select_int64();
variant_span device_select_uint64();
variant_span device_select_float32();
variant_span device_select_float64();
variant_span device_scan_int32();
variant_span device_scan_uint32();
variant_span device_scan_int64();
variant_span device_scan_uint64();
variant_span device_scan_float32();
variant_span device_scan_float64();
variant_span device_segmented_scan_int32();
variant_span device_segmented_scan_uint32();
variant_span device_segmented_scan_int64();
variant_span device_segmented_scan_uint64();
variant_span device_segmented_scan_float32();
variant_span device_segmented_scan_float64();
variant_span device_segment_int32();
variant_span device_segment_uint32();
variant_span device_segment_int64();
variant_span device_segment_uint64();
variant_span device_segment_float32();
variant_span device_segment_float64();
}  // namespace omprim::inline OMPRIM_ABI::instantiate

namespace omprim::detail {

void collect_device(std::vector<variant_span>& spans);
void collect_device(std::vector<variant_span>& spans) {
  using namespace omprim::OMPRIM_ABI::instantiate;
  for (const auto& rows : {device_int32_sum(),
                           device_int32(),
                           device_uint32(),
                           device_int64(),
                           device_uint64(),
                           device_float32(),
                           device_float64(),
                           device_atomics_int32_sum(),
                           device_atomics_int32(),
                           device_atomics_uint32(),
                           device_atomics_int64(),
                           device_atomics_uint64(),
                           device_atomics_float32(),
                           device_atomics_float64(),
                           device_collectives_int32_sum(),
                           device_collectives_int32(),
                           device_collectives_uint32(),
                           device_collectives_int64(),
                           device_collectives_uint64(),
                           device_collectives_float32(),
                           device_collectives_float64(),
                           device_reducer(),
                           device_select_int32(),
                           device_select_uint32(),
                           device_select_int64(),
                           device_select_uint64(),
                           device_select_float32(),
                           device_select_float64(),
                           device_scan_int32(),
                           device_scan_uint32(),
                           device_scan_int64(),
                           device_scan_uint64(),
                           device_scan_float32(),
                           device_scan_float64(),
                           device_segmented_scan_int32(),
                           device_segmented_scan_uint32(),
                           device_segmented_scan_int64(),
                           device_segmented_scan_uint64(),
                           device_segmented_scan_float32(),
                           device_segmented_scan_float64(),
                           device_segment_int32(),
                           device_segment_uint32(),
                           device_segment_int64(),
                           device_segment_uint64(),
                           device_segment_float32(),
                           device_segment_float64()}) {
    spans.push_back(rows);
  }
}

}  // namespace omprim::detail
