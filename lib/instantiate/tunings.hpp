// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>
#include <omprim/tuning.hpp>

/// The tunings that are compiled. `few` lists belong to every pair of type and operation; `grid`
/// lists to the pairs that are swept, in the archive omprim::strategies.
namespace omprim::inline OMPRIM_ABI::tunings {

template <std::size_t sizes, std::size_t widths, std::size_t loads>
constexpr auto grid(const int (&work_group_sizes)[sizes], const int (&lanes)[widths],
                    const int (&items)[loads]) {
  std::array<tuning, sizes * widths * loads> all{};
  std::size_t next = 0;
  for (const int size : work_group_sizes) {
    for (const int width : lanes) {
      for (const int load : items) all[next++] = {size, width, load};
    }
  }
  return all;
}

/// The tunings of `all` that are not in `some`.
template <const auto& all, const auto& some>
constexpr auto make_rest() {
  constexpr auto is_rest = [](const tuning& t) {
    for (const tuning& other : some) {
      if (t == other) return false;
    }
    return true;
  };
  constexpr std::size_t count = [&] {
    std::size_t n = 0;
    for (const tuning& t : all) n += is_rest(t) ? 1 : 0;
    return n;
  }();
  std::array<tuning, count> rest{};
  std::size_t next = 0;
  for (const tuning& t : all) {
    if (is_rest(t)) rest[next++] = t;
  }
  return rest;
}
template <const auto& all, const auto& some>
inline constexpr auto rest_of = make_rest<all, some>();

inline constexpr int paper_sizes[] = {16, 32, 64, 128, 256, 512, 1024};
inline constexpr int one[] = {1};

inline constexpr std::array<tuning, 0> none{};
inline constexpr std::array<tuning, 1> no_choice{tuning{1, 1, 1}};

// The sweeps of the papers: listings 2, 3 and 4 of the SYCL sum paper, and the trees.
inline constexpr auto sizes_grid = grid(paper_sizes, one, one);
inline constexpr auto lanes_grid = grid(paper_sizes, {1, 2, 4, 8, 16}, one);
inline constexpr auto workload_grid = grid(paper_sizes, one, {1, 2, 4, 8, 16, 32});
// Where the papers name the parameters but swept nothing.
inline constexpr auto atomics_grid = grid({64, 256, 1024}, one, {1, 4, 16, 64});
inline constexpr auto collectives_grid = grid({64, 128, 256, 512, 1024}, one, {1, 4, 8, 16});
inline constexpr auto multi_block_grid = grid({64, 128, 256, 512}, {2, 4, 8}, {4, 16});
inline constexpr auto multi_block_vector_grid = grid({64, 128, 256, 512}, {4, 8}, {1, 4});

inline constexpr std::array<tuning, 1> sizes_few{tuning{256, 1, 1}};
inline constexpr std::array<tuning, 1> lanes_few{tuning{256, 4, 1}};
inline constexpr std::array<tuning, 1> workload_few{tuning{256, 1, 8}};
inline constexpr std::array<tuning, 1> multi_block_few{tuning{128, 2, 4}};
inline constexpr std::array<tuning, 1> multi_block_vector_few{tuning{256, 4, 4}};

// single-pass. On a device an item is a thread and loads 16 bytes at best; on the host it is
// a register, and a work-group is as many of them as hide the latency of an operation.
inline constexpr auto single_pass_device_grid =
    grid({128, 256, 512, 1024}, {1, 2, 4}, {2, 4, 8, 16});
inline constexpr auto single_pass_host_grid = grid({4, 8, 16}, {4, 8, 16}, {1, 4});

template <int bytes>
inline constexpr std::array<tuning, 3> single_pass_device_few{
    tuning{256, 16 / bytes, 16}, tuning{256, 16 / bytes, 8}, tuning{256, 16 / bytes, 4}};
/// The widths of packs on the host: the default, and a register if that is wider.
template <int bytes>
constexpr auto host_packs() {
  using kernel::default_pack_bytes;
  using kernel::vector_bytes;
  if constexpr (vector_bytes == default_pack_bytes) {
    return grid({8}, {vector_bytes / bytes}, {4});
  } else {
    return grid({8}, {default_pack_bytes / bytes, vector_bytes / bytes}, {4});
  }
}
template <int bytes>
inline constexpr auto single_pass_host_few = host_packs<bytes>();
// An addition of integers takes one cycle, so that four chains of them are enough.
inline constexpr std::array<tuning, 4> single_pass_host_int32_sum{
    tuning{8, 4, 4}, tuning{8, 8, 4}, tuning{8, 16, 4}, tuning{4, 16, 4}};

// Exact sums. On a device, the bins by exponent of 64 items take up to 20 kB of local memory, and
// an item has registers for two tiles: one is added up while the next one is loaded. A tile has as
// many elements as fit into these; small inputs want smaller ones.
template <int bytes>
inline constexpr std::array<tuning, 2> exact_device_few{tuning{64, 16 / bytes, bytes == 8 ? 8 : 6},
                                                        tuning{64, 16 / bytes, 4}};
template <int bytes>
constexpr auto exact_products() {
  if constexpr (bytes == 8) {
    return std::array{tuning{64, 2, 2}, tuning{64, 2, 4}};
  } else {
    return std::array{tuning{64, 4, 2}, tuning{64, 2, 5}, tuning{64, 4, 4}};
  }
}
template <int bytes>
inline constexpr auto exact_device_products = exact_products<bytes>();
// Of segments: an item has so many elements under way.
inline constexpr std::array<tuning, 2> exact_segments_device_few{tuning{128, 1, 16},
                                                                 tuning{128, 1, 8}};

// Selections. On a device a tile stands in local memory, and a multiprocessor of an H200 has room
// for six of 36 kB; small inputs want more, smaller ones. On the host a tile is what one thread
// counts before it asks for its place, 64 kB of elements by default.
inline constexpr auto select_sizes_grid = grid({64, 128, 256, 512, 1024}, one, one);
inline constexpr std::array<tuning, 9> select_device_grid{
    tuning{128, 1, 72}, tuning{128, 1, 16}, tuning{64, 1, 144},
    tuning{64, 1, 32},  tuning{256, 1, 36}, tuning{256, 1, 8},
    tuning{512, 1, 18}, tuning{512, 1, 8},  tuning{1024, 1, 9}};
inline constexpr auto select_device_other_grid = grid({64, 128, 256, 512, 1024}, one, {8});
template <int bytes>
inline constexpr std::array<tuning, 2> select_device_few{tuning{128, 1, 288 / bytes},
                                                         tuning{128, 1, 64 / bytes}};
inline constexpr std::array<tuning, 1> select_device_other_few{tuning{512, 1, 8}};
template <int bytes>
inline constexpr auto select_host_grid = grid({16}, {64 / bytes}, {64, 16, 4});
template <int bytes>
inline constexpr std::array<tuning, 1> select_host_few{tuning{16, 64 / bytes, 64}};

// Runs are found on a device by the tiles of selections.
template <int bytes>
inline constexpr std::array<tuning, 1> runs_device_few{select_device_few<bytes>[0]};
// Lengths and first elements of runs need head flags alone: an item holds words of them.
inline constexpr std::array<tuning, 1> heads_device_few{tuning{128, 1, 128}};

// Scans. On a device a tile is as large as one of a selection, in rows of 16 bytes an item; on the
// host a tile of 64 kB stays in the second-level cache between its total and its scan.
inline constexpr std::array<tuning, 7> scan_device_grid{
    tuning{128, 4, 18}, tuning{128, 4, 4}, tuning{64, 4, 36}, tuning{256, 4, 9},
    tuning{256, 4, 2},  tuning{512, 4, 4}, tuning{128, 1, 32}};
template <int bytes>
inline constexpr std::array<tuning, 2> scan_device_few{tuning{128, 16 / bytes, 18},
                                                       tuning{128, 16 / bytes, 4}};
template <int bytes>
inline constexpr auto scan_host_grid = grid({16}, {64 / bytes, 32 / bytes}, {64, 16});
template <int bytes>
inline constexpr std::array<tuning, 1> scan_host_few{tuning{16, 64 / bytes, 64}};

// Scans of segments. On a device a multiprocessor of an H200 has room for six tiles with their head
// flags.
template <int bytes>
inline constexpr std::array<tuning, 1> segmented_scan_device_few{tuning{128, 16 / bytes, 16}};
template <int bytes>
inline constexpr std::array<tuning, 1> segmented_scan_host_few{tuning{16, 32 / bytes, 64}};

// Segmented reductions. On a device a tile of the merge path is so many steps per item; with its
// ends and results it takes 10 to 14 bytes of local memory per step, of which a group has 48 kB. On
// the host an item is a register, and lanes are segments reduced at once.
inline constexpr std::array<tuning, 5> merge_path_device_grid{
    tuning{128, 2, 8}, tuning{128, 2, 4}, tuning{256, 2, 4}, tuning{512, 2, 2}, tuning{256, 1, 8}};
template <int bytes>
inline constexpr std::array<tuning, 2> merge_path_device_few{tuning{128, 16 / bytes, bytes},
                                                             tuning{256, 16 / bytes, bytes / 2}};
template <int bytes>  // positions are 16 bytes a result
inline constexpr std::array<tuning, 1> merge_path_device_located{
    tuning{128, 16 / bytes, bytes / 2}};
template <int bytes>
inline constexpr auto merge_path_host_grid = grid({8}, {16 / bytes, 32 / bytes, 64 / bytes}, {4});
template <int bytes>
inline constexpr std::array<tuning, 1> merge_path_host_few{
    tuning{8, kernel::default_pack_bytes / bytes, 4}};
// By ticket, items are packs that an item has under way.
inline constexpr std::array<tuning, 3> work_queue_device_grid{tuning{128, 2, 16}, tuning{128, 2, 8},
                                                              tuning{256, 2, 16}};
template <int bytes>
inline constexpr std::array<tuning, 2> work_queue_device_few{tuning{128, 16 / bytes, 16},
                                                             tuning{256, 16 / bytes, 16}};
inline constexpr std::array<tuning, 1> segments_device_few{tuning{256, 1, 4}};
inline constexpr std::array<tuning, 1> segments_host_few{tuning{16, 1, 4}};

// Histograms. On a device an item has so many packs under way; on the host a tile is what bins are
// computed for at a time, 4 kB of elements.
template <int bytes>
inline constexpr auto histogram_device_grid = grid({256, 512, 1024}, {16 / bytes}, {1, 2, 4});
template <int bytes>
inline constexpr std::array<tuning, 1> histogram_device_few{tuning{1024, 16 / bytes, 2}};
template <int bytes>
inline constexpr auto histogram_host_grid = grid({16}, {64 / bytes}, {1, 4, 16});
template <int bytes>
inline constexpr std::array<tuning, 1> histogram_host_few{tuning{16, 64 / bytes, 4}};

// Sorts. An item of a device has so many 4-byte keys, or half as many if keys or values have 8
// bytes: as many as local memory has room for, or a quarter of these, so that few keys are more
// tiles. On the host a tile is what a thread sorts by one digit in a second-level cache.
inline constexpr std::array<tuning, 2> sort_device_few{tuning{256, 1, 32}, tuning{256, 1, 8}};
inline constexpr std::array<tuning, 1> top_k_device_few{tuning{256, 1, 32}};
inline constexpr std::array<tuning, 1> sort_merge_device_few{tuning{256, 1, 16}};
template <int bytes>
inline constexpr std::array<tuning, 1> sort_host_few{tuning{16, 64 / bytes, 256}};

// Searches. An item of a device takes a step for so many values at a time; on the host a tile does.
inline constexpr std::array<tuning, 2> search_device_few{tuning{256, 1, 4}, tuning{256, 1, 1}};
template <int bytes>
inline constexpr std::array<tuning, 1> search_host_few{tuning{16, 64 / bytes, 1}};

// Gathers and scatters. An item of a device has so many elements under way; on the host a tile has.
inline constexpr std::array<tuning, 1> gather_device_few{tuning{256, 1, 4}};
inline constexpr std::array<tuning, 1> scatter_device_few{tuning{256, 1, 8}};
template <int bytes>
inline constexpr std::array<tuning, 1> gather_host_few{tuning{16, 64 / bytes, 4}};

// Merges. A tile of a device is in local memory, with places of its keys if they have values; on
// the host it is the least part of a thread.
inline constexpr std::array<tuning, 1> merge_device_few{tuning{256, 1, 16}};
inline constexpr std::array<tuning, 1> merge_keys_device_few{tuning{256, 1, 24}};
template <int bytes>
inline constexpr std::array<tuning, 1> merge_host_few{tuning{16, 64 / bytes, 16}};

}  // namespace omprim::inline OMPRIM_ABI::tunings
