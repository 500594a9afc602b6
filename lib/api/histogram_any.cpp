// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {

void histogram_any(const execution& where, element type, operation op, const void* data,
                   std::size_t n, const histogram_request& request,
                   const histogram_options& options) {
  using namespace detail;
  static constexpr const histogram_family* families[] = {
#define OMPRIM_FAMILY(name, type) &histogram_##name,
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::histogram);
  run(where, family_of(families, type), op, data, n, request, options);
}

}  // namespace omprim
