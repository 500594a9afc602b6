// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>
#include <omprim/select.hpp>

/// The C functions of selections of one element type.

namespace {

using omprim::operation;
using omprim::selection_request;
using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

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
    *kept = omprim::detail::run_select(to_cpp(where), op, data, n, request,
                                       omprim::default_select_options);
  });
}

}  // namespace

#define OMPRIM_DEFINE_SELECTIONS(name, type)                                                       \
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
    return guarded([&] {                                                                           \
      require_results(kept);                                                                       \
      *kept = omprim::select_flagged(to_cpp(where), data, flags, n, selected);                     \
    });                                                                                            \
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
  }
