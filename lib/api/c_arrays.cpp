// SPDX-License-Identifier: BSD-3-Clause
// omprim_arrays.h over the C++ door.
#include <string>

#include <api/c_support.hpp>
#include <omprim/omprim.h>
#include <omprim/segmented_scan.hpp>
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

// Numbers of operators count from the first operation of a kind.
constexpr bool is_after(operation op, operation first, int by) {
  return static_cast<int>(op) == static_cast<int>(first) + by;
}
static_assert(is_after(operation::scan_min, operation::scan_sum, omprim_scan_minimum));
static_assert(is_after(operation::scan_max, operation::scan_sum, omprim_scan_maximum));
static_assert(is_after(operation::segmented_scan_min, operation::segmented_scan_sum,
                       omprim_scan_minimum));
static_assert(is_after(operation::segmented_scan_max, operation::segmented_scan_sum,
                       omprim_scan_maximum));

void require_request(const void* request) {
  if (request == nullptr) throw error(status::invalid_argument, "the request is null");
}

operation scan_operation(operation first, int scan_operator) {
  if (scan_operator < omprim_scan_plus || scan_operator > omprim_scan_maximum) {
    throw error(status::unknown_name, "no scan operator has the number " +
                                          std::to_string(scan_operator) + "; the last is 2");
  }
  return static_cast<operation>(static_cast<int>(first) + scan_operator);
}

template <class T>
omprim_status scan(const omprim_execution& where, operation first, int scan_operator, const T* data,
                   size_t n, const omprim::scan_request& request) {
  return guarded([&] {
    omprim::scan_any(to_cpp(where), omprim::detail::element_of<T>(),
                     scan_operation(first, scan_operator), data, n, request);
  });
}

omprim::scan_request inclusive(void* out, const omprim_segments& segments = {}) {
  omprim::scan_request request;
  request.out = out;
  request.segments = {segments.heads, segments.offsets, segments.offset_bytes, segments.count};
  return request;
}
template <class T>
omprim::scan_request exclusive(T* out, T initial, const omprim_segments& segments = {}) {
  omprim::scan_request request = inclusive(out, segments);
  request.exclusive = true;
  request.has_initial = true;
  request.initial = omprim::detail::to_scalar(initial);
  return request;
}

omprim_segments to_c(const omprim::segmentation& segments) {
  return {segments.heads, segments.offsets, segments.offset_bytes, segments.count};
}

}  // namespace

omprim_status omprim_count_flagged(omprim_execution where, const unsigned char* flags, size_t n,
                                   size_t* count) {
  return guarded([&] {
    require_results(count);
    *count = omprim::count_flagged(to_cpp(where), flags, n);
  });
}

omprim_status omprim_select(omprim_execution where, int type, int operation, const void* data,
                            size_t n, const omprim_selection* selection, size_t room,
                            const omprim_options* options, size_t* kept) {
  return guarded([&] {
    require_results(kept);
    require_request(selection);
    selection_request request;
    request.how = static_cast<omprim::comparison>(selection->comparison);
    request.bound.u = selection->bound.u;
    request.flags = selection->flags;
    request.selected = selection->selected;
    request.rejected = selection->rejected;
    omprim::select_options chosen{to_cpp(options)};
    if (room != OMPRIM_UNKNOWN_ROOM) chosen.room = room;
    *kept = omprim::select_any(to_cpp(where), static_cast<omprim::element>(type),
                               static_cast<omprim::operation>(operation), data, n, request, chosen);
  });
}

omprim_status omprim_scan(omprim_execution where, int type, int operation, const void* data,
                          size_t n, const omprim_scan_request* request,
                          const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    auto asked = inclusive(request->out, request->segments);
    asked.exclusive = request->exclusive != 0;
    asked.has_initial = request->has_initial != 0;
    asked.initial.u = request->initial.u;
    omprim::scan_any(to_cpp(where), static_cast<omprim::element>(type),
                     static_cast<omprim::operation>(operation), data, n, asked, to_cpp(options));
  });
}

omprim_segments omprim_segments_by_heads(const unsigned char* heads) {
  return to_c(omprim::by_heads(heads));
}
omprim_segments omprim_segments_by_offsets32(const int32_t* offsets, size_t count) {
  return to_c(omprim::by_offsets(offsets, count));
}
omprim_segments omprim_segments_by_offsets64(const int64_t* offsets, size_t count) {
  return to_c(omprim::by_offsets(offsets, count));
}

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
  omprim_status omprim_count_unique_##name(omprim_execution where, const type* data, size_t n,     \
                                           size_t* count) {                                        \
    return select(where, operation::count_unique, data, n, {}, count);                             \
  }                                                                                                \
  omprim_status omprim_inclusive_scan_##name(omprim_execution where, const type* data, size_t n,   \
                                             type* out, int scan_operator) {                       \
    return scan(where, operation::scan_sum, scan_operator, data, n, inclusive(out));               \
  }                                                                                                \
  omprim_status omprim_exclusive_scan_##name(omprim_execution where, const type* data, size_t n,   \
                                             type* out, int scan_operator, type initial) {         \
    return scan(where, operation::scan_sum, scan_operator, data, n, exclusive(out, initial));      \
  }                                                                                                \
  omprim_status omprim_segmented_inclusive_scan_##name(omprim_execution where, const type* data,   \
                                                       size_t n, omprim_segments segments,         \
                                                       type* out, int scan_operator) {             \
    return scan(where, operation::segmented_scan_sum, scan_operator, data, n,                      \
                inclusive(out, segments));                                                         \
  }                                                                                                \
  omprim_status omprim_segmented_exclusive_scan_##name(                                            \
      omprim_execution where, const type* data, size_t n, omprim_segments segments, type* out,     \
      int scan_operator, type initial) {                                                           \
    return scan(where, operation::segmented_scan_sum, scan_operator, data, n,                      \
                exclusive(out, initial, segments));                                                \
  }
OMPRIM_DEFINE(int32, int32_t)
OMPRIM_DEFINE(uint32, uint32_t)
OMPRIM_DEFINE(int64, int64_t)
OMPRIM_DEFINE(uint64, uint64_t)
OMPRIM_DEFINE(float, float)
OMPRIM_DEFINE(double, double)
