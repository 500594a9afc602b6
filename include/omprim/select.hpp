// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/table.hpp>
#include <omprim/threshold.hpp>

/// Selection (stream compaction): the elements of an array that fulfil a condition, in their
/// order, compiled into the library for int32, uint32, int64, uint64, float and double.
///
/// All functions here share one contract. They read the half-open range [data, data + n), any n
/// from 0 and any alignment that T allows, write as many elements to the output as they return
/// and none behind it, block until the count is on the host, and may be called from several
/// threads at once. `where` says who runs it, and so where all arrays must be accessible
/// (execution.hpp); the output is ready for the next kernel there, only the count travels. With
/// select_options::count it is left there, too: an 8-byte integer for the next kernel to read.
///
/// Outputs. Room for the elements that are kept is the caller's business: with n elements it is
/// always enough. Who states in select_options::room how many elements each output can take is
/// told if that is too few, by status::invalid_argument with both numbers, before anything is
/// written; where the room is less than n, that takes one more read of the input, to count. In
/// place, that is no concern. An output may be the input itself (in place: same pointer), unless an
/// option asks for a strategy that reads twice; any other overlap is not allowed.
///
/// Conditions are those of threshold.hpp; predicates of your own are for omprim/open/select.hpp.
/// They compare as C++ does: NaN fulfils not_equal_to only, -0 equals +0.
///
/// Errors: those of reduce.hpp, and status::invalid_argument for a strategy that cannot work in
/// place and was asked to. Determinism: the same result on every backend, thread count and
/// tuning, but for the strategy `unordered`, which says so.
///
/// Default method: one pass; tiles by ticket, the places of their elements by decoupled
/// look-back (strategy "single-pass"). Memory: 8 bytes per tile of some thousand elements.
namespace omprim {

namespace detail {
template <class T>
std::size_t run_select(const execution& where, operation op, const T* data, std::size_t n,
                       const selection_request& request, const select_options& options) {
  return static_cast<std::size_t>(run(where, select_family_of<T>(), op, data, n, request, options));
}
/// The same by flags.
template <class T>
std::size_t run_flagged(const execution& where, operation op, const T* data, std::size_t n,
                        const selection_request& request, const select_options& options) {
  return static_cast<std::size_t>(
      run(where, select_flagged_family_of<T>(), op, data, n, request, options));
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
/// What stands behind them is unspecified.
template <class T, class Condition>
std::size_t select_if(const execution& where, T* data, std::size_t n, const Condition& keep,
                      const select_options& options = default_select_options) {
  return select_if(where, data, n, data, keep, options);
}

/// Writes the elements whose flag, one byte for each, is not 0.
template <class T>
std::size_t select_flagged(const execution& where, const T* data, const unsigned char* flags,
                           std::size_t n, T* selected,
                           const select_options& options = default_select_options) {
  selection_request request;
  request.flags = flags;
  request.selected = selected;
  return detail::run_flagged(where, operation::select_flagged, data, n, request, options);
}

/// The same by flags of type bool.
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
/// both in their order; returns how many are selected. The two outputs are not the same.
template <class T, class Condition>
std::size_t partition(const execution& where, const T* data, std::size_t n, T* selected,
                      T* rejected, const Condition& keep,
                      const select_options& options = default_select_options) {
  auto request = detail::request_for<T>(keep);
  request.selected = selected;
  request.rejected = rejected;
  return detail::run_select(where, operation::partition, data, n, request, options);
}

/// Writes each element that differs from the one before it, and the first.
template <class T>
std::size_t unique(const execution& where, const T* data, std::size_t n, T* selected,
                   const select_options& options = default_select_options) {
  selection_request request;
  request.selected = selected;
  return detail::run_select(where, operation::unique, data, n, request, options);
}

/// Writes the positions of these: where runs of equal elements begin.
template <class T>
std::size_t unique_index(const execution& where, const T* data, std::size_t n,
                         std::int64_t* positions,
                         const select_options& options = default_select_options) {
  selection_request request;
  request.selected = positions;
  return detail::run_select(where, operation::unique_index, data, n, request, options);
}

/// How many elements fulfil the condition.
template <class T, class Condition>
std::size_t count_if(const execution& where, const T* data, std::size_t n, const Condition& keep,
                     const select_options& options = default_select_options) {
  return detail::run_select(where, operation::count_if, data, n, detail::request_for<T>(keep),
                            options);
}

/// How many flags, one byte each, are not 0: what select_flagged writes.
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

/// How many elements differ from the one before them, and the first: what unique writes.
template <class T>
std::size_t count_unique(const execution& where, const T* data, std::size_t n,
                         const select_options& options = default_select_options) {
  return detail::run_select(where, operation::count_unique, data, n, {}, options);
}

}  // namespace omprim
