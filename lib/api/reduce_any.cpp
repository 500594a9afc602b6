// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {

reduce_result reduce_any(const execution& where, element type, operation op, const void* data,
                         const void* other, std::size_t n, const reduce_options& options) {
  using namespace detail;
  static constexpr const reduce_family* families[] = {
#define OMPRIM_FAMILY(name, type) &reduce_##name,
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::reduce);
  return run(where, family_of(families, type), op, data, other, n, options);
}

}  // namespace omprim
