// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/segmentation.hpp>
#include <omprim/sort.hpp>

/// Segmented sorts: each segment of an array is sorted by itself.
///
///   omprim::segmented_sort(where, keys, n, omprim::by_offsets(rows, count), out);
///   omprim::segmented_sort_by_key(where, columns, values, n, omprim::by_offsets(rows, count));
///
/// The contract is that of sort.hpp for each segment: types, order, stability, bits, and calls in
/// place. In addition:
///   * Segments are given by offsets or by length (segmentation.hpp). They may be empty.
///   * Output elements outside of all segments are not written.
///   * The array of offsets is accessible where the call runs and does not overlap the outputs.
///   * On devices, segments by offsets of 4 bytes end at element 2^31 or before it.
///
/// Errors: as in sort.hpp; also status::invalid_argument, before anything is written,
///   * for segments that are given by heads or in two forms at once
///   * for segments that end beyond n
///   * for offsets that decrease
///
/// Methods:
///   * On the host, each segment is sorted by the default method of sort.hpp, by one thread; a
///     segment larger than the share of a thread is sorted by all threads.
///   * On devices, the method is `merge`: groups sort tiles in local memory, and segments that lie
///     in several tiles are merged. A single segment is sorted by the default method of sort.hpp.
///   * Values of other sizes than 4 and 8 bytes are gathered by the positions of the sorted keys.
///   * On devices, `options.strategy` "radix" asks for passes over all elements instead: positions
///     are sorted by key; the segment of each position is searched in the offsets; a stable sort by
///     segment gives the order, by which keys and values are gathered.
/// Memory: on the host, that of the sorts. On devices the keys and the values (or their positions)
/// once more, and a few bytes for each tile; by passes two positions of 4 or 8 bytes (as the
/// offsets) for each key.
namespace omprim {

namespace detail {
/// The families that a segmented sort calls. Positions are as wide as offsets, which is known at
/// run time only.
struct segmented_sort_families {
  const sort_family& sort;
  gather_families gathers;
  const sort_family& sort_narrow;
  const sort_family& sort_wide;
  const search_family& search_narrow;
  const search_family& search_wide;
};

/// Sorts the keys, and the values where the operation is sort_by_key.
void run_segmented_sort(const execution& where, const segmented_sort_families& families,
                        element type, operation op, const void* keys, std::size_t n,
                        const segmentation& segments, const sort_request& request,
                        const sort_options& options);

/// The method "radix" of devices, on any backend. Arguments are those of run_segmented_sort, and
/// valid.
void sort_by_passes(const execution& where, const segmented_sort_families& families, element type,
                    operation op, const void* keys, std::size_t n, const segmentation& segments,
                    const sort_request& request, const sort_options& options);

template <class T>
segmented_sort_families families_to_sort() {
  using narrow = families_of_size<std::uint32_t>;
  using wide = families_of_size<std::uint64_t>;
  return {families_of_size<T>::sort(),
          all_gathers(),
          narrow::sort(),
          wide::sort(),
          narrow::search(),
          wide::search()};
}
}  // namespace detail

/// Writes the keys of each segment in order to the same places of `out`.
template <class T>
void segmented_sort(const execution& where, const T* keys, std::size_t n,
                    const segmentation& segments, T* out,
                    const sort_options& options = default_sort_options) {
  sort_request request;
  request.keys_out = out;
  detail::run_segmented_sort(where, detail::families_to_sort<T>(), detail::element_of<T>(),
                             operation::sort, keys, n, segments, request, options);
}

/// Sorts the keys of each segment in place.
template <class T>
void segmented_sort(const execution& where, T* keys, std::size_t n, const segmentation& segments,
                    const sort_options& options = default_sort_options) {
  segmented_sort(where, static_cast<const T*>(keys), n, segments, keys, options);
}

/// Writes the keys of each segment in order to `keys_out`, and each value to the place of its key
/// in `values_out`.
template <class T, class V>
void segmented_sort_by_key(const execution& where, const T* keys, const V* values, std::size_t n,
                           const segmentation& segments, T* keys_out, V* values_out,
                           const sort_options& options = default_sort_options) {
  sort_request request;
  request.keys_out = keys_out;
  request.values = values;
  request.values_out = values_out;
  static_assert(std::is_trivially_copyable<V>::value, "sorts move trivially copyable values");
  request.value_bytes = sizeof(V);
  detail::run_segmented_sort(where, detail::families_to_sort<T>(), detail::element_of<T>(),
                             operation::sort_by_key, keys, n, segments, request, options);
}

/// Sorts keys and values of each segment in place.
template <class T, class V>
void segmented_sort_by_key(const execution& where, T* keys, V* values, std::size_t n,
                           const segmentation& segments,
                           const sort_options& options = default_sort_options) {
  segmented_sort_by_key(where, static_cast<const T*>(keys), static_cast<const V*>(values), n,
                        segments, keys, values, options);
}

}  // namespace omprim
