// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/scalar.hpp>

/// The requests of scans, for the C functions of scans and of scans by key.
namespace omprim::detail {

inline operation segmented_scan_by(int by) {
  return operation_by(by, operation::segmented_scan_sum, operation::segmented_scan_min,
                      operation::segmented_scan_max);
}

inline scan_request inclusive(void* out, const omprim_segments& segments = {}) {
  scan_request request;
  request.out = out;
  request.segments = to_cpp(segments);
  return request;
}
template <class T>
scan_request exclusive(T* out, T initial, const omprim_segments& segments = {}) {
  scan_request request = inclusive(out, segments);
  request.exclusive = true;
  request.has_initial = true;
  request.initial = to_scalar(initial);
  return request;
}

}  // namespace omprim::detail
