// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <omprim/omprim.hpp>

#include "support/program.hpp"

/// The measured selections and scans of int32, on the processor and on devices.
namespace omprim_benchmark {

inline constexpr std::int32_t values_below = 1 << 20;

/// A selection of the elements below share * values_below, or an exclusive sum.
struct array_case {
  bool selects;
  double share;
  int threads;  ///< 0 on a device
  std::size_t n;

  [[nodiscard]] std::int32_t bound() const {
    return static_cast<std::int32_t>(share * values_below);
  }
  [[nodiscard]] std::string name() const {
    const std::string job = selects ? "select/kept:" + fixed(share * 100, 1) + "%" : "scan";
    const std::string with = threads > 0 ? "/threads:" + std::to_string(threads) : "";
    return job + with + "/n:" + std::to_string(n);
  }
  /// The bytes that one call reads and writes.
  [[nodiscard]] double bytes() const {
    return static_cast<double>(n) * sizeof(std::int32_t) * (selects ? 1 + share : 2);
  }
};

inline std::vector<std::int32_t> random_elements(std::size_t n) {
  std::vector<std::int32_t> data(n);
  std::uint64_t state = 1;
  for (std::int32_t& x : data) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    x = static_cast<std::int32_t>(state >> 44);
  }
  return data;
}

/// The expected output of a case.
inline std::vector<std::int32_t> expected_output(const array_case& c, const std::int32_t* data) {
  std::vector<std::int32_t> wanted;
  if (c.selects) {
    std::copy_if(data, data + c.n, std::back_inserter(wanted),
                 [bound = c.bound()](std::int32_t x) { return x < bound; });
    return wanted;
  }
  wanted.resize(c.n);
  std::uint32_t sum = 0;  // wraps
  for (std::size_t i = 0; i < c.n; ++i) {
    wanted[i] = static_cast<std::int32_t>(sum);
    sum += static_cast<std::uint32_t>(data[i]);
  }
  return wanted;
}

/// Calls omprim once. Returns the number of elements written.
inline std::size_t run_omprim(const array_case& c, const omprim::execution& where,
                              const std::int32_t* data, std::int32_t* out) {
  if (c.selects) {
    return omprim::select_if(where, data, c.n, out, omprim::less_than(c.bound()));
  }
  omprim::exclusive_scan(where, data, c.n, out);
  return c.n;
}

}  // namespace omprim_benchmark
