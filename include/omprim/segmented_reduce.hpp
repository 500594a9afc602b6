// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/operators.hpp>
#include <omprim/segmentation.hpp>
#include <omprim/table.hpp>

/// Segmented reductions: one result for each segment of an array, compiled into the library for
/// int32, uint32, int64, uint64, float and double with plus, minimum, maximum and the positions of
/// extremes; other operators and types: omprim/open/segmented_reduce.hpp.
///
///   omprim::segmented_reduce(where, values, omprim::by_offsets(rows, count), sums);
///   omprim::segmented_reduce(where, values, omprim::by_length(64, count), most,
///                            omprim::maximum{});
///
/// All functions here share one contract. segmentation.hpp says how segments are given: by offsets,
/// for which (offsets, count) does as well, or by length; by heads is an error. Segments may be
/// empty, all lengths may meet in one call, and values of no segment are not read. One result per
/// segment is written, over no input. Calls block until the results are there and may be made from
/// several threads at once. `where` says who runs it, and so where all arrays must be accessible,
/// the offsets, too (execution.hpp); results are ready for the next kernel there.
///
/// Results are those of reduce.hpp for each segment: integers wrap, NaN propagates, -0 is below +0,
/// ties give the first position, an empty segment the identity and position -1. Positions count
/// from the beginning of the segment. Float sums differ within the rounding bound, as the order is
/// unspecified.
///
/// Errors: those of reduce.hpp, and status::invalid_argument for segments that are given by heads
/// or in two forms at once. Offsets that decrease or leave the values are not found out.
///
/// Default method: equal shares of the merge path of values and ends of segments (strategy
/// "merge-path"). Memory: some 40 bytes for each work-group that runs at the same time. On GPUs,
/// where segments are known to be long (by length, or by offsets and `values`), groups take them
/// one by one ("work-queue"). Memory: at most 150 kB.
namespace omprim {

namespace detail {
template <class Op>
constexpr operation segmented_by() {
  static_assert(is_ordered<Op>,
                "omprim::segmented_reduce and reduce_by_key take plus, minimum or maximum; for an "
                "operator of your own use omprim::open (omprim/open/segmented_reduce.hpp)");
  return by_operator<Op>(operation::segmented_sum, operation::segmented_min,
                         operation::segmented_max);
}
}  // namespace detail

/// out[s] combines segment s by `Op`: plus, minimum or maximum.
template <class Op = plus, class T>
void segmented_reduce(const execution& where, const T* values, const segmentation& segments, T* out,
                      Op = {}, const segment_options& options = default_options) {
  detail::run(where, detail::segmented_reduce_family_of<T>(), detail::segmented_by<Op>(), values,
              {segments, out, nullptr}, options);
}
template <class Op = plus, class T, class Offset>
void segmented_reduce(const execution& where, const T* values, const Offset* offsets,
                      std::size_t count, T* out, Op op = {},
                      const segment_options& options = default_options) {
  segmented_reduce(where, values, by_offsets(offsets, count), out, op, options);
}

/// positions[s] is where the least value of segment s stands, counted from its beginning; it is
/// written to `out`, too, unless that is null.
template <class T>
void segmented_argmin(const execution& where, const T* values, const segmentation& segments,
                      std::int64_t* positions, T* out = nullptr,
                      const segment_options& options = default_options) {
  detail::run(where, detail::segmented_reduce_family_of<T>(), operation::segmented_argmin, values,
              {segments, out, positions}, options);
}
template <class T, class Offset>
void segmented_argmin(const execution& where, const T* values, const Offset* offsets,
                      std::size_t count, std::int64_t* positions, T* out = nullptr,
                      const segment_options& options = default_options) {
  segmented_argmin(where, values, by_offsets(offsets, count), positions, out, options);
}

/// The same of the greatest value.
template <class T>
void segmented_argmax(const execution& where, const T* values, const segmentation& segments,
                      std::int64_t* positions, T* out = nullptr,
                      const segment_options& options = default_options) {
  detail::run(where, detail::segmented_reduce_family_of<T>(), operation::segmented_argmax, values,
              {segments, out, positions}, options);
}
template <class T, class Offset>
void segmented_argmax(const execution& where, const T* values, const Offset* offsets,
                      std::size_t count, std::int64_t* positions, T* out = nullptr,
                      const segment_options& options = default_options) {
  segmented_argmax(where, values, by_offsets(offsets, count), positions, out, options);
}

/// Combines the values of equal neighbouring keys: writes the key of each run of them to
/// `unique_keys` and the combination of its values to `out`; returns how many runs there are. Keys
/// compare as in unique (select.hpp): sorted ones give each key once, and each NaN is a run of its
/// own. An output that is an input or the other output is status::invalid_argument. `options` are
/// those of the segmented reduction.
///
/// Method: unique, then the positions of the heads, then a segmented reduction between them; keys
/// are read twice. Memory: 8 bytes for each run, kept by devices for the next call.
template <class Op = plus, class Key, class T>
std::size_t reduce_by_key(const execution& where, const Key* keys, const T* values, std::size_t n,
                          Key* unique_keys, T* out, Op = {},
                          const segment_options& options = default_options) {
  return static_cast<std::size_t>(detail::run_by_key(
      where, detail::select_family_of<Key>(), keys, detail::segmented_reduce_family_of<T>(),
      detail::segmented_by<Op>(), values, n, unique_keys, out, options));
}

}  // namespace omprim
