// SPDX-License-Identifier: BSD-3-Clause
// A C++17 program that knows nothing of OpenMP.
#include <cstdio>
#include <numeric>
#include <vector>

#include <omprim/memory.hpp>
#include <omprim/omprim.hpp>

#ifndef EXPECT_DEVICE
#define EXPECT_DEVICE 0
#endif

namespace {

int failures = 0;

template <class T>
void expect(const char* what, T got, T want) {
  if (got == want) return;
  std::printf("%s: got %g, expected %g\n", what, static_cast<double>(got),
              static_cast<double>(want));
  ++failures;
}

void check(const omprim::execution& where, const std::vector<double>& values) {
  const std::size_t bytes = values.size() * sizeof(double);
  auto* data = static_cast<double*>(omprim::allocate(where, bytes));
  omprim::copy_in(where, data, values.data(), bytes);
  expect("sum", omprim::sum(where, data, values.size()), 5000050000.0);
  expect("max", omprim::max(where, data, values.size()), 100000.0);
  expect("argmax", omprim::argmax(where, data, values.size()).index, std::int64_t{99999});
  expect("dot", omprim::dot(where, data, data, 3), 14.0);
  auto* sums = static_cast<double*>(omprim::allocate(where, 2 * sizeof(double)));
  omprim::segmented_reduce(where, data, omprim::by_length(3, 2), sums);
  double on_host[2];
  omprim::copy_out(where, on_host, sums, sizeof(on_host));
  expect("second segment", on_host[1], 15.0);
  omprim::deallocate(where, sums);
  omprim::deallocate(where, data);
}

}  // namespace

int main() {
  std::vector<double> values(100000);
  std::iota(values.begin(), values.end(), 1.0);
  try {
    check(omprim::serial(), values);
    check(omprim::host(2), values);
    if (omprim::available(omprim::backend::tbb)) check(omprim::tbb(), values);
    if (EXPECT_DEVICE || omprim::available(omprim::backend::device)) {
      check(omprim::device(0), values);
    }
  } catch (const omprim::error& e) {
    std::printf("omprim: %s\n", e.what());
    return 1;
  }
  try {
    omprim::sum(omprim::serial(), static_cast<const int*>(nullptr), 1);
    ++failures;
  } catch (const omprim::error& e) {
    expect("code", static_cast<int>(e.code()), 1);
  }
  return failures == 0 ? 0 : 1;
}
