// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/execution.hpp>
#include <omprim/operators.hpp>
#include <omprim/reduce.hpp>
#include <omprim/table.hpp>

/// Segmented reductions: one result for each segment of an array, compiled into the library for
/// int32, uint32, int64, uint64, float and double with plus, minimum, maximum and the positions of
/// extremes; other operators and types: open_segmented_reduce.hpp.
///
/// All functions here share one contract. Segment s are the values [offsets[s], offsets[s + 1]):
/// for `segments` of them there are segments + 1 offsets of 4 or 8 bytes (CSR), in non-decreasing
/// order; or each is so many values long (fixed_length). Segments may be empty, all lengths may
/// meet in one call, and values before the first and behind the last are not read. One result per
/// segment is written, over no input. Calls block until the results are there and may be made from
/// several threads at once. `where` says who runs it, and so where all arrays must be accessible,
/// the offsets, too (execution.hpp); results are ready for the next kernel there.
///
/// Results are those of reduce.hpp for each segment: integers wrap, NaN propagates, -0 is below +0,
/// ties give the first position, an empty segment the identity and position -1. Positions count
/// from the beginning of the segment. Float sums differ within the rounding bound, as the order is
/// unspecified.
///
/// Errors: those of reduce.hpp. Offsets that decrease or leave the values are not found out.
///
/// Default method: equal shares of the merge path of values and ends of segments (strategy
/// "merge-path"). Memory: some 40 bytes for each work-group that runs at the same time.
namespace omprim {

/// Segments of one length.
struct fixed_length {
  std::size_t length;
};

namespace detail {
template <class Op>
struct segment_operation_of;
template <>
struct segment_operation_of<plus> : std::integral_constant<operation, operation::segmented_sum> {};
template <>
struct segment_operation_of<minimum> : std::integral_constant<operation, operation::segmented_min> {
};
template <>
struct segment_operation_of<maximum> : std::integral_constant<operation, operation::segmented_max> {
};

template <class Offset>
segment_request segments_at(const Offset* offsets, std::size_t segments) {
  static_assert(std::is_integral_v<Offset> && (sizeof(Offset) == 4 || sizeof(Offset) == 8),
                "offsets are integers of 4 or 8 bytes");
  segment_request request;
  request.segments = segments;
  request.offsets = offsets;
  request.offset_bytes = sizeof(Offset);
  return request;
}
inline segment_request segments_at(fixed_length each, std::size_t segments) {
  segment_request request;
  request.segments = segments;
  request.offset_bytes = 0;
  request.length = each.length;
  return request;
}

template <class T, class Bounds>
void find_extremes(const execution& where, operation op, const T* values, Bounds bounds,
                   std::size_t segments, std::int64_t* positions, T* out,
                   const segment_options& options) {
  auto request = segments_at(bounds, segments);
  request.positions = positions;
  request.out = out;
  segmented_reduce_any(where, element_of<T>(), op, values, request, options);
}
}  // namespace detail

/// out[s] combines segment s by `Op`: plus, minimum or maximum. `bounds` is a pointer to the
/// offsets or a fixed_length.
///   omprim::segmented_reduce(where, values, offsets, rows, sums);
///   omprim::segmented_reduce(where, values, omprim::fixed_length{64}, rows, most,
///   omprim::maximum{});
template <class Op = plus, class T, class Bounds>
void segmented_reduce(const execution& where, const T* values, Bounds bounds, std::size_t segments,
                      T* out, Op = {}, const segment_options& options = {}) {
  auto request = detail::segments_at(bounds, segments);
  request.out = out;
  segmented_reduce_any(where, detail::element_of<T>(), detail::segment_operation_of<Op>::value,
                       values, request, options);
}

/// positions[s] is where the least value of segment s stands, counted from its beginning; it is
/// written to `out`, too, unless that is null.
template <class T, class Bounds>
void segmented_argmin(const execution& where, const T* values, Bounds bounds, std::size_t segments,
                      std::int64_t* positions, T* out = nullptr,
                      const segment_options& options = {}) {
  detail::find_extremes(where, operation::segmented_argmin, values, bounds, segments, positions,
                        out, options);
}

/// The same of the greatest value.
template <class T, class Bounds>
void segmented_argmax(const execution& where, const T* values, Bounds bounds, std::size_t segments,
                      std::int64_t* positions, T* out = nullptr,
                      const segment_options& options = {}) {
  detail::find_extremes(where, operation::segmented_argmax, values, bounds, segments, positions,
                        out, options);
}

/// Combines the values of equal neighbouring keys: writes the key of each run of them to
/// `unique_keys` and the combination of its values to `out`; returns how many runs there are. Keys
/// compare as in unique (select.hpp): sorted ones give each key once, and each NaN is a run of its
/// own. `options` are those of the segmented reduction.
///
/// Method: unique, then the positions of the heads, then a segmented reduction between them; keys
/// are read twice. Memory: 8 bytes for each run, kept by devices for the next call.
template <class Op = plus, class Key, class T>
std::size_t reduce_by_key(const execution& where, const Key* keys, const T* values, std::size_t n,
                          Key* unique_keys, T* out, Op = {}, const segment_options& options = {}) {
  return static_cast<std::size_t>(reduce_by_key_any(
      where, detail::element_of<Key>(), keys, detail::element_of<T>(),
      detail::segment_operation_of<Op>::value, values, n, unique_keys, out, options));
}

}  // namespace omprim
