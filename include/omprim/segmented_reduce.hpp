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
#include <omprim/segmentation.hpp>

/// Segmented reductions give one result for each segment of an array. They are compiled into the
/// library for int32, uint32, int64, uint64, float and double with plus, minimum, maximum and the
/// positions of extremes. Other operators and types: omprim/open/segmented_reduce.hpp.
///
///   omprim::segmented_reduce(where, values, omprim::by_offsets(rows, count), sums);
///   omprim::segmented_reduce(where, values, omprim::by_length(64, count), most,
///                            omprim::maximum{});
///
/// Contract of all functions here:
///   * Segments are given by offsets or by length (segmentation.hpp). Offsets may also be passed as
///     the arguments (offsets, count).
///   * Segments may be empty and may have different lengths. Values outside of all segments are not
///     read.
///   * One result per segment is written. Outputs do not overlap inputs.
///   * Calls block until the results are written. Several threads may call at the same time.
///   * All arrays, including the offsets, are accessible where the call runs, which `where` says
///     (execution.hpp). The next kernel there can use the results.
///
/// Results are those of reduce.hpp for each segment:
///   * Integers wrap, NaN propagates, and -0 is below +0.
///   * Positions count from the beginning of the segment. Of equal extremes the first is taken.
///   * An empty segment gives the identity, and position -1.
///   * Float sums differ within the rounding bound, since their order is unspecified.
///
/// Errors: those of reduce.hpp, and status::invalid_argument for segments that are given by heads
/// or in two forms at once. Offsets that decrease or exceed the values are not detected.
///
/// Default methods:
///   * Groups take equal shares of the merge path of values and segment ends (strategy
///     "merge-path"). Memory: some 40 bytes for each concurrent work-group.
///   * On GPUs, if segments are known to be large (by length, or by offsets and `values`), groups
///     take segments one by one ("work-queue"). Memory: at most 150 kB.
namespace omprim {

namespace detail {
template <class Op>
constexpr operation segmented_by() {
  static_assert(
      is_ordered<Op>,
      "omprim::segmented_reduce takes plus, minimum or maximum; for an operator of your own "
      "use omprim::open (omprim/open/segmented_reduce.hpp)");
  return by_operator<Op>(operation::segmented_sum, operation::segmented_min,
                         operation::segmented_max);
}
}  // namespace detail

/// out[s] = the values of segment s, combined by `Op`: plus, minimum or maximum.
template <class Op = plus, class T>
void segmented_reduce(const execution& where, const T* values, const segmentation& segments, T* out,
                      Op = {}, const segment_options& options = default_options) {
  detail::run(where, detail::families<T>::segmented_reduce(), detail::segmented_by<Op>(), values,
              {segments, out, nullptr}, options);
}
template <class Op = plus, class T, class Offset>
void segmented_reduce(const execution& where, const T* values, const Offset* offsets,
                      std::size_t count, T* out, Op op = {},
                      const segment_options& options = default_options) {
  segmented_reduce(where, values, by_offsets(offsets, count), out, op, options);
}

/// positions[s] = the position of the least value of segment s, from the beginning of the segment;
/// out[s] = that value, unless `out` is null.
template <class T>
void segmented_argmin(const execution& where, const T* values, const segmentation& segments,
                      std::int64_t* positions, T* out = nullptr,
                      const segment_options& options = default_options) {
  detail::run(where, detail::families<T>::segmented_reduce(), operation::segmented_argmin, values,
              {segments, out, positions}, options);
}
template <class T, class Offset>
void segmented_argmin(const execution& where, const T* values, const Offset* offsets,
                      std::size_t count, std::int64_t* positions, T* out = nullptr,
                      const segment_options& options = default_options) {
  segmented_argmin(where, values, by_offsets(offsets, count), positions, out, options);
}

/// The same for the greatest value.
template <class T>
void segmented_argmax(const execution& where, const T* values, const segmentation& segments,
                      std::int64_t* positions, T* out = nullptr,
                      const segment_options& options = default_options) {
  detail::run(where, detail::families<T>::segmented_reduce(), operation::segmented_argmax, values,
              {segments, out, positions}, options);
}
template <class T, class Offset>
void segmented_argmax(const execution& where, const T* values, const Offset* offsets,
                      std::size_t count, std::int64_t* positions, T* out = nullptr,
                      const segment_options& options = default_options) {
  segmented_argmax(where, values, by_offsets(offsets, count), positions, out, options);
}

}  // namespace omprim
