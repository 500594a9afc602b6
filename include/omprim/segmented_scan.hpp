// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/families.hpp>
#include <omprim/scan.hpp>
#include <omprim/segmentation.hpp>

/// Scans of segments, each for itself, compiled into the library for the types and operators of
/// scan.hpp; own operators and types: omprim/open/scan.hpp.
///
///   omprim::segmented_inclusive_scan(where, in, n, omprim::by_heads(heads), out);
///   omprim::segmented_exclusive_scan(where, in, n, omprim::by_offsets(rows, count), out,
///                                    omprim::maximum{});
///
/// The contract is that of scan.hpp, in place included; segmentation.hpp has the three forms in
/// which segments are given. Of the output, elements that no segment covers are not written. The
/// arrays of the segments must be accessible where the call runs, like the data, and be apart from
/// the output.
///
/// Errors: those of scan.hpp, and status::invalid_argument for offsets that decrease or exceed n,
/// naming them, and for segments of one length that are longer than n together; then nothing is
/// written. The check of offsets is part of what is done anyway.
///
/// Default method: strategy "single-pass". Memory: 8 or 16 bytes more per tile than scan.hpp says,
/// and for offsets and lengths a bit per element.
namespace omprim {

namespace detail {
template <class Op, class T>
void run_segmented_scan(const execution& where, const T* data, std::size_t n,
                        const segmentation& segments, T* out, bool exclusive, T initial,
                        const scan_options& options) {
  static_assert(
      is_ordered<Op>,
      "omprim's segmented scans take plus, minimum or maximum after the output, then the initial "
      "value, then options; for an operator of your own use omprim::open (omprim/open/scan.hpp)");
  scan_request request;
  request.exclusive = exclusive;
  request.has_initial = true;
  request.initial = to_scalar(initial);
  request.out = out;
  request.segments = segments;
  run(where, segmented_scan_family_of<T>(),
      by_operator<Op>(operation::segmented_scan_sum, operation::segmented_scan_min,
                      operation::segmented_scan_max),
      data, n, request, options);
}
}  // namespace detail

/// out[i] = initial op data[first] op ... op data[i], `first` being the first of the segment of i.
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
