// SPDX-License-Identifier: BSD-3-Clause
// omprim/c/arrays.h over the C++ door.
#include <string>

#include <c/support.hpp>
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
using omprim::detail::operation_by;
using omprim::detail::require_request;
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

// Numbers of operators count from the operation by plus.
constexpr bool follow(operation plus, operation minimum, operation maximum) {
  const int first = static_cast<int>(plus);
  return static_cast<int>(minimum) == first + omprim_operator_minimum &&
         static_cast<int>(maximum) == first + omprim_operator_maximum;
}
static_assert(follow(operation::scan_sum, operation::scan_min, operation::scan_max));
static_assert(follow(operation::segmented_scan_sum, operation::segmented_scan_min,
                     operation::segmented_scan_max));
static_assert(follow(operation::segmented_sum, operation::segmented_min, operation::segmented_max));

template <class T>
omprim_status scan(const omprim_execution& where, operation plus, int by, const T* data, size_t n,
                   const omprim::scan_request& request) {
  return guarded([&] {
    omprim::scan_any(to_cpp(where), omprim::detail::element_of<T>(), operation_by(by, plus), data,
                     n, request);
  });
}

omprim::scan_request inclusive(void* out, const omprim_segments& segments = {}) {
  omprim::scan_request request;
  request.out = out;
  request.segments = to_cpp(segments);
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
  return {segments.heads, segments.offsets, segments.offset_bytes,
          segments.count, segments.length,  segments.values};
}

}  // namespace

omprim::segmentation omprim::detail::to_cpp(const omprim_segments& segments) {
  return {segments.heads, segments.offsets, segments.offset_bytes,
          segments.count, segments.length,  segments.values};
}

omprim::operation omprim::detail::operation_by(int by, operation plus) {
  if (by < omprim_operator_plus || by > omprim_operator_maximum) {
    throw error(status::unknown_name,
                "no operator has the number " + std::to_string(by) + "; the last is 2");
  }
  return static_cast<operation>(static_cast<int>(plus) + by);
}

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
omprim_segments omprim_segments_by_length(size_t length, size_t count) {
  return to_c(omprim::by_length(length, count));
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
                                             type* out, int by) {                                  \
    return scan(where, operation::scan_sum, by, data, n, inclusive(out));                          \
  }                                                                                                \
  omprim_status omprim_exclusive_scan_##name(omprim_execution where, const type* data, size_t n,   \
                                             type* out, int by, type initial) {                    \
    return scan(where, operation::scan_sum, by, data, n, exclusive(out, initial));                 \
  }                                                                                                \
  omprim_status omprim_segmented_inclusive_scan_##name(omprim_execution where, const type* data,   \
                                                       size_t n, omprim_segments segments,         \
                                                       type* out, int by) {                        \
    return scan(where, operation::segmented_scan_sum, by, data, n, inclusive(out, segments));      \
  }                                                                                                \
  omprim_status omprim_segmented_exclusive_scan_##name(omprim_execution where, const type* data,   \
                                                       size_t n, omprim_segments segments,         \
                                                       type* out, int by, type initial) {          \
    return scan(where, operation::segmented_scan_sum, by, data, n,                                 \
                exclusive(out, initial, segments));                                                \
  }
OMPRIM_DEFINE(int32, int32_t)
OMPRIM_DEFINE(uint32, uint32_t)
OMPRIM_DEFINE(int64, int64_t)
OMPRIM_DEFINE(uint64, uint64_t)
OMPRIM_DEFINE(float, float)
OMPRIM_DEFINE(double, double)
