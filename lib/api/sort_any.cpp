// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {

void sort_any(const execution& where, element type, operation op, const void* keys, std::size_t n,
              const sort_request& request, const sort_options& options) {
  using namespace detail;
  static constexpr const sort_family* families[] = {
#define OMPRIM_FAMILY(name, type) &families_of_size<type>::sort(),
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::sort);
  const sort_family& family = family_of(families, type);
  if (op == operation::sort_by_key) {
    return run_sort_by_key(where, family, all_gathers(), type, keys, n, request, options);
  }
  run(where, family, type, op, keys, n, request, options);
}

}  // namespace omprim
