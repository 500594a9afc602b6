// SPDX-License-Identifier: BSD-3-Clause
#include "measure/copy_bandwidth.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <omp.h>

#include <omprim/error.hpp>
#include <omprim_build.hpp>

#include "inputs/dataset.hpp"

namespace omprim::command {
namespace {

constexpr int repetitions = 5;
constexpr std::size_t greatest_copy = std::size_t{1} << 30;

bool copy_on_host(const execution& where, void* to, const void* from, std::size_t bytes) {
  const bool alone = where.where() == backend::serial;
  const int threads = alone ? 1 : where.threads() > 0 ? where.threads() : omp_get_max_threads();
  const std::size_t share = bytes / static_cast<std::size_t>(threads) + 1;
#pragma omp parallel for num_threads(threads)
  for (int t = 0; t < threads; ++t) {
    const std::size_t first = std::min(static_cast<std::size_t>(t) * share, bytes);
    const std::size_t length = std::min(share, bytes - first);
    std::memcpy(static_cast<char*>(to) + first, static_cast<const char*>(from) + first, length);
  }
  return true;
}

bool copy(const execution& where, void* to, const void* from, std::size_t bytes) {
#if OMPRIM_WITH_DEVICE
  const int number = where.device_number();
  if (where.where() == backend::device) {
    return omp_target_memcpy(to, from, bytes, 0, 0, number, number) == 0;
  }
#endif
  return copy_on_host(where, to, from, bytes);
}

double measured(const execution& where, std::size_t bytes) {
  const buffer from(where, bytes);
  const buffer to(where, bytes);
  if (host_readable(where)) std::memset(from.data(), 1, bytes);
  double best = 0;
  for (int i = 0; i <= repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (!copy(where, to.data(), from.data(), bytes)) return 0;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    best = std::max(best, 2e-9 * static_cast<double>(bytes) / passed.count());
  }
  return best;
}

}  // namespace

double copy_bandwidth(const execution& where, std::size_t bytes) {
  try {
    return bytes > 0 ? measured(where, std::min(bytes, greatest_copy)) : 0;
  } catch (const error&) {
    return 0;  // the data fill the memory; the copy is only for comparison
  }
}

}  // namespace omprim::command
