// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/any.hpp>
#include <omprim/bins.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>

/// Histograms of weights: the sum of the weights of all elements in each bin. Elements and weights
/// are int32, uint32, int64, uint64, float or double, of one type or of two. histogram.hpp counts
/// elements.
namespace omprim {

/// sums[b] = the sum of weights[i] over all elements data[i] in bin b; 0 of an empty bin. Sums have
/// the type of the weights, and are those of segmented_reduce.hpp: integers wrap, NaN propagates.
///   * The call reads n elements and n weights, any n from 0 and any alignment that their types
///     allow, and writes one sum for each bin. It overwrites what the sums held before.
///   * Weights of elements in no bin are not added, NaN neither.
///   * There are 1 to 2^30 - 1 bins. The output does not overlap the inputs.
///   * All arrays are accessible where the call runs, which `where` says (execution.hpp). The next
///     kernel there can use the sums.
///   * It blocks until the sums are complete. Several threads may call it at the same time.
///
/// Errors: those of histogram.hpp, for weights and sums, too; status::out_of_memory. Options choose
/// the variant of the segmented sum.
/// Determinism: integer sums are the same on every backend. Float sums have the same bits at each
/// call with the same input, on the same device or with the same number of threads, by the same
/// variant; the order of additions depends on nothing else. Others differ within the rounding
/// bound.
///
/// Method: on hosts, for sums of less than 4 MB and for no more bins than elements, each thread
/// adds up its part of the elements in sums of its own. Else, and where options name a variant or
/// ask for a profile, a sort by bin (bin_sort.hpp), a gather of the weights, and a segmented sum.
/// Memory, allocated for the call: by threads, the sums of each, altogether no more than elements
/// or the sums of one thread. By a sort, for each element 8 bytes (12 from 2^31 elements on) and
/// the bytes of a weight, for each bin 8 bytes, and the memory of the sort.
template <class T, class W, class Bins>
void histogram(const execution& where, const T* data, const W* weights, std::size_t n,
               const Bins& bins, W* sums, const segment_options& options = default_options) {
  histogram_request request;
  detail::request_bins<T>(request, bins);
  detail::run_weighted_histogram(where, detail::families<T>::histogram(),
                                 detail::histogram_of<Bins>::op, data, n, request,
                                 detail::families_of_size<W>::gather(),
                                 detail::families<W>::segmented_reduce(), weights, sums, options);
}

}  // namespace omprim
