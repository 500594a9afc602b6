// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/threshold.hpp>

/// Selections (stream compaction) keep the elements of an array that fulfil a condition, in their
/// order. They are compiled into the library for int32, uint32, int64, uint64, float and double.
///
/// Contract of all functions here:
///   * They read the half-open range [data, data + n): any n from 0, any alignment that T allows.
///   * They write as many elements to the output as they return, and none after these.
///   * They block until the count is on the host. Several threads may call them at the same time.
///   * All arrays are accessible where the call runs, which `where` says (execution.hpp). The next
///     kernel there can use the output. It can also use the count, an 8-byte integer, which is
///     written to select_options::count unless that is null.
///   * Conditions compare as C++ does: NaN fulfils only not_equal_to, and -0 equals +0.
///
/// Outputs:
///   * The caller provides room for the kept elements; n elements are always enough.
///   * If select_options::room is too small for an output, the call throws status::invalid_argument
///     with both numbers before it writes anything. If the room is below n, the call reads the
///     input once more, to count. Calls in place need no room.
///   * An output may be the input itself (in place: the same pointer), unless the options name a
///     strategy that reads twice. Any other overlap is an error of the caller.
///
/// Errors: those of reduce.hpp, and status::invalid_argument if the named strategy cannot work in
/// place.
/// Determinism: every backend, number of threads and tuning gives the same result, except with the
/// strategy `unordered`.
/// Predicates of your own: omprim/open/select.hpp.
///
/// Default method: one pass; groups take tiles by ticket and learn the positions of their elements
/// by decoupled look-back (strategy "single-pass"). Memory: 8 bytes per tile of some thousand
/// elements.
namespace omprim {

namespace detail {
template <class T>
std::size_t run_select(const execution& where, operation op, const T* data, std::size_t n,
                       const selection_request& request, const select_options& options) {
  return static_cast<std::size_t>(run(where, families<T>::select(), op, data, n, request, options));
}
/// The same for selections by flags.
template <class T>
std::size_t run_flagged(const execution& where, operation op, const T* data, std::size_t n,
                        const selection_request& request, const select_options& options) {
  return static_cast<std::size_t>(
      run(where, families_of_size<T>::select_flagged(), op, data, n, request, options));
}
}  // namespace detail

/// Writes the elements that fulfil the condition to `selected`; returns how many.
///   n = omprim::select_if(where, in, n, out, omprim::greater_than(0.5f));
template <class T, class Condition>
std::size_t select_if(const execution& where, const T* data, std::size_t n, T* selected,
                      const Condition& keep,
                      const select_options& options = default_select_options) {
  auto request = detail::request_for<T>(keep);
  request.selected = selected;
  return detail::run_select(where, operation::select_if, data, n, request, options);
}

/// Moves the elements that fulfil the condition to the front of the array; returns how many.
/// The elements after them are unspecified.
template <class T, class Condition>
std::size_t select_if(const execution& where, T* data, std::size_t n, const Condition& keep,
                      const select_options& options = default_select_options) {
  return select_if(where, data, n, data, keep, options);
}

/// Writes the elements whose flag is not 0; there is one flag, a byte, for each element.
template <class T>
std::size_t select_flagged(const execution& where, const T* data, const unsigned char* flags,
                           std::size_t n, T* selected,
                           const select_options& options = default_select_options) {
  selection_request request;
  request.flags = flags;
  request.selected = selected;
  return detail::run_flagged(where, operation::select_flagged, data, n, request, options);
}

/// The same for flags of type bool.
template <class T, class Flag, class = detail::if_bool<Flag>>
std::size_t select_flagged(const execution& where, const T* data, const Flag* flags, std::size_t n,
                           T* selected, const select_options& options = default_select_options) {
  return select_flagged(where, data, detail::bytes_of(flags), n, selected, options);
}

/// Writes the positions, from 0, of the elements that fulfil the condition.
template <class T, class Condition>
std::size_t select_index(const execution& where, const T* data, std::size_t n,
                         std::int64_t* positions, const Condition& keep,
                         const select_options& options = default_select_options) {
  auto request = detail::request_for<T>(keep);
  request.selected = positions;
  return detail::run_select(where, operation::select_index, data, n, request, options);
}

/// Writes the elements that fulfil the condition to `selected` and all others to `rejected`,
/// both in their order; returns how many are selected. The two outputs are different arrays.
template <class T, class Condition>
std::size_t partition(const execution& where, const T* data, std::size_t n, T* selected,
                      T* rejected, const Condition& keep,
                      const select_options& options = default_select_options) {
  auto request = detail::request_for<T>(keep);
  request.selected = selected;
  request.rejected = rejected;
  return detail::run_select(where, operation::partition, data, n, request, options);
}

/// Writes the first element and each element that differs from the one before it.
template <class T>
std::size_t unique(const execution& where, const T* data, std::size_t n, T* selected,
                   const select_options& options = default_select_options) {
  selection_request request;
  request.selected = selected;
  return detail::run_select(where, operation::unique, data, n, request, options);
}

/// Writes the positions, from 0, of the elements that unique writes: the beginning of each run of
/// equal elements.
template <class T>
std::size_t unique_index(const execution& where, const T* data, std::size_t n,
                         std::int64_t* positions,
                         const select_options& options = default_select_options) {
  selection_request request;
  request.selected = positions;
  return detail::run_select(where, operation::unique_index, data, n, request, options);
}

/// Counts the elements that fulfil the condition.
template <class T, class Condition>
std::size_t count_if(const execution& where, const T* data, std::size_t n, const Condition& keep,
                     const select_options& options = default_select_options) {
  return detail::run_select(where, operation::count_if, data, n, detail::request_for<T>(keep),
                            options);
}

/// Counts the flags, one byte each, that are not 0: the elements that select_flagged writes.
inline std::size_t count_flagged(const execution& where, const unsigned char* flags, std::size_t n,
                                 const select_options& options = default_select_options) {
  selection_request request;
  request.flags = flags;
  const std::uint32_t* const no_elements = nullptr;
  return detail::run_flagged(where, operation::count_flagged, no_elements, n, request, options);
}
template <class Flag, class = detail::if_bool<Flag>>
std::size_t count_flagged(const execution& where, const Flag* flags, std::size_t n,
                          const select_options& options = default_select_options) {
  return count_flagged(where, detail::bytes_of(flags), n, options);
}

/// Counts the elements that unique writes.
template <class T>
std::size_t count_unique(const execution& where, const T* data, std::size_t n,
                         const select_options& options = default_select_options) {
  return detail::run_select(where, operation::count_unique, data, n, {}, options);
}

}  // namespace omprim
