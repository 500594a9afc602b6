// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/operators.hpp>

/// Runs of equal neighbouring elements: their elements and lengths; the first values, and
/// reductions of values, of runs of such keys. columns.hpp has reductions of several arrays of
/// values, and scan_by_key.hpp scans. They are compiled into the library for int32, uint32, int64,
/// uint64, float and double.
///
///   runs = omprim::run_length_encode(where, x, n, unique, lengths);
///   runs = omprim::unique_by_key(where, keys, values, n, unique_keys, first_values);
///   runs = omprim::reduce_by_key(where, keys, values, n, unique_keys, sums);
///
/// Contract of all functions here:
///   * They read n elements, any n from 0 and any alignment that their types allow.
///   * Elements are compared as in unique (select.hpp): sorted arrays give each element once, -0
///     equals +0, and each NaN is a run of its own.
///   * For each run they write its first element and one result; they return the number of runs.
///     Room for n of both is always enough. Outputs do not overlap inputs or each other.
///   * They block until the outputs are complete. Several threads may call at the same time.
///   * All arrays are accessible where the call runs, which `where` says (execution.hpp). The next
///     kernel there can use the outputs.
///   * `options` choose the row that works on the values.
///
/// Errors: those of reduce.hpp, and status::invalid_argument if an output is an input or the other
/// output.
/// Determinism: every backend, number of threads and tuning gives the same results, except sums of
/// floats, which differ within the rounding bound (reduce.hpp).
///
/// Default method: passes with decoupled look-back (strategy "single-pass").
///   * On devices, one pass over keys and values finds the runs, and writes keys and results.
///   * On the host, a pass marks the heads of runs and writes the unique elements, and another one
///     works on the values.
/// Memory: up to 32 bytes for each tile of some thousand elements; on the host, also a bit for each
/// element.
namespace omprim {

namespace detail {
template <class Op>
constexpr operation run_by() {
  static_assert(is_ordered<Op>,
                "omprim::reduce_by_key takes plus, minimum or maximum; for an operator of your own "
                "use omprim::open (omprim/open/segmented_reduce.hpp)");
  return by_operator<Op>(operation::segmented_sum, operation::segmented_min,
                         operation::segmented_max);
}
}  // namespace detail

/// Writes the element of each run to `unique`, and the length of the run to `lengths`. `Length` is
/// int32, for runs of fewer than 2^31 elements, or int64.
template <class T, class Length>
std::size_t run_length_encode(const execution& where, const T* data, std::size_t n, T* unique,
                              Length* lengths, const runs_options& options = default_options) {
  static_assert(std::is_same_v<Length, std::int32_t> || std::is_same_v<Length, std::int64_t>,
                "lengths are std::int32_t or std::int64_t");
  return static_cast<std::size_t>(detail::run_by_key(
      where, detail::key_families_of<T>(), data, detail::families<Length>::runs(),
      operation::run_lengths, nullptr, n, unique, lengths, options));
}

/// Combines the values of equal neighbouring keys by `Op`: plus, minimum or maximum. Writes the key
/// of each run to `unique_keys`, and its combined values to `out`, as a segmented reduction would.
template <class Op = plus, class Key, class T>
std::size_t reduce_by_key(const execution& where, const Key* keys, const T* values, std::size_t n,
                          Key* unique_keys, T* out, Op = {},
                          const runs_options& options = default_options) {
  return static_cast<std::size_t>(
      detail::run_by_key(where, detail::key_families_of<Key>(), keys, detail::families<T>::runs(),
                         detail::run_by<Op>(), values, n, unique_keys, out, options));
}

/// Writes the first key and the first value of each run of equal keys. Values have any trivially
/// copyable type of 4 or 8 bytes.
template <class Key, class Value>
std::size_t unique_by_key(const execution& where, const Key* keys, const Value* values,
                          std::size_t n, Key* unique_keys, Value* first_values,
                          const runs_options& options = default_options) {
  static_assert(std::is_trivially_copyable_v<Value>, "values are trivially copyable");
  return static_cast<std::size_t>(
      detail::run_by_key(where, detail::key_families_of<Key>(), keys,
                         detail::families_of<detail::unsigned_of<Value>()>::runs(),
                         operation::run_first, values, n, unique_keys, first_values, options));
}

}  // namespace omprim
