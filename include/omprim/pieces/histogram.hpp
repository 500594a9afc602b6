// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <omprim/bins.hpp>
#include <omprim/buffer_at.hpp>
#include <omprim/histogram.hpp>
#include <omprim/memory.hpp>
#include <omprim/pieces/piece.hpp>

/// histogram.hpp for pieces. The contract is that of pieces.hpp.
namespace omprim {

namespace detail {
template <class T>
void count_at(const execution& where, const T* data, std::size_t n, const even_bins<T>& bins,
              std::int64_t* counts) {
  histogram(where, data, n, bins, counts);
}
/// The edges are on the host.
template <class T>
void count_at(const execution& where, const T* data, std::size_t n, const bin_edges<T>& bins,
              std::int64_t* counts) {
  const auto edges = buffer_at<T>(where, bins.count + 1);
  copy_in(where, edges.get(), bins.edges, (bins.count + 1) * sizeof(T));
  histogram(where, data, n, bin_edges<T>(edges.get(), bins.count), counts);
}
}  // namespace detail

/// The number of elements of all pieces in each bin. Edges of bins are on the host. Each place
/// needs memory for the counts, and for the edges.
template <class V, class Bins, class = detail::if_pieces<V>>
std::vector<std::int64_t> histogram(const V& pieces, const Bins& bins) {
  using T = detail::element_of_pieces<V>;
  const T* const nothing = nullptr;
  std::vector<std::int64_t> total(bins.count <= most_bins ? bins.count : 0);
  histogram(serial(), nothing, 0, bins, total.data());  // so that wrong bins are an error
  std::vector<std::vector<std::int64_t>> counts(detail::length_of(pieces));
  detail::for_each_piece(detail::places_of(pieces), [&](std::size_t i) {
    const auto& part = detail::data_of(pieces)[i];
    const auto at_place = detail::buffer_at<std::int64_t>(part.where, bins.count);
    detail::count_at<T>(part.where, part.data, part.size, bins, at_place.get());
    counts[i].resize(bins.count);
    copy_out(part.where, counts[i].data(), at_place.get(), bins.count * sizeof(std::int64_t));
  });
  for (const auto& of_piece : counts) {
    for (std::size_t bin = 0; bin < total.size(); ++bin) total[bin] += of_piece[bin];
  }
  return total;
}

}  // namespace omprim
