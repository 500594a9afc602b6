// SPDX-License-Identifier: BSD-3-Clause
#include <api/call.hpp>
#include <api/lent_heads.hpp>
#include <omprim/any.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/families.hpp>
#include <omprim/segmentation.hpp>

namespace omprim::detail {

void run_scan_by_key(const execution& where, const runs_family& key_family, const void* keys,
                     const segmented_scan_family& family, operation op, const void* values,
                     std::size_t n, const scan_request& request, const scan_options& options) try {
  require_data(keys, n, "the pointer to the keys");
  require_data(values, n, "the pointer to the values");
  require_data(request.out, n, "the output pointer");
  if (form_of(request.segments) != segment_form::none) {
    refuse("a scan by key takes no segments: its keys tell where they begin");
  }
  const lent_heads heads(where, n);
  (void)run(where, key_family, operation::run_heads, keys, n, {heads.data(), nullptr}, {});
  scan_request segmented = request;
  segmented.segments = by_head_bits(heads.data());
  run(where, family, op, values, n, segmented, options);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
