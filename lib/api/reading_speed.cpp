// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include <omprim/buffer_at.hpp>
#include <omprim/measure.hpp>
#include <omprim/memory.hpp>
#include <omprim/reduce.hpp>

namespace omprim {

double reading_speed(const execution& where, std::size_t bytes) {
  const std::size_t n = std::max<std::size_t>(bytes / sizeof(double), 1);
  const auto data = detail::buffer_at<double>(where, n);
  const std::vector<double> part(std::min<std::size_t>(n, std::size_t{1} << 20), 1.0);
  for (std::size_t i = 0; i < n; i += part.size()) {
    copy_in(where, data.get() + i, part.data(), std::min(part.size(), n - i) * sizeof(double));
  }
  std::vector<double> seconds;
  for (int i = 0; i < 6; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    (void)sum(where, data.get(), n);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (i != 0) seconds.push_back(passed.count());
  }
  std::sort(seconds.begin(), seconds.end());
  return static_cast<double>(n * sizeof(double)) / seconds[seconds.size() / 2];
}

}  // namespace omprim
