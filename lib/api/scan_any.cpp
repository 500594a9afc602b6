// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {

void scan_any(const execution& where, element type, operation op, const void* data, std::size_t n,
              const scan_request& request, const scan_options& options) {
  using namespace detail;
  static constexpr const scan_family* families[] = {
#define X(type) &scan_##type,
      OMPRIM_TYPE_LIST
#undef X
  };
  static constexpr const segmented_scan_family* segmented_families[] = {
#define X(type) &segmented_scan_##type,
      OMPRIM_TYPE_LIST
#undef X
  };
  require_algorithm(op, algorithm::scan);
  if (scans_segments(op)) {
    return run(where, family_of(segmented_families, type), op, data, n, request, options);
  }
  run(where, family_of(families, type), op, data, n, request, options);
}

}  // namespace omprim
