// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>

#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/segmented_sort.hpp>

namespace omprim {

void segmented_sort_any(const execution& where, element type, operation op, const void* keys,
                        std::size_t n, const segmentation& segments, const sort_request& request,
                        const sort_options& options) {
  using namespace detail;
  using make_families = segmented_sort_families (*)();
  static constexpr make_families families[] = {
#define OMPRIM_FAMILIES(name, type) &families_to_sort<type>,
      OMPRIM_ELEMENTS(OMPRIM_FAMILIES)
#undef OMPRIM_FAMILIES
  };
  require_algorithm(op, algorithm::sort);
  const auto number = require_known(type, element_count, "element type");
  run_segmented_sort(where, families[number](), type, op, keys, n, segments, request, options);
}

}  // namespace omprim
