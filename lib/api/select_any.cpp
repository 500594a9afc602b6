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
  static constexpr const select_family* flagged_families[] = {
#define OMPRIM_FAMILY(name, type) &families_of_size<type>::select_flagged(),
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::select);
  const bool by_flags = op == operation::select_flagged || op == operation::count_flagged;
  return run(where, family_of(by_flags ? flagged_families : families, type), op, data, n, request,
             options);
}

}  // namespace omprim
