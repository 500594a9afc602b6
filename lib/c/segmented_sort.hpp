// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <c/support.hpp>
#include <omprim/omprim.h>
#include <omprim/segmented_sort.hpp>

/// The C functions of segmented sorts of one element type.

namespace {

using omprim::operation;
using omprim::detail::element_of;
using omprim::detail::families_to_sort;
using omprim::detail::guarded;
using omprim::detail::to_cpp;
using omprim::detail::to_order;

template <class T>
omprim_status sort_segments(const omprim_execution& where, operation op, const T* keys, size_t n,
                            const omprim_segments& segments, const omprim::sort_request& request,
                            int order) {
  return guarded([&] {
    omprim::detail::run_segmented_sort(to_cpp(where), families_to_sort<T>(), element_of<T>(), op,
                                       keys, n, to_cpp(segments), request, to_order(order));
  });
}

}  // namespace

#define OMPRIM_DEFINE_SEGMENTED_SORTS(name, type)                                                 \
  omprim_status omprim_segmented_sort_##name(omprim_execution where, const type* keys, size_t n,  \
                                             omprim_segments segments, type* out, int order) {    \
    return sort_segments(where, operation::sort, keys, n, segments, {out, nullptr, nullptr, 0},   \
                         order);                                                                  \
  }                                                                                               \
  omprim_status omprim_segmented_sort_by_key_##name(                                              \
      omprim_execution where, const type* keys, const void* values, size_t n, size_t value_bytes, \
      omprim_segments segments, type* keys_out, void* values_out, int order) {                    \
    return sort_segments(where, operation::sort_by_key, keys, n, segments,                        \
                         {keys_out, values, values_out, value_bytes}, order);                     \
  }
