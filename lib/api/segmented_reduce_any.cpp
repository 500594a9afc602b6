// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <dispatch/choice.hpp>
#include <omprim/families.hpp>

namespace omprim {
namespace {

using namespace detail;

constexpr const segmented_reduce_family* value_families[] = {
#define OMPRIM_FAMILY(name, type) &segmented_reduce_##name,
    OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
};

constexpr const segmented_reduce_family* exact_families_by_type[element_count] = {
#define OMPRIM_FAMILY(name, type) nullptr,
    OMPRIM_INTEGERS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
#define OMPRIM_FAMILY(name, type) &exact_segmented_##name,
        OMPRIM_FLOATS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
};

const segmented_reduce_family& family_for(const execution& where, element type, operation op) {
  if (op != operation::exact_segmented_sum) return family_of(value_families, type);
  const auto* const exact =
      exact_families_by_type[require_known(type, element_count, "element type")];
  if (exact == nullptr) throw_no_choice(where, type, op);
  return *exact;
}

}  // namespace

void segmented_reduce_any(const execution& where, element type, operation op, const void* data,
                          const segment_request& request, const segment_options& options) {
  require_algorithm(op, algorithm::segment);
  run(where, family_for(where, type, op), op, data, request, options);
}

}  // namespace omprim
