// SPDX-License-Identifier: BSD-3-Clause
// omprim_segments.h over the C++ door.
#include <string>

#include <api/c_support.hpp>
#include <omprim/omprim.h>
#include <omprim/segmented_reduce.hpp>
#include <omprim/table.hpp>

namespace {

using omprim::error;
using omprim::operation;
using omprim::status;
using omprim::detail::element_of;
using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

operation segment_operation(int segment_operator) {
  switch (segment_operator) {
    case omprim_segment_plus:
      return operation::segmented_sum;
    case omprim_segment_minimum:
      return operation::segmented_min;
    case omprim_segment_maximum:
      return operation::segmented_max;
    default:
      throw error(status::unknown_name, "no segment operator has the number " +
                                            std::to_string(segment_operator) + "; the last is 2");
  }
}

omprim::segment_request request_for(const omprim_segment_bounds& segments, void* out) {
  omprim::segment_request request;
  request.segments = segments.count;
  request.offsets = segments.offsets;
  request.offset_bytes = segments.offset_bytes;
  request.length = segments.length;
  request.out = out;
  return request;
}

template <class T>
omprim_status reduce(const omprim_execution& where, const T* values,
                     const omprim_segment_bounds& segments, T* out, int segment_operator) {
  return guarded([&] {
    omprim::segmented_reduce_any(to_cpp(where), element_of<T>(),
                                 segment_operation(segment_operator), values,
                                 request_for(segments, out));
  });
}

template <class T>
omprim_status locate(const omprim_execution& where, operation op, const T* values,
                     const omprim_segment_bounds& segments, int64_t* positions, T* out) {
  return guarded([&] {
    auto request = request_for(segments, out);
    request.positions = positions;
    omprim::segmented_reduce_any(to_cpp(where), element_of<T>(), op, values, request);
  });
}

template <class Key, class T>
omprim_status by_key(const omprim_execution& where, const Key* keys, const T* values, size_t n,
                     Key* unique_keys, T* out, int segment_operator, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    *runs =
        omprim::reduce_by_key_any(to_cpp(where), element_of<Key>(), keys, element_of<T>(),
                                  segment_operation(segment_operator), values, n, unique_keys, out);
  });
}

}  // namespace

#define OMPRIM_DEFINE(name, type)                                                                  \
  omprim_status omprim_segmented_reduce_##name(omprim_execution where, const type* values,         \
                                               omprim_segment_bounds segments, type* out,          \
                                               int segment_operator) {                             \
    return reduce(where, values, segments, out, segment_operator);                                 \
  }                                                                                                \
  omprim_status omprim_segmented_argmin_##name(omprim_execution where, const type* values,         \
                                               omprim_segment_bounds segments, int64_t* positions, \
                                               type* out) {                                        \
    return locate(where, operation::segmented_argmin, values, segments, positions, out);           \
  }                                                                                                \
  omprim_status omprim_segmented_argmax_##name(omprim_execution where, const type* values,         \
                                               omprim_segment_bounds segments, int64_t* positions, \
                                               type* out) {                                        \
    return locate(where, operation::segmented_argmax, values, segments, positions, out);           \
  }                                                                                                \
  omprim_status omprim_reduce_by_int32_key_##name(                                                 \
      omprim_execution where, const int32_t* keys, const type* values, size_t n,                   \
      int32_t* unique_keys, type* out, int segment_operator, size_t* runs) {                       \
    return by_key(where, keys, values, n, unique_keys, out, segment_operator, runs);               \
  }                                                                                                \
  omprim_status omprim_reduce_by_int64_key_##name(                                                 \
      omprim_execution where, const int64_t* keys, const type* values, size_t n,                   \
      int64_t* unique_keys, type* out, int segment_operator, size_t* runs) {                       \
    return by_key(where, keys, values, n, unique_keys, out, segment_operator, runs);               \
  }
OMPRIM_DEFINE(int32, int32_t)
OMPRIM_DEFINE(uint32, uint32_t)
OMPRIM_DEFINE(int64, int64_t)
OMPRIM_DEFINE(uint64, uint64_t)
OMPRIM_DEFINE(float, float)
OMPRIM_DEFINE(double, double)
