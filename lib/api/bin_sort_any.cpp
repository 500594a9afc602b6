// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/families.hpp>

namespace omprim {
namespace {

const detail::histogram_family& bins_of_type(element type, operation op) {
  using namespace detail;
  static constexpr const histogram_family* families[] = {
#define OMPRIM_FAMILY(name, type) &histogram_##name,
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  require_algorithm(op, algorithm::histogram);
  return family_of(families, type);
}

}  // namespace

void bin_index_any(const execution& where, element type, operation op, const void* data,
                   std::size_t n, const histogram_request& bins, void* index,
                   std::size_t index_bytes) {
  detail::run_bin_index(where, bins_of_type(type, op), op, data, n, bins, index, index_bytes);
}

void bin_sort_any(const execution& where, element type, operation op, const void* data,
                  std::size_t n, const histogram_request& bins, void* positions,
                  std::size_t position_bytes, std::int64_t* offsets) {
  detail::run_bin_sort(where, bins_of_type(type, op), op, data, n, bins, positions, position_bytes,
                       offsets);
}

void weighted_histogram_any(const execution& where, element type, operation op, const void* data,
                            element weight_type, const void* weights, std::size_t n,
                            const histogram_request& bins, void* sums,
                            const segment_options& options) {
  using namespace detail;
  static constexpr const gather_family* moves[] = {
#define OMPRIM_FAMILY(name, type) &families_of_size<type>::gather(),
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  static constexpr const segmented_reduce_family* adds[] = {
#define OMPRIM_FAMILY(name, type) &segmented_reduce_##name,
      OMPRIM_ELEMENTS(OMPRIM_FAMILY)
#undef OMPRIM_FAMILY
  };
  run_weighted_histogram(where, bins_of_type(type, op), op, data, n, bins,
                         family_of(moves, weight_type), family_of(adds, weight_type), weights, sums,
                         options);
}

}  // namespace omprim
