// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/scalar.hpp>

/// The bins of histograms. Bins that are given by bounds or edges of one type count elements of
/// this type.
namespace omprim {

/// The greatest number of bins of a histogram, 2^30.
inline constexpr std::size_t most_bins = std::size_t{1} << 30;

/// `count` bins of equal width, from `lower` to below `upper`.
///   omprim::even_bins(0.0f, 1.0f, 100)     float: 0.0 to 0.01, 0.01 to 0.02, ...
///   omprim::even_bins(0, 256, 256)         int: a bin for each value from 0 to 255
///
/// The bin of x, from 0, is the quotient (x - lower) * count / (upper - lower) without its
/// fraction:
///   * of integers, exactly
///   * of floats, as (x - lower) * (count / (upper - lower)), computed in their type; the last bin
///     where this comes to `count`. So x may fall to the other side of an edge that is no number of
///     the type. Where this matters, give edges.
template <class T>
struct even_bins {
  even_bins(T from, T to, std::size_t number) : lower(from), upper(to), count(number) {}

  T lower;
  T upper;
  std::size_t count;
};

/// `count` bins; bin i begins at edges[i] and ends below edges[i + 1]. There are count + 1 edges,
/// in ascending order (the caller makes sure of that), in memory that the call can read. A bin
/// between equal edges is empty.
template <class T>
struct bin_edges {
  bin_edges(const T* first, std::size_t number) : edges(first), count(number) {}

  const T* edges;
  std::size_t count;
};

namespace detail {
template <class T, class U>
void request_bins(histogram_request& request, const even_bins<U>& bins) {
  static_assert(std::is_same_v<T, U>,
                "the bounds have not the type of the elements; write even_bins(0.0f, 1.0f, 100) "
                "for float");
  request.lower = to_scalar<T>(bins.lower);
  request.upper = to_scalar<T>(bins.upper);
  request.bins = bins.count;
}
template <class T, class U>
void request_bins(histogram_request& request, const bin_edges<U>& bins) {
  static_assert(std::is_same_v<T, U>, "the edges have not the type of the elements");
  request.edges = bins.edges;
  request.bins = bins.count;
}

template <class Bins>
struct histogram_of;
template <class T>
struct histogram_of<even_bins<T>> {
  static constexpr operation op = operation::histogram_even;
};
template <class T>
struct histogram_of<bin_edges<T>> {
  static constexpr operation op = operation::histogram_edges;
};
}  // namespace detail

}  // namespace omprim
