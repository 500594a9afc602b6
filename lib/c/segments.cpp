// SPDX-License-Identifier: BSD-3-Clause
// omprim/c/segments.h over the C++ door.
#include <c/support.hpp>
#include <omprim/omprim.h>
#include <omprim/segmented_reduce.hpp>
#include <omprim/table.hpp>

namespace {

using omprim::operation;
using omprim::detail::element_of;
using omprim::detail::guarded;
using omprim::detail::operation_by;
using omprim::detail::require_request;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

omprim::segment_request request_for(const omprim_segments& segments, void* out,
                                    int64_t* positions) {
  return {to_cpp(segments), out, positions};
}

template <class T>
omprim_status reduce(const omprim_execution& where, const T* values,
                     const omprim_segments& segments, T* out, int by) {
  return guarded([&] {
    omprim::segmented_reduce_any(to_cpp(where), element_of<T>(),
                                 operation_by(by, operation::segmented_sum), values,
                                 request_for(segments, out, nullptr));
  });
}

template <class T>
omprim_status locate(const omprim_execution& where, operation op, const T* values,
                     const omprim_segments& segments, int64_t* positions, T* out) {
  return guarded([&] {
    omprim::segmented_reduce_any(to_cpp(where), element_of<T>(), op, values,
                                 request_for(segments, out, positions));
  });
}

template <class Key, class T>
omprim_status by_key(const omprim_execution& where, const Key* keys, const T* values, size_t n,
                     Key* unique_keys, T* out, int by, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    *runs = omprim::reduce_by_key_any(to_cpp(where), element_of<Key>(), keys, element_of<T>(),
                                      operation_by(by, operation::segmented_sum), values, n,
                                      unique_keys, out);
  });
}

}  // namespace

omprim_status omprim_segmented_reduce(omprim_execution where, int type, int operation,
                                      const void* values, const omprim_segment_request* request,
                                      const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    omprim::segmented_reduce_any(to_cpp(where), static_cast<omprim::element>(type),
                                 static_cast<omprim::operation>(operation), values,
                                 request_for(request->segments, request->out, request->positions),
                                 to_cpp(options));
  });
}

omprim_status omprim_reduce_by_key(omprim_execution where, int key_type, const void* keys, int type,
                                   int operation, const void* values, size_t n, void* unique_keys,
                                   void* out, const omprim_options* options, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    *runs = omprim::reduce_by_key_any(to_cpp(where), static_cast<omprim::element>(key_type), keys,
                                      static_cast<omprim::element>(type),
                                      static_cast<omprim::operation>(operation), values, n,
                                      unique_keys, out, to_cpp(options));
  });
}

#define OMPRIM_DEFINE(name, type)                                                             \
  omprim_status omprim_segmented_reduce_##name(omprim_execution where, const type* values,    \
                                               omprim_segments segments, type* out, int by) { \
    return reduce(where, values, segments, out, by);                                          \
  }                                                                                           \
  omprim_status omprim_segmented_argmin_##name(omprim_execution where, const type* values,    \
                                               omprim_segments segments, int64_t* positions,  \
                                               type* out) {                                   \
    return locate(where, operation::segmented_argmin, values, segments, positions, out);      \
  }                                                                                           \
  omprim_status omprim_segmented_argmax_##name(omprim_execution where, const type* values,    \
                                               omprim_segments segments, int64_t* positions,  \
                                               type* out) {                                   \
    return locate(where, operation::segmented_argmax, values, segments, positions, out);      \
  }                                                                                           \
  omprim_status omprim_reduce_by_int32_key_##name(                                            \
      omprim_execution where, const int32_t* keys, const type* values, size_t n,              \
      int32_t* unique_keys, type* out, int by, size_t* runs) {                                \
    return by_key(where, keys, values, n, unique_keys, out, by, runs);                        \
  }                                                                                           \
  omprim_status omprim_reduce_by_int64_key_##name(                                            \
      omprim_execution where, const int64_t* keys, const type* values, size_t n,              \
      int64_t* unique_keys, type* out, int by, size_t* runs) {                                \
    return by_key(where, keys, values, n, unique_keys, out, by, runs);                        \
  }
OMPRIM_DEFINE(int32, int32_t)
OMPRIM_DEFINE(uint32, uint32_t)
OMPRIM_DEFINE(int64, int64_t)
OMPRIM_DEFINE(uint64, uint64_t)
OMPRIM_DEFINE(float, float)
OMPRIM_DEFINE(double, double)
