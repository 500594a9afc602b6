// SPDX-License-Identifier: BSD-3-Clause
#include <tuning/file.hpp>

/// The choices that beat the default strategy of lib/dispatch/choice.cpp, in the form of a tuning
/// file (omprim/choice.hpp). A choice found for one type is written here for all types of its size.
/// * Score: kernel GB/s at the largest input that the rule decides, of those in
///   benchmarks/results/ or of a sweep of that row alone.
/// * H200: measured with a host that spins. The sweep of reductions was `omprim sweep strategies
///   --strategy single-pass` over types, operations and 2^11 to 2^28 elements.
/// * Sapphire Rapids: measured with one thread. Where a second-level cache of 1 MB or more holds
///   the input, loads of 64 bytes are faster by a third; elsewhere the default, which was measured
///   on a Zen 4 from memory, is best.
namespace omprim::detail {

const std::string_view shipped_tuning = R"(
# Four lanes exist for 4-byte types only: one work-group, then one with larger tiles, as long
# as it suffices; then by size.
sm_90 * * 5793 single-pass 256x4x4 14 2026-11-23 Clang-19.1.7 NVIDIA H200
sm_90 * * 11585 single-pass 256x4x8 16 2026-11-23 Clang-19.1.7 NVIDIA H200
sm_90 * * 23170 single-pass 256x4x16 25 2026-11-23 Clang-19.1.7 NVIDIA H200
sm_90 * argmin 33554432 single-pass 256x4x4 3419 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * argmax 33554432 single-pass 256x4x4 3349 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * argmin * single-pass 256x4x8 4603 2026-11-23 Clang-19.1.7 NVIDIA H200
sm_90 * argmax * single-pass 256x4x8 4251 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * * 1482910 single-pass 256x4x4 671 2026-11-23 Clang-19.1.7 NVIDIA H200
# Two lanes, the same for 8-byte types.
sm_90 * * 2896 single-pass 256x2x4 11 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * * 5792 single-pass 256x2x8 16 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * * 11585 single-pass 256x2x16 27 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * argmin 16777216 single-pass 256x2x4 3352 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * argmax 16777216 single-pass 256x2x4 3453 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * argmin * single-pass 256x2x8 4547 2026-11-23 Clang-19.1.7 NVIDIA H200
sm_90 * argmax * single-pass 256x2x8 4430 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * * 741455 single-pass 256x2x4 1245 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 double dot 5931642 single-pass 256x2x8 3766 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 double dot * single-pass 256x2x4 4647 2026-11-23 Clang-19.1.7 NVIDIA H200
# Selections and scans: small tiles while there are too few large ones for all multiprocessors.
sm_90 * * 1482910 single-pass 128x1x16 845 2026-11-21 Clang-19.1.7 NVIDIA H200
sm_90 * * 1482910 single-pass 128x4x4 1061 2026-11-21 Clang-19.1.7 NVIDIA H200
sm_90 * * 1482910 single-pass 128x1x8 1420 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * * 1482910 single-pass 128x2x4 1019 2026-11-24 Clang-19.1.7 NVIDIA H200
# Segments that are known to be large (rules for work-queue hold for no others), unless there are
# so few that most of them would be cut.
sm_90 * * 100 merge-path 256x4x2 4202 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * * 100 merge-path 256x2x4 4437 2026-11-23 Clang-19.1.7 NVIDIA H200
sm_90 * * 1200 work-queue 256x4x16 4204 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * * 1200 work-queue 256x2x16 4471 2026-11-23 Clang-19.1.7 NVIDIA H200
sm_90 * * * work-queue 128x4x16 4338 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * * * work-queue 128x2x16 4607 2026-11-23 Clang-19.1.7 NVIDIA H200
# Few segments, so large ones if there is much to do: larger groups read them faster.
sm_90 * * 30000 merge-path 256x4x2 4228 2026-11-24 Clang-19.1.7 NVIDIA H200
sm_90 * * 30000 merge-path 256x2x4 4330 2026-11-24 Clang-19.1.7 NVIDIA H200
# Exact sums: smaller tiles while there are too few large ones. Of squares, there are twice as many as
# products of pairs of the same bytes.
sm_90 float64 exact_sum 8388608 window 64x2x4 2417 2026-11-25 Clang-19.1.7 NVIDIA H200
sm_90 float32 exact_sum 8388608 window 64x4x4 1464 2026-11-26 Clang-19.1.7 NVIDIA H200
sm_90 float32 exact_dot * window 64x2x5 4393 2026-11-26 Clang-19.1.7 NVIDIA H200
sm_90 float64 exact_sum_of_squares * window 64x2x4 3130 2026-11-26 Clang-19.1.7 NVIDIA H200
sm_90 float32 exact_sum_of_squares * window 64x4x4 3452 2026-11-26 Clang-19.1.7 NVIDIA H200
# Searches: an item for each value, as long as all of them run at the same time.
sm_90 * lower_bound 135168 bisection 256x1x1 26 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 * upper_bound 135168 bisection 256x1x1 26 2026-11-28 Clang-19.1.7 NVIDIA H200
# Sorts of few keys: one group sorts all of them in registers.
sm_90 int32 sort 8192 merge 256x1x16 2.6 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 uint32 sort 8192 merge 256x1x16 2.6 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 float32 sort 8192 merge 256x1x16 2.6 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 int32 sort_by_key 4096 merge 256x1x16 2.7 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 uint32 sort_by_key 4096 merge 256x1x16 2.7 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 float32 sort_by_key 4096 merge 256x1x16 2.7 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 int32 argsort 4096 merge 256x1x16 1.5 2026-11-30 Clang-19.1.7 NVIDIA H200
sm_90 uint32 argsort 4096 merge 256x1x16 1.5 2026-11-30 Clang-19.1.7 NVIDIA H200
sm_90 float32 argsort 4096 merge 256x1x16 1.5 2026-11-30 Clang-19.1.7 NVIDIA H200
sm_90 int64 sort 7680 merge 256x1x16 2.3 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 int64 sort_by_key 7680 merge 256x1x16 3.5 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 int64 argsort 7680 merge 256x1x16 1.8 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 uint64 sort 7680 merge 256x1x16 2.3 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 uint64 sort_by_key 7680 merge 256x1x16 3.5 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 uint64 argsort 7680 merge 256x1x16 1.8 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 float64 sort 7680 merge 256x1x16 2.3 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 float64 sort_by_key 7680 merge 256x1x16 3.5 2026-11-29 Clang-19.1.7 NVIDIA H200
sm_90 float64 argsort 7680 merge 256x1x16 1.8 2026-11-29 Clang-19.1.7 NVIDIA H200
# Sorts: tiles of a quarter while there are too few whole ones for all multiprocessors.
sm_90 int32 sort 524288 radix 256x1x8 93 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 uint32 sort 524288 radix 256x1x8 93 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 float32 sort 524288 radix 256x1x8 93 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 int32 sort_by_key 524288 radix 256x1x8 162 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 uint32 sort_by_key 524288 radix 256x1x8 162 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 float32 sort_by_key 524288 radix 256x1x8 162 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 int32 argsort 524288 radix 256x1x8 162 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 uint32 argsort 524288 radix 256x1x8 162 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 float32 argsort 524288 radix 256x1x8 162 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 * sort 131072 radix 256x1x8 35 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 * sort_by_key 131072 radix 256x1x8 46 2026-11-28 Clang-19.1.7 NVIDIA H200
sm_90 * argsort 131072 radix 256x1x8 46 2026-11-28 Clang-19.1.7 NVIDIA H200
# Nothing else was measured of NVIDIA, and no GPU of AMD: there, too, small inputs need many groups.
nvidia like sm_90
amd like sm_90
# From caches, 64 bytes: sixteen lanes of 4-byte types, eight of others. An addition of integers
# takes one cycle, so that four chains of them are enough.
sapphire-rapids int32 sum 250000 single-pass 4x16x4 138 2026-11-23 Clang-19.1.7 Intel Xeon
sapphire-rapids * * 3000000 single-pass 8x16x4 110 2026-11-23 Clang-19.1.7 Intel Xeon
sapphire-rapids * * 1500000 single-pass 8x8x4 133 2026-11-23 Clang-19.1.7 Intel Xeon
x86-64-v4 like sapphire-rapids
# A Zen 5 reads 64 bytes at a time as fast as 32 or faster, from all caches and from memory, but for
# dots from the first half of its second cache. An addition of integers is as fast by four chains.
zen5 int32 sum 180000 single-pass 4x16x4 255 2026-11-25 Clang-19.1.7 AMD EPYC
zen5 * dot 5000 single-pass 8x16x4 325 2026-11-25 Clang-19.1.7 AMD EPYC
zen5 * dot 2500 single-pass 8x8x4 248 2026-11-25 Clang-19.1.7 AMD EPYC
zen5 * dot 12000 single-pass 8x4x4 228 2026-11-30 Clang-19.1.7 AMD EPYC
zen5 * dot 24000 single-pass 8x8x4 228 2026-11-30 Clang-19.1.7 AMD EPYC
zen5 * * * single-pass 8x16x4 200 2026-11-30 Clang-19.1.7 AMD EPYC
zen5 * * * single-pass 8x8x4 200 2026-11-30 Clang-19.1.7 AMD EPYC
# Exact sums of doubles, from caches and from memory. A Zen 4 adds 64 bytes in two steps, a Zen 5 in
# one.
zen4 float64 exact_sum 4096 window 8x4x4 21 2026-11-24 Clang-19.1.7 AMD EPYC
zen4 float64 exact_sum * window 8x8x4 31 2026-11-24 Clang-19.1.7 AMD EPYC
zen4 float64 exact_dot * window 8x8x4 15 2026-11-24 Clang-19.1.7 AMD EPYC
zen5 float64 exact_sum * window 8x8x4 66 2026-11-25 Clang-19.1.7 AMD EPYC
zen5 float64 exact_sum_of_absolutes * window 8x8x4 69 2026-11-25 Clang-19.1.7 AMD EPYC
zen5 float64 exact_sum_of_squares * window 8x8x4 16 2026-11-25 Clang-19.1.7 AMD EPYC
zen5 float64 exact_dot * window 8x8x4 31 2026-11-25 Clang-19.1.7 AMD EPYC
# Of floats, sixteen lanes.
zen5 float32 exact_sum 1024 window 8x8x4 10 2026-11-25 Clang-19.1.7 AMD EPYC
zen5 float32 exact_sum * window 8x16x4 44 2026-11-25 Clang-19.1.7 AMD EPYC
)";

}  // namespace omprim::detail
