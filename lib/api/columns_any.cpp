// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <omprim/columns.hpp>
#include <omprim/families.hpp>

namespace omprim {
namespace {

using namespace detail;

constexpr const runs_family* families_by_type[] = {
#define OMPRIM_FAMILY(name, type) &runs_##name,
    OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
};

/// Columns combine values and do not move them: the family that moves the first ones is not asked.
key_families key_families_of(element type) {
  const runs_family& family = family_of(families_by_type, type);
  return {family, family};
}

}  // namespace

value_column column_any(element type, operation op, const void* values, void* out) {
  return {&family_of(families_by_type, type), op, values, out};
}

std::uint64_t reduce_by_key_any(const execution& where, element key_type, const void* keys,
                                std::size_t n, void* unique_keys, const value_column* columns,
                                std::size_t count, const runs_options& options) {
  return run_by_key(where, key_families_of(key_type), keys, n, unique_keys, columns, count,
                    options);
}

}  // namespace omprim
