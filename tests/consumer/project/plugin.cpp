// SPDX-License-Identifier: BSD-3-Clause
// A plugin: a shared library that holds omprim. plugin_loader.cpp loads it.
#include <omprim/omprim.hpp>

extern "C" long long plugin_sum(const long long* x, long long n) {
  const auto count = static_cast<unsigned long>(n);
  const auto total = omprim::sum(omprim::host(2), x, count);
  if (!omprim::available(omprim::backend::tbb)) return total;
  return total == omprim::sum(omprim::tbb(2), x, count) ? total : -1;
}
