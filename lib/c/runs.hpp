// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/omprim.h>
#include <omprim/runs.hpp>

/// The C functions of runs of one element type.

namespace {

using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

template <class T>
omprim_status encode_lengths(const omprim_execution& where, const T* data, size_t n, T* unique,
                             int64_t* lengths, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    *runs = omprim::run_length_encode(to_cpp(where), data, n, unique, lengths);
  });
}

}  // namespace

#define OMPRIM_DEFINE_RUNS(name, type)                                                    \
  omprim_status omprim_run_length_encode_##name(omprim_execution where, const type* data, \
                                                size_t n, type* unique, int64_t* lengths, \
                                                size_t* runs) {                           \
    return encode_lengths(where, data, n, unique, lengths, runs);                         \
  }
