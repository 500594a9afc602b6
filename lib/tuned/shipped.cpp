// SPDX-License-Identifier: BSD-3-Clause
#include <dispatch/choice.hpp>

/// The choices that beat the rule of lib/dispatch/choice.cpp, in the form of a tuning file:
///   TARGET TYPE OPERATION UP_TO_N STRATEGY SHAPE
/// nvidia: `omprim tune --backend device:0` on an H200, 2026-11-21, clang 19.1.7, the host
/// spinning; what it found for one type is written here for all types of its size.
/// The host follows the rule, which was chosen by measuring on a Zen 4.
namespace omprim::detail {

const std::string_view shipped_tuning = R"(
# int32: one work-group, then one with larger tiles, as long as it suffices
nvidia int32 * 5793 single-pass 256x4x4
nvidia int32 * 11585 single-pass 256x4x8
nvidia int32 * 23170 single-pass 512x4x8
nvidia int32 argmin * single-pass 256x4x8
nvidia int32 argmax * single-pass 256x4x8
nvidia int32 sum 1482910 single-pass 256x4x4
nvidia int32 sum 2965821 single-pass 256x4x8
nvidia int32 sum 5931642 single-pass 1024x4x8
nvidia int32 sum 94906265 single-pass 256x1x16
nvidia int32 sum_min_max * single-pass 256x4x4
nvidia int32 * 1482910 single-pass 256x4x4
nvidia int32 * 5931642 single-pass 256x4x8
nvidia int32 sum 375149954 single-pass 256x4x4
nvidia int32 sum * single-pass 512x4x8
# uint32: one work-group, then one with larger tiles, as long as it suffices
nvidia uint32 * 5793 single-pass 256x4x4
nvidia uint32 * 11585 single-pass 256x4x8
nvidia uint32 * 23170 single-pass 512x4x8
nvidia uint32 argmin * single-pass 256x4x8
nvidia uint32 argmax * single-pass 256x4x8
nvidia uint32 sum_min_max * single-pass 256x4x4
nvidia uint32 * 1482910 single-pass 256x4x4
nvidia uint32 * 5931642 single-pass 256x4x8
nvidia uint32 sum 375149954 single-pass 256x4x4
nvidia uint32 sum * single-pass 512x4x8
# float: one work-group, then one with larger tiles, as long as it suffices
nvidia float * 5793 single-pass 256x4x4
nvidia float * 11585 single-pass 256x4x8
nvidia float * 23170 single-pass 512x4x8
nvidia float argmin * single-pass 256x4x8
nvidia float argmax * single-pass 256x4x8
nvidia float dot 5931642 single-pass 512x4x8
nvidia float sum_min_max * single-pass 256x4x4
nvidia float * 1482910 single-pass 256x4x4
nvidia float * 5931642 single-pass 256x4x8
nvidia float sum 375149954 single-pass 256x4x4
nvidia float sum * single-pass 512x4x8
# int64: one work-group, then one with larger tiles, as long as it suffices
nvidia int64 * 2896 single-pass 256x2x4
nvidia int64 * 5792 single-pass 256x2x8
nvidia int64 * 11585 single-pass 512x2x8
nvidia int64 argmin * single-pass 256x2x8
nvidia int64 argmax * single-pass 256x2x8
nvidia int64 sum_min_max * single-pass 256x2x4
nvidia int64 * 741455 single-pass 256x2x4
nvidia int64 * 2965821 single-pass 256x2x8
nvidia int64 sum 187574977 single-pass 256x2x4
nvidia int64 sum * single-pass 512x2x8
# uint64: one work-group, then one with larger tiles, as long as it suffices
nvidia uint64 * 2896 single-pass 256x2x4
nvidia uint64 * 5792 single-pass 256x2x8
nvidia uint64 * 11585 single-pass 512x2x8
nvidia uint64 argmin * single-pass 256x2x8
nvidia uint64 argmax * single-pass 256x2x8
nvidia uint64 sum_min_max * single-pass 256x2x4
nvidia uint64 * 741455 single-pass 256x2x4
nvidia uint64 * 2965821 single-pass 256x2x8
nvidia uint64 sum 187574977 single-pass 256x2x4
nvidia uint64 sum * single-pass 512x2x8
# double: one work-group, then one with larger tiles, as long as it suffices
nvidia double * 2896 single-pass 256x2x4
nvidia double * 5792 single-pass 256x2x8
nvidia double * 11585 single-pass 512x2x8
nvidia double argmin * single-pass 256x2x8
nvidia double argmax * single-pass 256x2x8
nvidia double dot * single-pass 256x2x8
nvidia double sum_min_max * single-pass 256x2x4
nvidia double * 741455 single-pass 256x2x4
nvidia double * 2965821 single-pass 256x2x8
nvidia double sum 187574977 single-pass 256x2x4
nvidia double sum * single-pass 512x2x8
)";

}  // namespace omprim::detail
