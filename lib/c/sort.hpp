// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/omprim.h>
#include <omprim/sort.hpp>

/// The C functions of sorts of one element type.

namespace {

using omprim::operation;
using omprim::detail::guarded;
using omprim::detail::to_cpp;
using omprim::detail::to_order;

template <class T>
omprim_status sort(const omprim_execution& where, operation op, const T* keys, size_t n,
                   const omprim::sort_request& request, int order) {
  return guarded(
      [&] { omprim::detail::run_sort(to_cpp(where), op, keys, n, request, to_order(order)); });
}
template <class T>
omprim_status sort_by_key(const omprim_execution& where, const T* keys, size_t n,
                          const omprim::sort_request& request, int order) {
  using namespace omprim::detail;
  return guarded([&] {
    run_sort_by_key(to_cpp(where), families_of_size<T>::sort(), all_gathers(), element_of<T>(),
                    keys, n, request, to_order(order));
  });
}

}  // namespace

#define OMPRIM_DEFINE_SORTS(name, type)                                                           \
  omprim_status omprim_sort_##name(omprim_execution where, const type* keys, size_t n, type* out, \
                                   int order) {                                                   \
    return sort(where, operation::sort, keys, n, {out, nullptr, nullptr, 0}, order);              \
  }                                                                                               \
  omprim_status omprim_sort_by_key_##name(omprim_execution where, const type* keys,               \
                                          const void* values, size_t n, size_t value_bytes,       \
                                          type* keys_out, void* values_out, int order) {          \
    return sort_by_key(where, keys, n, {keys_out, values, values_out, value_bytes}, order);       \
  }                                                                                               \
  omprim_status omprim_argsort_##name(omprim_execution where, const type* keys, size_t n,         \
                                      int64_t* positions, int order) {                            \
    return sort(where, operation::argsort, keys, n, {nullptr, nullptr, positions, 8}, order);     \
  }                                                                                               \
  omprim_status omprim_argsort32_##name(omprim_execution where, const type* keys, size_t n,       \
                                        int32_t* positions, int order) {                          \
    return sort(where, operation::argsort, keys, n, {nullptr, nullptr, positions, 4}, order);     \
  }
