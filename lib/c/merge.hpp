// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/merge.hpp>
#include <omprim/omprim.h>

/// The C functions of merges of one element type.

namespace {

using omprim::operation;
using omprim::detail::guarded;
using omprim::detail::to_cpp;
using omprim::detail::to_search_order;

template <class T>
omprim_status merge(const omprim_execution& where, operation op, const T* keys, size_t n,
                    const omprim::merge_request& request, int order) {
  return guarded([&] {
    omprim::detail::run_merge(to_cpp(where), op, keys, n, request, to_search_order(order));
  });
}

}  // namespace

#define OMPRIM_DEFINE_MERGES(name, type)                                                          \
  omprim_status omprim_merge_##name(omprim_execution where, const type* a, size_t a_count,        \
                                    const type* b, size_t b_count, type* out, int order) {        \
    return merge(where, operation::merge, a, a_count,                                             \
                 {b, b_count, out, nullptr, nullptr, nullptr, 0}, order);                         \
  }                                                                                               \
  omprim_status omprim_merge_by_key_##name(                                                       \
      omprim_execution where, const type* a, const void* a_values, size_t a_count, const type* b, \
      const void* b_values, size_t b_count, size_t value_bytes, type* keys_out, void* values_out, \
      int order) {                                                                                \
    return merge(where, operation::merge_by_key, a, a_count,                                      \
                 {b, b_count, keys_out, a_values, b_values, values_out, value_bytes}, order);     \
  }
