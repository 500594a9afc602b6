// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/families.hpp>
#include <omprim/scan.hpp>
#include <omprim/segmentation.hpp>

/// Segmented scans: each segment of an array is scanned by itself. They are compiled into the
/// library for the types and operators of scan.hpp. Other operators and types:
/// omprim/open/scan.hpp.
///
///   omprim::segmented_inclusive_scan(where, in, n, omprim::by_heads(heads), out);
///   omprim::segmented_exclusive_scan(where, in, n, omprim::by_offsets(rows, count), out,
///                                    omprim::maximum{});
///
/// The contract is that of scan.hpp, including calls in place. In addition:
///   * Segments are given in one of the forms of segmentation.hpp.
///   * Output elements outside of all segments are not written.
///   * The arrays of heads or offsets are accessible where the call runs, as the data are, and do
///     not overlap the output.
///
/// Errors: those of scan.hpp, and status::invalid_argument
///   * for offsets that decrease or exceed n; the message names them
///   * for segments of one length that together are longer than n
/// In these two cases nothing is written. The check of the offsets needs no pass of its own.
///
/// Default method: strategy "single-pass".
/// Memory: that of scan.hpp; for offsets and lengths also one bit per element.
namespace omprim {

namespace detail {
template <class Op>
constexpr operation segmented_scan_by() {
  return by_operator<Op>(operation::segmented_scan_sum, operation::segmented_scan_min,
                         operation::segmented_scan_max);
}

/// The request of a scan whose segments each begin with `initial`.
template <class T>
scan_request segmented_request(const segmentation& segments, T* out, bool exclusive, T initial) {
  scan_request request;
  request.exclusive = exclusive;
  request.has_initial = true;
  request.initial = to_scalar(initial);
  request.out = out;
  request.segments = segments;
  return request;
}

template <class Op, class T>
void run_segmented_scan(const execution& where, const T* data, std::size_t n,
                        const segmentation& segments, T* out, bool exclusive, T initial,
                        const scan_options& options) {
  static_assert(
      is_ordered<Op>,
      "omprim's segmented scans take plus, minimum or maximum after the output, then the initial "
      "value, then options; for an operator of your own use omprim::open (omprim/open/scan.hpp)");
  run(where, families<T>::segmented_scan(), segmented_scan_by<Op>(), data, n,
      segmented_request(segments, out, exclusive, initial), options);
}
}  // namespace detail

/// out[i] = initial op data[first] op ... op data[i], where the segment of i begins at `first`.
template <class Op = plus, class T>
void segmented_inclusive_scan(const execution& where, const T* data, std::size_t n,
                              const segmentation& segments, T* out, Op = {},
                              detail::same<T> initial = detail::identity_of<Op, T>(),
                              const scan_options& options = default_options) {
  detail::run_segmented_scan<Op>(where, data, n, segments, out, false, initial, options);
}

/// out[i] = initial op data[first] op ... op data[i - 1]; out[first] = initial.
template <class Op = plus, class T>
void segmented_exclusive_scan(const execution& where, const T* data, std::size_t n,
                              const segmentation& segments, T* out, Op = {},
                              detail::same<T> initial = detail::identity_of<Op, T>(),
                              const scan_options& options = default_options) {
  detail::run_segmented_scan<Op>(where, data, n, segments, out, true, initial, options);
}

}  // namespace omprim
