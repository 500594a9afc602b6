// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>

/// Searches: where values belong in a sorted array. Elements are int32, uint32, int64, uint64,
/// float or double.
///
/// Contract of both functions:
///   * They read n sorted elements and `count` values, any numbers from 0, of any alignment that
///     their type allows, and write one position for each value. Values need no order; those in
///     order are searched for faster.
///   * The order is that of sort.hpp, ascending or, if search_options say so, descending. Of floats
///     it is total: -0 below +0, and NaN of either sign above all others and equal to each other.
///     An array that is not in this order gives positions from 0 to n without a meaning.
///   * Positions are integers of 4 or 8 bytes; those of 4 bytes number less than 2^31 elements.
///   * They block until the positions are complete. Several threads may call them at the same time.
///   * All arrays are accessible where the call runs, which `where` says (execution.hpp). The next
///     kernel there can use the positions. The output does not overlap the inputs.
///
/// Errors: those of reduce.hpp, and status::invalid_argument for n from 2^31 on if positions have 4
/// bytes. Determinism: every backend, number of threads and tuning gives the same positions.
///
/// Default method: bisection without branches, of several values at a time (strategy "bisection").
/// Memory: none.
namespace omprim {

namespace detail {
template <class T, class Index>
void run_search(const execution& where, operation op, const T* sorted, std::size_t n,
                const T* values, std::size_t count, Index* positions,
                const search_options& options) {
  static_assert(std::is_integral<Index>::value && (sizeof(Index) == 4 || sizeof(Index) == 8),
                "positions are integers of 4 or 8 bytes");
  search_request request;
  request.values = values;
  request.count = count;
  request.positions = positions;
  request.position_bytes = sizeof(Index);
  run(where, families_of_size<T>::search(), element_of<T>(), op, sorted, n, request, options);
}
}  // namespace detail

/// positions[i] = the number of sorted elements that are below values[i]; in a descending array,
/// above it. This is the first position where values[i] can be inserted.
template <class T, class Index>
void lower_bound(const execution& where, const T* sorted, std::size_t n, const T* values,
                 std::size_t count, Index* positions,
                 const search_options& options = default_search_options) {
  detail::run_search(where, operation::lower_bound, sorted, n, values, count, positions, options);
}

/// positions[i] = the number of sorted elements that are not above values[i]; in a descending
/// array, not below it. This is the last position where values[i] can be inserted.
template <class T, class Index>
void upper_bound(const execution& where, const T* sorted, std::size_t n, const T* values,
                 std::size_t count, Index* positions,
                 const search_options& options = default_search_options) {
  detail::run_search(where, operation::upper_bound, sorted, n, values, count, positions, options);
}

}  // namespace omprim
