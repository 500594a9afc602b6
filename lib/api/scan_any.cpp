// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {

void scan_any(const execution& where, element type, operation op, const void* data, std::size_t n,
              const scan_request& request, const scan_options& options) {
  using namespace detail;
  static constexpr const scan_family* families[] = {
#define OMPRIM_FAMILY(name, type) &scan_##name,
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  static constexpr const segmented_scan_family* segmented_families[] = {
#define OMPRIM_FAMILY(name, type) &segmented_scan_##name,
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::scan);
  if (scans_segments(op)) {
    return run(where, family_of(segmented_families, type), op, data, n, request, options);
  }
  run(where, family_of(families, type), op, data, n, request, options);
}

}  // namespace omprim
