// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/sort.hpp>

/// Merges: two sorted arrays to one. Keys are int32, uint32, int64, uint64, float or double; a
/// value that goes with a key has 4 or 8 bytes, any type, and an address that is a multiple of its
/// size.
///
/// Contract of both functions:
///   * They read two sorted arrays, of any lengths from 0 and of any alignment that their type
///     allows, and write all keys in order.
///   * The order is that of sort.hpp, ascending or, if merge_options say so, descending. Of floats
///     it is total: -0 below +0, and NaN of either sign above all others, whose bits are kept.
///     Arrays that are not in this order give all of their keys in no order.
///   * They are stable: of equal keys, those of the first array come first, and keys of one array
///     keep their order.
///   * They block until the outputs are complete. Several threads may call them at the same time.
///   * All arrays are accessible where the call runs, which `where` says (execution.hpp). The next
///     kernel there can use the outputs. Outputs do not overlap the inputs.
///
/// Errors: those of reduce.hpp. Determinism: every backend, number of threads and tuning gives the
/// same outputs.
///
/// Default method: equal shares of the output, each found by a search (strategy "merge-path").
/// Memory: none.
namespace omprim {

namespace detail {
template <class T>
void run_merge(const execution& where, operation op, const T* keys, std::size_t n,
               const merge_request& request, const merge_options& options) {
  run(where, families_of_size<T>::merge(), element_of<T>(), op, keys, n, request, options);
}
}  // namespace detail

/// Writes the keys of both arrays in order to `out`, which has room for a_count + b_count.
template <class T>
void merge(const execution& where, const T* a, std::size_t a_count, const T* b, std::size_t b_count,
           T* out, const merge_options& options = default_search_options) {
  merge_request request;
  request.second = b;
  request.second_count = b_count;
  request.keys_out = out;
  detail::run_merge(where, operation::merge, a, a_count, request, options);
}

/// Writes the keys of both arrays in order to `keys_out`, and each value to the place of its key in
/// `values_out`.
template <class T, class V>
void merge_by_key(const execution& where, const T* a, const V* a_values, std::size_t a_count,
                  const T* b, const V* b_values, std::size_t b_count, T* keys_out, V* values_out,
                  const merge_options& options = default_search_options) {
  merge_request request;
  request.second = b;
  request.second_count = b_count;
  request.keys_out = keys_out;
  request.values = a_values;
  request.second_values = b_values;
  request.values_out = values_out;
  static_assert(std::is_trivially_copyable<V>::value && (sizeof(V) == 4 || sizeof(V) == 8),
                "merges carry trivially copyable values of 4 or 8 bytes; for others merge their "
                "positions, and gather them");
  request.value_bytes = sizeof(V);
  detail::run_merge(where, operation::merge_by_key, a, a_count, request, options);
}

}  // namespace omprim
