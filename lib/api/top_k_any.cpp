// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {

void top_k_any(const execution& where, element type, operation op, const void* data, std::size_t n,
               const top_k_request& request, const top_k_options& options) {
  using namespace detail;
  static constexpr const top_k_family* families[] = {
#define OMPRIM_FAMILY(name, type) &families_of_size<type>::top_k(),
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::top_k);
  run(where, family_of(families, type), type, op, data, n, request, options);
}

}  // namespace omprim
