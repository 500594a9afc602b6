// SPDX-License-Identifier: BSD-3-Clause
#include <tuning/file.hpp>

/// The choices that beat the rule of lib/dispatch/choice.cpp, in the form of a tuning file:
///   TARGET TYPE OPERATION UP_TO_N STRATEGY SHAPE
/// nvidia: an H200, clang 19.1.7, the host spinning; what was found for one type is written here
/// for all types of its size. Reductions: `omprim sweep strategies --strategy single-pass` over
/// types, operations and 2^11 to 2^28 elements, 2026-11-23; the others: `omprim tune --backend
/// device:0`, 2026-11-21.
/// The host follows the rule, which was chosen by measuring a Zen 4 from memory, but for what a
/// second-level cache of 1 MB and more holds: there loads of 64 bytes are faster by a third on a
/// Sapphire Rapids (2026-11-22).
namespace omprim::detail {

const std::string_view shipped_tuning = R"(
# Four lanes exist for 4-byte types only: one work-group, then one with larger tiles, as long
# as it suffices; then by size.
nvidia * * 5793 single-pass 256x4x4
nvidia * * 11585 single-pass 256x4x8
nvidia * * 23170 single-pass 256x4x16
nvidia * argmin 33554432 single-pass 256x4x4
nvidia * argmax 33554432 single-pass 256x4x4
nvidia * argmin * single-pass 256x4x8
nvidia * argmax * single-pass 256x4x8
nvidia * * 1482910 single-pass 256x4x4
# Two lanes, the same for 8-byte types.
nvidia * * 2896 single-pass 256x2x4
nvidia * * 5792 single-pass 256x2x8
nvidia * * 11585 single-pass 256x2x16
nvidia * argmin 16777216 single-pass 256x2x4
nvidia * argmax 16777216 single-pass 256x2x4
nvidia * argmin * single-pass 256x2x8
nvidia * argmax * single-pass 256x2x8
nvidia * * 741455 single-pass 256x2x4
nvidia double dot 5931642 single-pass 256x2x8
nvidia double dot * single-pass 256x2x4
# Selections and scans: small tiles while there are too few large ones for all multiprocessors.
nvidia * * 1482910 single-pass 128x1x16
nvidia * * 1482910 single-pass 128x4x4
nvidia * * 1482910 single-pass 128x1x8
nvidia * * 1482910 single-pass 128x2x4
# Segments that are known to be long (rules for work-queue hold for no others), unless there are so few
# that most of them would be cut.
nvidia * * 100 merge-path 256x4x2
nvidia * * 100 merge-path 256x2x4
nvidia * * 1200 work-queue 256x4x16
nvidia * * 1200 work-queue 256x2x16
nvidia * * * work-queue 128x4x16
nvidia * * * work-queue 128x2x16
# Few segments, so long ones if there is much to do: larger groups read them faster.
nvidia * * 30000 merge-path 256x4x2
nvidia * * 30000 merge-path 256x2x4
# From caches, 64 bytes: sixteen lanes of 4-byte types, eight of others. An addition of integers takes
# one cycle, so that four chains of them are enough.
x86-64-v4 int32 sum 250000 single-pass 4x16x4
x86-64-v4 * * 3000000 single-pass 8x16x4
x86-64-v4 * * 1500000 single-pass 8x8x4
)";

}  // namespace omprim::detail
