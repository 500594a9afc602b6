// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {
namespace {

using namespace detail;

constexpr const select_family* key_families[] = {
#define OMPRIM_FAMILY(name, type) &select_##name,
    OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
};
constexpr const segmented_reduce_family* value_families[] = {
#define OMPRIM_FAMILY(name, type) &segmented_reduce_##name,
    OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
};

}  // namespace

void segmented_reduce_any(const execution& where, element type, operation op, const void* data,
                          const segment_request& request, const segment_options& options) {
  require_algorithm(op, algorithm::segment);
  run(where, family_of(value_families, type), op, data, request, options);
}

std::uint64_t reduce_by_key_any(const execution& where, element key_type, const void* keys,
                                element type, operation op, const void* values, std::size_t n,
                                void* unique_keys, void* out, const segment_options& options) {
  return run_by_key(where, family_of(key_families, key_type), keys, family_of(value_families, type),
                    op, values, n, unique_keys, out, options);
}

}  // namespace omprim
