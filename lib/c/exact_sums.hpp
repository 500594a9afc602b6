// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The C functions of exact sums of one element type, in the order of omprim/c/exact.h. Files that
/// include this define OMPRIM_DEFINE_EXACT_OF_ONE and OMPRIM_DEFINE_EXACT_OF_TWO, each of which
/// defines one function of one array, or of two.
#define OMPRIM_DEFINE_EXACT_SUMS(name, type)                     \
  OMPRIM_DEFINE_EXACT_OF_ONE(exact_sum, name, type)              \
  OMPRIM_DEFINE_EXACT_OF_ONE(exact_sum_of_absolutes, name, type) \
  OMPRIM_DEFINE_EXACT_OF_ONE(exact_sum_of_squares, name, type)   \
  OMPRIM_DEFINE_EXACT_OF_ONE(exact_norm2, name, type)            \
  OMPRIM_DEFINE_EXACT_OF_ONE(exact_mean, name, type)             \
  OMPRIM_DEFINE_EXACT_OF_TWO(exact_dot, name, type)              \
  OMPRIM_DEFINE_EXACT_OF_TWO(exact_weighted_sum, name, type)
