// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <omprim/histogram.hpp>
#include <omprim/memory.hpp>
#include <omprim/mpi/message.hpp>

/// The histograms of histogram.hpp over the elements of all ranks. The contract is that of mpi.hpp
/// and of histogram.hpp.
namespace omprim::mpi {

/// counts[b] = the number of elements of all ranks in bin b. All ranks give the same number of bins
/// and get all counts, where `where` says. After an error the counts are unspecified. The counts
/// are sent by way of the host.
template <class T, class Bins>
void histogram(MPI_Comm comm, const execution& where, const T* data, std::size_t n,
               const Bins& bins, std::int64_t* counts,
               const histogram_options& options = default_options) {
  detail::require_ranks(comm);
  histogram_request request;
  detail::failure own;
  std::vector<std::int64_t> sent;
  own.guard([&] {
    omprim::detail::request_bins<T>(request, bins);
    omprim::histogram(where, data, n, bins, counts, options);
    sent.resize(request.bins);
    copy_out(where, sent.data(), counts, sent.size() * sizeof(std::int64_t));
  });
  detail::message<detail::equal_entry> agreed(operation::histogram_even,
                                              omprim::detail::element_of<T>(), request.bins);
  detail::exchange(comm, agreed.header, own);
  detail::add_up(comm, sent.data(), sent.size());
  own.guard([&] { copy_in(where, counts, sent.data(), sent.size() * sizeof(std::int64_t)); });
  detail::agree(comm, own);
}

}  // namespace omprim::mpi
