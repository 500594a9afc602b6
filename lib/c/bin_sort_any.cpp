// SPDX-License-Identifier: BSD-3-Clause
// C functions of bins, sorts by bin and histograms of weights whose types are arguments: a call
// links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::to_cpp;

omprim::histogram_request bins_of(const omprim_histogram_request* bins) {
  omprim::detail::require_request(bins);
  omprim::histogram_request converted;
  converted.lower.u = bins->lower.u;
  converted.upper.u = bins->upper.u;
  converted.edges = bins->edges;
  converted.bins = bins->bins;
  return converted;
}

}  // namespace

omprim_status omprim_bin_index(omprim_execution where, int type, int operation, const void* data,
                               size_t n, const omprim_histogram_request* bins, void* index,
                               size_t index_bytes) {
  return guarded([&] {
    omprim::bin_index_any(to_cpp(where), static_cast<omprim::element>(type),
                          static_cast<omprim::operation>(operation), data, n, bins_of(bins), index,
                          index_bytes);
  });
}

omprim_status omprim_bin_sort(omprim_execution where, int type, int operation, const void* data,
                              size_t n, const omprim_histogram_request* bins, void* positions,
                              size_t position_bytes, int64_t* offsets) {
  return guarded([&] {
    omprim::bin_sort_any(to_cpp(where), static_cast<omprim::element>(type),
                         static_cast<omprim::operation>(operation), data, n, bins_of(bins),
                         positions, position_bytes, offsets);
  });
}

omprim_status omprim_weighted_histogram(omprim_execution where, int type, int operation,
                                        const void* data, int weight_type, const void* weights,
                                        size_t n, const omprim_histogram_request* bins, void* sums,
                                        const omprim_options* options) {
  return guarded([&] {
    omprim::weighted_histogram_any(to_cpp(where), static_cast<omprim::element>(type),
                                   static_cast<omprim::operation>(operation), data,
                                   static_cast<omprim::element>(weight_type), weights, n,
                                   bins_of(bins), sums, to_cpp(options));
  });
}
