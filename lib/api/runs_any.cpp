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

}  // namespace

std::uint64_t runs_any(const execution& where, element type, operation op, const void* data,
                       std::size_t n, const runs_request& request, const runs_options& options) {
  require_algorithm(op, algorithm::runs);
  return run(where, family_of(families_by_type, type), op, data, n, request, options);
}

std::uint64_t run_length_encode_any(const execution& where, element type, const void* data,
                                    std::size_t n, void* unique, std::int64_t* lengths,
                                    const runs_options& options) {
  return run_by_key(where, family_of(families_by_type, type), data, runs_int64,
                    operation::run_lengths, nullptr, n, unique, lengths, options);
}

std::uint64_t reduce_by_key_any(const execution& where, element key_type, const void* keys,
                                element type, operation op, const void* values, std::size_t n,
                                void* unique_keys, void* out, const runs_options& options) {
  return run_by_key(where, family_of(families_by_type, key_type), keys,
                    family_of(families_by_type, type), op, values, n, unique_keys, out, options);
}

}  // namespace omprim
