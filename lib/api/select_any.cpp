// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {

std::uint64_t select_any(const execution& where, element type, operation op, const void* data,
                         std::size_t n, const selection_request& request,
                         const select_options& options) {
  using namespace detail;
  static constexpr const select_family* families[] = {
#define OMPRIM_FAMILY(name, type) &select_##name,
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::select);
  const select_family* family = &family_of(families, type);
  if (op == operation::select_flagged || op == operation::count_flagged) {
    family = size_of(type) == 4 ? &select_flagged_uint32 : &select_flagged_uint64;
  }
  return run(where, *family, op, data, n, request, options);
}

}  // namespace omprim
