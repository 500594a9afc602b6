// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {

void search_any(const execution& where, element type, operation op, const void* sorted,
                std::size_t n, const search_request& request, const search_options& options) {
  using namespace detail;
  static constexpr const search_family* families[] = {
#define OMPRIM_FAMILY(name, type) &families_of_size<type>::search(),
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::search);
  run(where, family_of(families, type), type, op, sorted, n, request, options);
}

}  // namespace omprim
