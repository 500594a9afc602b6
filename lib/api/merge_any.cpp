// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {

void merge_any(const execution& where, element type, operation op, const void* keys, std::size_t n,
               const merge_request& request, const merge_options& options) {
  using namespace detail;
  static constexpr const merge_family* families[] = {
#define OMPRIM_FAMILY(name, type) &families_of_size<type>::merge(),
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::merge);
  run(where, family_of(families, type), type, op, keys, n, request, options);
}

}  // namespace omprim
