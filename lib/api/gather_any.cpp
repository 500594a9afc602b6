// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {

void gather_any(const execution& where, element type, operation op, std::size_t n,
                const gather_request& request, const gather_options& options) {
  using namespace detail;
  static constexpr const gather_family* families[] = {
#define OMPRIM_FAMILY(name, type) &families_of_size<type>::gather(),
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::gather);
  run(where, family_of(families, type), op, n, request, options);
}

}  // namespace omprim
