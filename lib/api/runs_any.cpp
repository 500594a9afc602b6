// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {
namespace {

using namespace detail;

constexpr const runs_family* families_by_type[] = {
#define OMPRIM_FAMILY(name, type) &runs_##name,
    OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
};

/// The family that moves first values of a type, whatever their bits mean.
const runs_family& first_family(element type) {
  return size_of(family_of(families_by_type, type).type) == 4 ? runs_uint32 : runs_uint64;
}
key_families key_families_of(element type) {
  return {family_of(families_by_type, type), first_family(type)};
}

}  // namespace

std::uint64_t runs_any(const execution& where, element type, operation op, const void* data,
                       std::size_t n, const runs_request& request, const runs_options& options) {
  require_algorithm(op, algorithm::runs);
  const runs_family& family =
      op == operation::run_first ? first_family(type) : family_of(families_by_type, type);
  return run(where, family, op, data, n, request, options);
}

std::uint64_t run_length_encode_any(const execution& where, element type, const void* data,
                                    std::size_t n, void* unique, std::int64_t* lengths,
                                    const runs_options& options) {
  return run_by_key(where, key_families_of(type), data, runs_int64, operation::run_lengths, nullptr,
                    n, unique, lengths, options);
}

std::uint64_t unique_by_key_any(const execution& where, element key_type, const void* keys,
                                element type, const void* values, std::size_t n, void* unique_keys,
                                void* out, const runs_options& options) {
  return run_by_key(where, key_families_of(key_type), keys, first_family(type),
                    operation::run_first, values, n, unique_keys, out, options);
}

void scan_by_key_any(const execution& where, element key_type, const void* keys, element type,
                     operation op, const void* values, std::size_t n, const scan_request& request,
                     const scan_options& options) {
  static constexpr const segmented_scan_family* scan_families[] = {
#define OMPRIM_FAMILY(name, type) &segmented_scan_##name,
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  run_scan_by_key(where, family_of(families_by_type, key_type), keys,
                  family_of(scan_families, type), op, values, n, request, options);
}

std::uint64_t reduce_by_key_any(const execution& where, element key_type, const void* keys,
                                element type, operation op, const void* values, std::size_t n,
                                void* unique_keys, void* out, const runs_options& options) {
  return run_by_key(where, key_families_of(key_type), keys, family_of(families_by_type, type), op,
                    values, n, unique_keys, out, options);
}

}  // namespace omprim
