// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <c/scan_requests.hpp>
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/columns.hpp>
#include <omprim/omprim.h>
#include <omprim/runs.hpp>
#include <omprim/scan_by_key.hpp>

/// The C functions of values of one element type in runs of equal keys.

namespace {

using omprim::detail::exclusive;
using omprim::detail::families;
using omprim::detail::guarded;
using omprim::detail::inclusive;
using omprim::detail::key_families_of;
using omprim::detail::require_columns;
using omprim::detail::require_results;
using omprim::detail::segmented_by;
using omprim::detail::segmented_scan_by;
using omprim::detail::to_cpp;

template <class Key, class T>
omprim_status reduce(const omprim_execution& where, const Key* keys, const T* values, size_t n,
                     Key* unique_keys, T* out, int by, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    *runs = omprim::detail::run_by_key(to_cpp(where), key_families_of<Key>(), keys,
                                       families<T>::runs(), segmented_by(by), values, n,
                                       unique_keys, out, omprim::default_options);
  });
}

template <class Key, class T>
omprim_status reduce_columns(const omprim_execution& where, const Key* keys,
                             const T* const* columns, size_t count, size_t n, Key* unique_keys,
                             T* const* outs, int by, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    require_columns(count, columns, outs);
    std::vector<omprim::value_column> all;
    all.reserve(count);
    for (size_t c = 0; c < count; ++c) {
      all.push_back(omprim::column(columns[c], outs[c]));
      all.back().op = segmented_by(by);
    }
    *runs = omprim::reduce_by_key(to_cpp(where), keys, n, unique_keys, all.data(), all.size());
  });
}

template <class Key, class T>
omprim_status take_first(const omprim_execution& where, const Key* keys, const T* values, size_t n,
                         Key* unique_keys, T* first_values, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    *runs = omprim::unique_by_key(to_cpp(where), keys, values, n, unique_keys, first_values);
  });
}

template <class Key, class T>
omprim_status scan(const omprim_execution& where, const Key* keys, const T* values, size_t n,
                   int by, const omprim::scan_request& request) {
  return guarded([&] {
    omprim::detail::run_scan_by_key(to_cpp(where), families<Key>::runs(), keys,
                                    families<T>::segmented_scan(), segmented_scan_by(by), values, n,
                                    request, omprim::default_options);
  });
}

}  // namespace

#define OMPRIM_DEFINE_KEY(key, name, type)                                                   \
  omprim_status omprim_reduce_by_##key##_key_##name(                                         \
      omprim_execution where, const key##_t* keys, const type* values, size_t n,             \
      key##_t* unique_keys, type* out, int by, size_t* runs) {                               \
    return reduce(where, keys, values, n, unique_keys, out, by, runs);                       \
  }                                                                                          \
  omprim_status omprim_reduce_columns_by_##key##_key_##name(                                 \
      omprim_execution where, const key##_t* keys, const type* const* columns, size_t count, \
      size_t n, key##_t* unique_keys, type* const* outs, int by, size_t* runs) {             \
    return reduce_columns(where, keys, columns, count, n, unique_keys, outs, by, runs);      \
  }                                                                                          \
  omprim_status omprim_unique_by_##key##_key_##name(                                         \
      omprim_execution where, const key##_t* keys, const type* values, size_t n,             \
      key##_t* unique_keys, type* first_values, size_t* runs) {                              \
    return take_first(where, keys, values, n, unique_keys, first_values, runs);              \
  }                                                                                          \
  omprim_status omprim_inclusive_scan_by_##key##_key_##name(                                 \
      omprim_execution where, const key##_t* keys, const type* values, size_t n, type* out,  \
      int by) {                                                                              \
    return scan(where, keys, values, n, by, inclusive(out));                                 \
  }                                                                                          \
  omprim_status omprim_exclusive_scan_by_##key##_key_##name(                                 \
      omprim_execution where, const key##_t* keys, const type* values, size_t n, type* out,  \
      int by, type initial) {                                                                \
    return scan(where, keys, values, n, by, exclusive(out, initial));                        \
  }
#define OMPRIM_DEFINE_BY_KEY(name, type) \
  OMPRIM_DEFINE_KEY(int32, name, type)   \
  OMPRIM_DEFINE_KEY(int64, name, type)
