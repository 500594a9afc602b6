// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The peers of selections and scans on the host. Each source file is compiled with the flags that
/// make its peers fastest.
namespace omprim_benchmark {

/// Keeps the elements below the bound. Returns their number.
using select_call = std::size_t (*)(const std::int32_t* data, std::size_t n, std::int32_t* out,
                                    std::int32_t bound);
/// Computes the exclusive sum.
using scan_call = void (*)(const std::int32_t* data, std::size_t n, std::int32_t* out);

struct array_peer {
  std::string name;
  bool threaded = false;         ///< uses the number of threads given to set_array_threads
  select_call select = nullptr;  ///< exactly one of the two is set
  scan_call scan = nullptr;
};

[[nodiscard]] std::vector<array_peer> all_array_peers();
void set_array_threads(int threads);

// The parts of all_array_peers().
void add_standard_array_peers(std::vector<array_peer>& peers);
void add_highway_array_peers(std::vector<array_peer>& peers);
void add_tbb_array_peers(std::vector<array_peer>& peers);
void set_tbb_array_threads(int threads);

}  // namespace omprim_benchmark
