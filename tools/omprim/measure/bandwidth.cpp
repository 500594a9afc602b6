// SPDX-License-Identifier: BSD-3-Clause
#include "measure/bandwidth.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <omp.h>
#include <set>
#include <string>
#include <unistd.h>

#include <omprim/error.hpp>
#include <omprim_build.hpp>

#include "inputs/memory.hpp"

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

// The bytes of the last cache level of all processors together. Some virtual machines do not list
// their caches; then the sizes that the processor tells, as if all processors shared the last
// level.
std::uint64_t host_cache_bytes() {
  namespace fs = std::filesystem;
  std::uint64_t greatest_level = 0;
  std::set<std::string> seen;  // one entry for each cache of that level
  std::uint64_t total = 0;
  std::error_code failed;
  for (const auto& processor : fs::directory_iterator("/sys/devices/system/cpu", failed)) {
    for (const auto& cache : fs::directory_iterator(processor.path() / "cache", failed)) {
      std::uint64_t level = 0;
      std::uint64_t kilobytes = 0;
      std::string processors;
      std::ifstream(cache.path() / "level") >> level;
      std::ifstream(cache.path() / "size") >> kilobytes;
      std::ifstream(cache.path() / "shared_cpu_list") >> processors;
      if (level < greatest_level) continue;
      if (level > greatest_level) {
        seen.clear();
        total = 0;
      }
      greatest_level = level;
      if (seen.insert(processors).second) total += kilobytes * 1024;
    }
  }
  if (total > 0) return total;
  for (const int level : {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE}) {
    if (const long bytes = sysconf(level); bytes > 0) return static_cast<std::uint64_t>(bytes);
  }
  return 0;
}

std::uint64_t gpu_cache_bytes(int number) {
  constexpr std::uint64_t greatest_of_any = std::uint64_t{256} << 20;  // MI300X, 2026
  for (const device_info& device : devices()) {
    if (device.number == number && device.cache_bytes > 0) return device.cache_bytes;
  }
  return greatest_of_any;
}

}  // namespace

bandwidth copy_bandwidth(const execution& where, std::size_t bytes) {
  bandwidth result{0, "copy", "by a copy, read and written"};
  try {
    if (bytes > 0) result.gb_per_s = measured(where, std::min(bytes, greatest_copy));
  } catch (const error&) {
    result.gb_per_s = 0;  // no memory is left for the copy, which is only for comparison
  }
  return result;
}

bandwidth read_bandwidth(const trial& input, measure_limits limits, double empty_seconds) {
  limits.repeat = repetitions;
  limits.max_seconds = std::max(limits.max_seconds, 30.0);  // every row is compared with this
  const auto m =
      measure([&] { return input.read(); }, [](const reduce_result&) { return true; }, limits);
  const double seconds = summarize(m.seconds).minimum - empty_seconds;
  bandwidth result{0, "read", "read by the default strategy of reductions"};
  if (seconds > 0) result.gb_per_s = static_cast<double>(input.bytes()) / seconds * 1e-9;
  return result;
}

std::uint64_t cache_bytes(const execution& where) {
  if (!host_readable(where)) return gpu_cache_bytes(where.device_number());
  static const std::uint64_t of_host = host_cache_bytes();
  return of_host;
}

}  // namespace omprim::command
