// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>
#include <omprim/segmented_reduce.hpp>

/// The C functions of segmented reductions of one element type.

namespace {

using omprim::operation;
using omprim::detail::families;
using omprim::detail::guarded;
using omprim::detail::segmented_by;
using omprim::detail::to_cpp;

omprim::segment_request request_for(const omprim_segments& segments, void* out,
                                    int64_t* positions) {
  return {to_cpp(segments), out, positions};
}

template <class T>
omprim_status reduce(const omprim_execution& where, const T* values,
                     const omprim_segments& segments, T* out, int by) {
  return guarded([&] {
    omprim::detail::run(to_cpp(where), families<T>::segmented_reduce(), segmented_by(by), values,
                        request_for(segments, out, nullptr), omprim::default_options);
  });
}

template <class T>
omprim_status locate(const omprim_execution& where, operation op, const T* values,
                     const omprim_segments& segments, int64_t* positions, T* out) {
  return guarded([&] {
    omprim::detail::run(to_cpp(where), families<T>::segmented_reduce(), op, values,
                        request_for(segments, out, positions), omprim::default_options);
  });
}

}  // namespace

#define OMPRIM_DEFINE_SEGMENTED_REDUCTIONS(name, type)                                        \
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
  }
