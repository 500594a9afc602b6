// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/bins.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>

/// The bin of each element, and the elements in the order of their bins: particles by cell.
/// histogram.hpp defines the bins and the types of elements.
///
/// Contract of both functions:
///   * They read n elements, any n from 0, of any alignment that their type allows.
///   * Bins are numbered from 0. An element in no bin has the number `bins.count`: one below the
///     first bin, one not below the end of the last bin, and NaN. -0 equals +0.
///   * Outputs do not overlap inputs or each other.
///   * They block until the outputs are complete. Several threads may call them at the same time.
///   * All arrays are accessible where the call runs, which `where` says (execution.hpp). The next
///     kernel there can use the outputs.
///
/// Errors: as in histogram.hpp; status::invalid_argument also for a null pointer to an output;
/// status::out_of_memory.
/// Determinism: every backend, number of threads and tuning gives the same outputs.
namespace omprim {

/// index[i] = the bin of data[i]; `bins.count` if it is in none. `Index` is an integer of 4 or 8
/// bytes. The elements are read once. Memory: none.
///   omprim::bin_index(where, x, n, omprim::even_bins(0.0f, 1.0f, 100), index);
template <class T, class Bins, class Index>
void bin_index(const execution& where, const T* data, std::size_t n, const Bins& bins,
               Index* index) {
  static_assert(std::is_integral<Index>::value && (sizeof(Index) == 4 || sizeof(Index) == 8),
                "indices of bins are integers of 4 or 8 bytes");
  histogram_request request;
  detail::request_bins<T>(request, bins);
  detail::run_bin_index(where, detail::families<T>::histogram(), detail::histogram_of<Bins>::op,
                        data, n, request, index, sizeof(Index));
}

/// Orders the positions of the elements by bin; in a bin they ascend (the sort is stable). Bin b
/// has the positions from positions[offsets[b]] to before positions[offsets[b + 1]]; elements in no
/// bin come last, from positions[offsets[bins.count]] on.
///   * There are n positions, integers of 4 or 8 bytes; positions of 4 bytes number less than 2^31
///     elements. There are bins.count + 1 offsets, and up to 2^30 - 1 bins.
///   * gather.hpp moves any arrays with the positions, and segmented_reduce.hpp reduces bins by the
///     offsets.
///
/// Method: bin_index, a histogram of the indices and its exclusive scan, and a radix sort of the
/// bits that the indices have: one pass up to 255 bins, two up to 65,535.
/// Memory: 4 bytes for each element, allocated for the call, and that of the sort.
template <class T, class Bins, class Index>
void bin_sort(const execution& where, const T* data, std::size_t n, const Bins& bins,
              Index* positions, std::int64_t* offsets) {
  static_assert(std::is_integral<Index>::value && (sizeof(Index) == 4 || sizeof(Index) == 8),
                "positions are integers of 4 or 8 bytes");
  histogram_request request;
  detail::request_bins<T>(request, bins);
  detail::run_bin_sort(where, detail::families<T>::histogram(), detail::histogram_of<Bins>::op,
                       data, n, request, positions, sizeof(Index), offsets);
}

}  // namespace omprim
