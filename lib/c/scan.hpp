// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/scan_requests.hpp>
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>
#include <omprim/segmented_scan.hpp>

/// The C functions of scans and segmented scans of one element type.

namespace {

using omprim::operation;
using omprim::detail::exclusive;
using omprim::detail::guarded;
using omprim::detail::inclusive;
using omprim::detail::operation_by;
using omprim::detail::segmented_scan_by;
using omprim::detail::to_cpp;

template <class T>
omprim_status scan(const omprim_execution& where, int by, const T* data, size_t n,
                   const omprim::scan_request& request) {
  return guarded([&] {
    omprim::detail::run(
        to_cpp(where), omprim::detail::families<T>::scan(),
        operation_by(by, operation::scan_sum, operation::scan_min, operation::scan_max), data, n,
        request, omprim::default_options);
  });
}
template <class T>
omprim_status segmented_scan(const omprim_execution& where, int by, const T* data, size_t n,
                             const omprim::scan_request& request) {
  return guarded([&] {
    omprim::detail::run(to_cpp(where), omprim::detail::families<T>::segmented_scan(),
                        segmented_scan_by(by), data, n, request, omprim::default_options);
  });
}

template <class T>
omprim_status wide_scan(const omprim_execution& where, const T* data, size_t n,
                        const omprim::scan_request& request) {
  return guarded([&] {
    omprim::detail::run(to_cpp(where), omprim::detail::families<T>::scan(),
                        operation::wide_scan_sum, data, n, request, omprim::default_options);
  });
}

}  // namespace

#define OMPRIM_DEFINE_SCANS(name, type)                                                          \
  omprim_status omprim_inclusive_scan_##name(omprim_execution where, const type* data, size_t n, \
                                             type* out, int by) {                                \
    return scan(where, by, data, n, inclusive(out));                                             \
  }                                                                                              \
  omprim_status omprim_exclusive_scan_##name(omprim_execution where, const type* data, size_t n, \
                                             type* out, int by, type initial) {                  \
    return scan(where, by, data, n, exclusive(out, initial));                                    \
  }                                                                                              \
  omprim_status omprim_segmented_inclusive_scan_##name(omprim_execution where, const type* data, \
                                                       size_t n, omprim_segments segments,       \
                                                       type* out, int by) {                      \
    return segmented_scan(where, by, data, n, inclusive(out, segments));                         \
  }                                                                                              \
  omprim_status omprim_segmented_exclusive_scan_##name(omprim_execution where, const type* data, \
                                                       size_t n, omprim_segments segments,       \
                                                       type* out, int by, type initial) {        \
    return segmented_scan(where, by, data, n, exclusive(out, initial, segments));                \
  }

#define OMPRIM_DEFINE_WIDE_SCANS(name, type)                                                   \
  omprim_status omprim_wide_inclusive_scan_##name(omprim_execution where, const type* data,    \
                                                  size_t n, omprim::detail::wide<type>* out) { \
    return wide_scan(where, data, n, inclusive(out));                                          \
  }                                                                                            \
  omprim_status omprim_wide_exclusive_scan_##name(omprim_execution where, const type* data,    \
                                                  size_t n, omprim::detail::wide<type>* out,   \
                                                  omprim::detail::wide<type> initial) {        \
    return wide_scan(where, data, n, exclusive(out, initial));                                 \
  }
