// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/exact.hpp>
#include <omprim/omprim.h>

/// The C function of exact sums of segments of one element type. It is apart from exact.hpp, since
/// programs link sources as a whole.

#define OMPRIM_DEFINE_EXACT_SEGMENTED_SUMS(name, type)                                        \
  omprim_status omprim_exact_segmented_sum_##name(omprim_execution where, const type* values, \
                                                  omprim_segments segments, type* out) {      \
    using omprim::detail::to_cpp;                                                             \
    return omprim::detail::guarded(                                                           \
        [&] { omprim::exact_segmented_sum(to_cpp(where), values, to_cpp(segments), out); });  \
  }
