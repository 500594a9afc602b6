// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/bins.hpp>
#include <omprim/families.hpp>
#include <omprim/omprim.h>
#include <omprim/weighted_histogram.hpp>

/// The C functions of bins, sorts by bin and histograms of weights of one element type.

namespace {

using omprim::bin_edges;
using omprim::even_bins;
using omprim::detail::guarded;
using omprim::detail::to_cpp;

template <class T, class Bins>
omprim_status index_bins(const omprim_execution& where, const T* data, size_t n, const Bins& bins,
                         void* index, size_t index_bytes) {
  return guarded([&] {
    omprim::histogram_request request;
    omprim::detail::request_bins<T>(request, bins);
    omprim::detail::run_bin_index(to_cpp(where), omprim::detail::families<T>::histogram(),
                                  omprim::detail::histogram_of<Bins>::op, data, n, request, index,
                                  index_bytes);
  });
}

template <class T, class Bins>
omprim_status sort_by_bin(const omprim_execution& where, const T* data, size_t n, const Bins& bins,
                          void* positions, size_t position_bytes, int64_t* offsets) {
  return guarded([&] {
    omprim::histogram_request request;
    omprim::detail::request_bins<T>(request, bins);
    omprim::detail::run_bin_sort(to_cpp(where), omprim::detail::families<T>::histogram(),
                                 omprim::detail::histogram_of<Bins>::op, data, n, request,
                                 positions, position_bytes, offsets);
  });
}

template <class T, class Bins>
omprim_status add_weights(const omprim_execution& where, const T* data, const T* weights, size_t n,
                          const Bins& bins, T* sums) {
  return guarded([&] { omprim::histogram(to_cpp(where), data, weights, n, bins, sums); });
}

}  // namespace

#define OMPRIM_DEFINE_BIN_SORTS(name, type)                                                       \
  omprim_status omprim_bin_index_even_##name(omprim_execution where, const type* data, size_t n,  \
                                             type lower, type upper, size_t bins, void* index,    \
                                             size_t index_bytes) {                                \
    return index_bins(where, data, n, even_bins(lower, upper, bins), index, index_bytes);         \
  }                                                                                               \
  omprim_status omprim_bin_index_edges_##name(omprim_execution where, const type* data, size_t n, \
                                              const type* edges, size_t bins, void* index,        \
                                              size_t index_bytes) {                               \
    return index_bins(where, data, n, bin_edges(edges, bins), index, index_bytes);                \
  }                                                                                               \
  omprim_status omprim_bin_sort_even_##name(omprim_execution where, const type* data, size_t n,   \
                                            type lower, type upper, size_t bins, void* positions, \
                                            size_t position_bytes, int64_t* offsets) {            \
    return sort_by_bin(where, data, n, even_bins(lower, upper, bins), positions, position_bytes,  \
                       offsets);                                                                  \
  }                                                                                               \
  omprim_status omprim_bin_sort_edges_##name(omprim_execution where, const type* data, size_t n,  \
                                             const type* edges, size_t bins, void* positions,     \
                                             size_t position_bytes, int64_t* offsets) {           \
    return sort_by_bin(where, data, n, bin_edges(edges, bins), positions, position_bytes,         \
                       offsets);                                                                  \
  }                                                                                               \
  omprim_status omprim_weighted_histogram_even_##name(omprim_execution where, const type* data,   \
                                                      const type* weights, size_t n, type lower,  \
                                                      type upper, size_t bins, type* sums) {      \
    return add_weights(where, data, weights, n, even_bins(lower, upper, bins), sums);             \
  }                                                                                               \
  omprim_status omprim_weighted_histogram_edges_##name(                                           \
      omprim_execution where, const type* data, const type* weights, size_t n, const type* edges, \
      size_t bins, type* sums) {                                                                  \
    return add_weights(where, data, weights, n, bin_edges(edges, bins), sums);                    \
  }
