// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/histogram.hpp>
#include <omprim/omprim.h>

/// The C functions of histograms of one element type.

using omprim::detail::guarded;
using omprim::detail::to_cpp;

#define OMPRIM_DEFINE_HISTOGRAMS(name, type)                                                      \
  omprim_status omprim_histogram_even_##name(omprim_execution where, const type* data, size_t n,  \
                                             type lower, type upper, size_t bins,                 \
                                             int64_t* counts) {                                   \
    return guarded([&] {                                                                          \
      omprim::histogram(to_cpp(where), data, n, omprim::even_bins(lower, upper, bins), counts);   \
    });                                                                                           \
  }                                                                                               \
  omprim_status omprim_histogram_edges_##name(omprim_execution where, const type* data, size_t n, \
                                              const type* edges, size_t bins, int64_t* counts) {  \
    return guarded([&] {                                                                          \
      omprim::histogram(to_cpp(where), data, n, omprim::bin_edges(edges, bins), counts);          \
    });                                                                                           \
  }
