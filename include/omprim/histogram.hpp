// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/any.hpp>
#include <omprim/bins.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>

/// Histograms: how many elements of an array lie in each bin. They are compiled into the library
/// for int32, uint32, int64, uint64, float and double.
///
/// Contract:
///   * The call reads the half-open range [data, data + n), any n from 0 and any alignment that T
///     allows, and writes one count for each bin. It overwrites what the counts held before.
///   * Elements in no bin are not counted: those below the first or not below the last bin, and
///     NaN. -0 equals +0.
///   * There are 1 to 2^30 bins.
///   * All arrays are accessible where the call runs, which `where` says (execution.hpp). The next
///     kernel there can use the counts.
///   * It blocks until the counts are complete. Several threads may call it at the same time.
///
/// Errors: those of reduce.hpp, and status::invalid_argument
///   * for no bins or more than 2^30, and for null pointers to counts or edges
///   * for even bins if `lower` is not below `upper`, or the width of all or of one is no finite
///     number
/// Determinism: every backend, number of threads and tuning gives the same counts.
///
/// Default method: each group counts in local memory and adds its counts to those of the call
/// (strategy "local-bins"). Memory: on a device 8 bytes for each of up to 11,263 bins, kept for the
/// next call, and none beyond; on a processor 4 bytes for each bin, up to 4 MB, for each thread.
namespace omprim {

/// counts[b] = the number of elements in bin b.
///   omprim::histogram(where, x, n, omprim::even_bins(0.0f, 1.0f, 100), counts);
template <class T, class Bins>
void histogram(const execution& where, const T* data, std::size_t n, const Bins& bins,
               std::int64_t* counts, const histogram_options& options = default_options) {
  histogram_request request;
  detail::request_bins<T>(request, bins);
  request.counts = counts;
  detail::run(where, detail::families<T>::histogram(), detail::histogram_of<Bins>::op, data, n,
              request, options);
}

}  // namespace omprim
