// SPDX-License-Identifier: BSD-3-Clause
#include <string_view>
#include <vector>

#include <instantiate/variant.hpp>
#include <omprim/detail/base/abi.hpp>

/// The host rows of one ISA level, named one by one: an archive drops what nobody names.
namespace omprim::inline OMPRIM_ABI::instantiate {

using omprim::detail::variant_span;

variant_span host_int32_sum();
variant_span host_int32();
variant_span host_uint32();
variant_span host_int64();
variant_span host_uint64();
variant_span host_float32();
variant_span host_float64();
variant_span host_select_int32();
variant_span host_select_uint32();
variant_span host_select_int64();
variant_span host_select_uint64();
variant_span host_select_float32();
variant_span host_select_float64();
variant_span host_scan_int32();
variant_span host_scan_uint32();
variant_span host_scan_int64();
variant_span host_scan_uint64();
variant_span host_scan_float32();
variant_span host_scan_float64();
variant_span host_segmented_scan_int32();
variant_span host_segmented_scan_uint32();
variant_span host_segmented_scan_int64();
variant_span host_segmented_scan_uint64();
variant_span host_segmented_scan_float32();
variant_span host_segmented_scan_float64();
variant_span host_segment_int32();
variant_span host_segment_uint32();
variant_span host_segment_int64();
variant_span host_segment_uint64();
variant_span host_segment_float32();
variant_span host_segment_float64();

void collect_host(std::vector<variant_span>& spans);
void collect_host(std::vector<variant_span>& spans) {
  for (const auto& rows : {host_int32_sum(),
                           host_int32(),
                           host_uint32(),
                           host_int64(),
                           host_uint64(),
                           host_float32(),
                           host_float64(),
                           host_select_int32(),
                           host_select_uint32(),
                           host_select_int64(),
                           host_select_uint64(),
                           host_select_float32(),
                           host_select_float64(),
                           host_scan_int32(),
                           host_scan_uint32(),
                           host_scan_int64(),
                           host_scan_uint64(),
                           host_scan_float32(),
                           host_scan_float64(),
                           host_segmented_scan_int32(),
                           host_segmented_scan_uint32(),
                           host_segmented_scan_int64(),
                           host_segmented_scan_uint64(),
                           host_segmented_scan_float32(),
                           host_segmented_scan_float64(),
                           host_segment_int32(),
                           host_segment_uint32(),
                           host_segment_int64(),
                           host_segment_uint64(),
                           host_segment_float32(),
                           host_segment_float64()}) {
    spans.push_back(rows);
  }
}

/// The level that the compiler was told, read off its own macros.
std::string_view proof();
std::string_view proof() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
  return "x86-64-v4";
#elif defined(__AVX2__) && defined(__FMA__)
  return "x86-64-v3";
#elif defined(__SSE4_2__)
  return "x86-64-v2";
#else
  return "generic";
#endif
}

}  // namespace omprim::inline OMPRIM_ABI::instantiate
