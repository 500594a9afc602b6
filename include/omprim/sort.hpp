// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>

/// Sorts. Keys are int32, uint32, int64, uint64, float or double; a value that goes with a key has
/// any trivially copyable type.
///
/// Contract of all functions here:
///   * They read n keys, any n from 0, of any alignment that their type allows.
///   * The order is ascending, or descending if sort_options say so. Of floats it is total: -0 is
///     below +0, and NaN of either sign above all others (last in ascending order), whose bits are
///     kept.
///   * They are stable: equal keys keep their order, and their values, too, in both directions.
///   * sort_options::bits choose the bits that are compared; equal bits are equal keys.
///   * They block until the outputs are complete. Several threads may call them at the same time.
///   * All arrays are accessible where the call runs, which `where` says (execution.hpp). The next
///     kernel there can use the outputs.
///   * An output may be its own input (the same pointer). Any other overlap is an error of the
///     caller.
///
/// Errors: those of reduce.hpp, and status::invalid_argument for bits that a key does not have.
/// Determinism: every backend, number of threads and tuning gives the same outputs.
///
/// Default method: radix sort by digits of 8 bits from the lowest one on, one pass for each
/// (strategy "radix"). A digit that is the same in all keys needs no pass. On devices, keys of 8
/// bytes have passes only for the leading digits that tell most keys of a sample apart, and the few
/// keys that share all of them are sorted afterwards; if they are many, all digits have a pass.
/// Processors sort by the leading bits that decide, too: up to 3 digits of 11 bits, then insertion,
/// in ranges of keys that fit into caches, which the threads take. Few keys, and keys without
/// values in vectors of 8 or more, they sort by networks of vectors, more of the latter by splits
/// first. Few different keys without values are counted and written. On devices there is also a
/// sort by merges (strategy "merge"), which segmented sorts run. Values of 4 or 8 bytes move with
/// their keys, values of 1 or 2 bytes as words of 4. For other sizes the positions move with the
/// keys, and one gather then moves each value once.
///
/// Memory: that of the keys and the values once more (argsort: of the keys twice), and up to 2
/// bytes for each key. Processors need that of the keys once more, or of keys with their values
/// twice, as records of 8 bytes, or of 16 if a key or a value has 8; for each thread up to 300 kB,
/// and a sixth of the records for all threads. Splits need only 32 kB for each thread. Values of 1
/// or 2 bytes need two words of 4 bytes each in place of theirs; others two positions (of 4 bytes
/// each, from 2^31 keys on of 8), and in place a copy of them. On a device it is kept for the next
/// call, positions and copies up to 256 MB.
namespace omprim {

namespace detail {
template <class T>
void run_sort(const execution& where, operation op, const T* keys, std::size_t n,
              const sort_request& request, const sort_options& options) {
  run(where, families_of_size<T>::sort(), element_of<T>(), op, keys, n, request, options);
}
}  // namespace detail

/// Writes the keys in order to `out`.
template <class T>
void sort(const execution& where, const T* keys, std::size_t n, T* out,
          const sort_options& options = default_sort_options) {
  sort_request request;
  request.keys_out = out;
  detail::run_sort(where, operation::sort, keys, n, request, options);
}

/// Sorts the keys in place.
template <class T>
void sort(const execution& where, T* keys, std::size_t n,
          const sort_options& options = default_sort_options) {
  sort(where, static_cast<const T*>(keys), n, keys, options);
}

/// Writes the keys in order to `keys_out`, and each value to the place of its key in `values_out`.
template <class T, class V>
void sort_by_key(const execution& where, const T* keys, const V* values, std::size_t n, T* keys_out,
                 V* values_out, const sort_options& options = default_sort_options) {
  sort_request request;
  request.keys_out = keys_out;
  request.values = values;
  request.values_out = values_out;
  static_assert(std::is_trivially_copyable<V>::value, "sorts move trivially copyable values");
  request.value_bytes = sizeof(V);
  if constexpr (alignof(V) == sizeof(V) && sizeof(V) <= 8) {  // 1, 2, 4 or 8 bytes
    detail::run_sort(where, operation::sort_by_key, keys, n, request, options);
  } else {
    detail::run_sort_by_key(where, detail::families_of_size<T>::sort(), detail::all_gathers(),
                            detail::element_of<T>(), keys, n, request, options);
  }
}

/// Sorts keys and values in place.
template <class T, class V>
void sort_by_key(const execution& where, T* keys, V* values, std::size_t n,
                 const sort_options& options = default_sort_options) {
  sort_by_key(where, static_cast<const T*>(keys), static_cast<const V*>(values), n, keys, values,
              options);
}

/// positions[i] = the position, from 0, of the key that is at place i in order. `Index` is an
/// integer of 4 or 8 bytes; those of 4 bytes suffice for 2^31 keys.
template <class T, class Index>
void argsort(const execution& where, const T* keys, std::size_t n, Index* positions,
             const sort_options& options = default_sort_options) {
  static_assert(std::is_integral<Index>::value && detail::is_word<Index>,
                "positions are integers of 4 or 8 bytes");
  sort_request request;
  request.values_out = positions;
  request.value_bytes = sizeof(Index);
  detail::run_sort(where, operation::argsort, keys, n, request, options);
}

}  // namespace omprim
