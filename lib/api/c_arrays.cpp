// SPDX-License-Identifier: BSD-3-Clause
// omprim_arrays.h over the C++ door.
#include <string>

#include <api/c_support.hpp>
#include <omprim/omprim.h>
#include <omprim/scan.hpp>
#include <omprim/select.hpp>
#include <omprim/table.hpp>

namespace {

using omprim::error;
using omprim::operation;
using omprim::selection_request;
using omprim::status;
using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

// The enumeration is passed through as numbers; the library refuses those that are none.
static_assert(int{omprim_comparison_greater} == static_cast<int>(omprim::comparison::greater));

template <class T>
selection_request condition(int comparison, T bound) {
  selection_request request;
  request.how = static_cast<omprim::comparison>(comparison);
  request.bound = omprim::detail::to_scalar(bound);
  return request;
}

template <class T>
omprim_status select(const omprim_execution& where, operation op, const T* data, size_t n,
                     const selection_request& request, size_t* kept) {
  return guarded([&] {
    require_results(kept);
    *kept = omprim::detail::run_select(to_cpp(where), op, data, n, request, {});
  });
}

operation scan_operation(int scan_operator) {
  switch (scan_operator) {
    case omprim_scan_plus:
      return operation::scan_sum;
    case omprim_scan_minimum:
      return operation::scan_min;
    case omprim_scan_maximum:
      return operation::scan_max;
    default:
      throw error(status::unknown_name, "no scan operator has the number " +
                                            std::to_string(scan_operator) + "; the last is 2");
  }
}

template <class T>
omprim_status scan(const omprim_execution& where, const T* data, size_t n,
                   const omprim::scan_request& request, int scan_operator) {
  return guarded([&] {
    omprim::scan_any(to_cpp(where), omprim::detail::element_of<T>(), scan_operation(scan_operator),
                     data, n, request);
  });
}

}  // namespace

#define OMPRIM_DEFINE(name, type)                                                                  \
  omprim_status omprim_select_if_##name(omprim_execution where, const type* data, size_t n,        \
                                        type* selected, int comparison, type bound,                \
                                        size_t* kept) {                                            \
    auto request = condition(comparison, bound);                                                   \
    request.selected = selected;                                                                   \
    return select(where, operation::select_if, data, n, request, kept);                            \
  }                                                                                                \
  omprim_status omprim_select_index_##name(omprim_execution where, const type* data, size_t n,     \
                                           int64_t* positions, int comparison, type bound,         \
                                           size_t* kept) {                                         \
    auto request = condition(comparison, bound);                                                   \
    request.selected = positions;                                                                  \
    return select(where, operation::select_index, data, n, request, kept);                         \
  }                                                                                                \
  omprim_status omprim_partition_##name(omprim_execution where, const type* data, size_t n,        \
                                        type* selected, type* rejected, int comparison,            \
                                        type bound, size_t* kept) {                                \
    auto request = condition(comparison, bound);                                                   \
    request.selected = selected;                                                                   \
    request.rejected = rejected;                                                                   \
    return select(where, operation::partition, data, n, request, kept);                            \
  }                                                                                                \
  omprim_status omprim_count_if_##name(omprim_execution where, const type* data, size_t n,         \
                                       int comparison, type bound, size_t* count) {                \
    return select(where, operation::count_if, data, n, condition(comparison, bound), count);       \
  }                                                                                                \
  omprim_status omprim_select_flagged_##name(omprim_execution where, const type* data,             \
                                             const unsigned char* flags, size_t n, type* selected, \
                                             size_t* kept) {                                       \
    selection_request request;                                                                     \
    request.flags = flags;                                                                         \
    request.selected = selected;                                                                   \
    return select(where, operation::select_flagged, data, n, request, kept);                       \
  }                                                                                                \
  omprim_status omprim_unique_##name(omprim_execution where, const type* data, size_t n,           \
                                     type* selected, size_t* kept) {                               \
    selection_request request;                                                                     \
    request.selected = selected;                                                                   \
    return select(where, operation::unique, data, n, request, kept);                               \
  }                                                                                                \
  omprim_status omprim_inclusive_scan_##name(omprim_execution where, const type* data, size_t n,   \
                                             type* out, int scan_operator) {                       \
    omprim::scan_request request;                                                                  \
    request.out = out;                                                                             \
    return scan(where, data, n, request, scan_operator);                                           \
  }                                                                                                \
  omprim_status omprim_exclusive_scan_##name(omprim_execution where, const type* data, size_t n,   \
                                             type* out, int scan_operator, type initial) {         \
    omprim::scan_request request;                                                                  \
    request.exclusive = true;                                                                      \
    request.has_initial = true;                                                                    \
    request.initial = omprim::detail::to_scalar(initial);                                          \
    request.out = out;                                                                             \
    return scan(where, data, n, request, scan_operator);                                           \
  }
OMPRIM_DEFINE(int32, int32_t)
OMPRIM_DEFINE(uint32, uint32_t)
OMPRIM_DEFINE(int64, int64_t)
OMPRIM_DEFINE(uint64, uint64_t)
OMPRIM_DEFINE(float, float)
OMPRIM_DEFINE(double, double)
