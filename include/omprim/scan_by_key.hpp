// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/operators.hpp>
#include <omprim/segmented_scan.hpp>

/// Scans by key: the values of each run of equal neighbouring keys are scanned by themselves. Keys
/// and values have any two of the types int32, uint32, int64, uint64, float and double.
///
///   omprim::exclusive_scan_by_key(where, cells, weights, n, before_in_cell);
///
/// The contract is that of scan.hpp, including calls that write over the values, and in addition:
///   * Keys are compared as in unique (select.hpp): -0 equals +0, and each NaN is a run of its own.
///   * The output may also be the array of keys.
///
/// Errors: those of scan.hpp.
///
/// Default method: a pass over the keys marks the heads of runs, and a segmented scan follows
/// (strategies "single-pass"); `options` are those of the scan.
/// Memory: that of a segmented scan by heads, and a bit for each element.
namespace omprim {

namespace detail {
template <class Op, class Key, class T>
void scan_by_key(const execution& where, const Key* keys, const T* values, std::size_t n, T* out,
                 bool exclusive, T initial, const scan_options& options) {
  static_assert(is_ordered<Op>, "omprim's scans by key take plus, minimum or maximum");
  run_scan_by_key(where, families<Key>::runs(), keys, families<T>::segmented_scan(),
                  segmented_scan_by<Op>(), values, n,
                  segmented_request({}, out, exclusive, initial), options);
}
}  // namespace detail

/// out[i] = initial op values[first] op ... op values[i], where the run of keys[i] begins at
/// `first`. By default `initial` is the identity of the operator.
template <class Op = plus, class Key, class T>
void inclusive_scan_by_key(const execution& where, const Key* keys, const T* values, std::size_t n,
                           T* out, Op = {}, detail::same<T> initial = detail::identity_of<Op, T>(),
                           const scan_options& options = default_options) {
  detail::scan_by_key<Op>(where, keys, values, n, out, false, initial, options);
}

/// out[i] = initial op values[first] op ... op values[i - 1]; out[first] = initial.
template <class Op = plus, class Key, class T>
void exclusive_scan_by_key(const execution& where, const Key* keys, const T* values, std::size_t n,
                           T* out, Op = {}, detail::same<T> initial = detail::identity_of<Op, T>(),
                           const scan_options& options = default_options) {
  detail::scan_by_key<Op>(where, keys, values, n, out, true, initial, options);
}

}  // namespace omprim
