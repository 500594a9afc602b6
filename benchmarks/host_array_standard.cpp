// SPDX-License-Identifier: BSD-3-Clause
// The standard library and plain loops.
#include <algorithm>
#include <numeric>

#include "host_array_peers.hpp"

namespace omprim_benchmark {
namespace {

std::size_t copy_if(const std::int32_t* data, std::size_t n, std::int32_t* out,
                    std::int32_t bound) {
  const auto* const end =
      std::copy_if(data, data + n, out, [bound](std::int32_t x) { return x < bound; });
  return static_cast<std::size_t>(end - out);
}

// A selection without branches: writes every element, and overwrites elements that are not kept.
std::size_t branchless(const std::int32_t* data, std::size_t n, std::int32_t* out,
                       std::int32_t bound) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    out[kept] = data[i];
    kept += data[i] < bound ? 1 : 0;
  }
  return kept;
}

void exclusive_scan(const std::int32_t* data, std::size_t n, std::int32_t* out) {
  std::exclusive_scan(data, data + n, out, 0);
}

}  // namespace

void add_standard_array_peers(std::vector<array_peer>& peers) {
  peers.push_back({"std::copy_if", false, copy_if, nullptr});
  peers.push_back({"branchless loop", false, branchless, nullptr});
  peers.push_back({"std::exclusive_scan", false, nullptr, exclusive_scan});
}

}  // namespace omprim_benchmark
