// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/gather.hpp>
#include <omprim/omprim.h>

/// The C functions of gathers and scatters of one element type.

namespace {

using omprim::operation;
using omprim::detail::guarded;
using omprim::detail::to_cpp;

template <class T, class Index>
omprim_status move(const omprim_execution& where, operation op, const T* source,
                   const Index* positions, size_t n, T* out, size_t size) {
  return guarded([&] {
    omprim::detail::run_gather(to_cpp(where), op, source, positions, n, out, size,
                               omprim::default_options);
  });
}

}  // namespace

#define OMPRIM_DEFINE_GATHER(suffix, name, type, index)                                       \
  omprim_status omprim_gather##suffix##_##name(omprim_execution where, const type* source,    \
                                               size_t size, const index* positions, size_t n, \
                                               type* out) {                                   \
    return move(where, operation::gather, source, positions, n, out, size);                   \
  }                                                                                           \
  omprim_status omprim_scatter##suffix##_##name(omprim_execution where, const type* source,   \
                                                const index* positions, size_t n, type* out,  \
                                                size_t size) {                                \
    return move(where, operation::scatter, source, positions, n, out, size);                  \
  }
#define OMPRIM_DEFINE_GATHERS(name, type)     \
  OMPRIM_DEFINE_GATHER(, name, type, int64_t) \
  OMPRIM_DEFINE_GATHER(32, name, type, int32_t)
