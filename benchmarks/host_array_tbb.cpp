// SPDX-License-Identifier: BSD-3-Clause
// TBB's parallel_scan: of a sum, and of the counts of a selection.
#include <memory>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_scan.h>
#include <oneapi/tbb/task_arena.h>

#include "host_array_peers.hpp"

namespace omprim_benchmark {
namespace {

using range = tbb::blocked_range<std::size_t>;

std::unique_ptr<tbb::task_arena> arena;

void exclusive_scan(const std::int32_t* data, std::size_t n, std::int32_t* out) {
  arena->execute([&] {
    tbb::parallel_scan(
        range(0, n, 16384), 0,
        [&](const range& r, std::int32_t sum, bool is_final) {
          for (std::size_t i = r.begin(); i < r.end(); ++i) {
            if (is_final) out[i] = sum;
            sum += data[i];
          }
          return sum;
        },
        [](std::int32_t a, std::int32_t b) { return a + b; });
  });
}

std::size_t copy_if(const std::int32_t* data, std::size_t n, std::int32_t* out,
                    std::int32_t bound) {
  std::size_t kept = 0;
  arena->execute([&] {
    kept = tbb::parallel_scan(
        range(0, n, 16384), std::size_t{0},
        [&](const range& r, std::size_t at, bool is_final) {
          for (std::size_t i = r.begin(); i < r.end(); ++i) {
            if (data[i] < bound) {
              if (is_final) out[at] = data[i];
              ++at;
            }
          }
          return at;
        },
        [](std::size_t a, std::size_t b) { return a + b; });
  });
  return kept;
}

}  // namespace

void set_tbb_array_threads(int threads) { arena = std::make_unique<tbb::task_arena>(threads); }

void add_tbb_array_peers(std::vector<array_peer>& peers) {
  peers.push_back({"tbb::parallel_scan", true, copy_if, nullptr});
  peers.push_back({"tbb::parallel_scan", true, nullptr, exclusive_scan});
}

}  // namespace omprim_benchmark
