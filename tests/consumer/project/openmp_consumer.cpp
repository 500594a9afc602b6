// SPDX-License-Identifier: BSD-3-Clause
// A program with OpenMP of its own, compiled by g++ -fopenmp: GCC's runtime and the one of the
// library share a process, and each must see its own threads.
#include <cstdio>
#include <numeric>
#include <omp.h>
#include <vector>

#include <omprim/memory.hpp>
#include <omprim/omprim.hpp>

#ifndef EXPECT_DEVICE
#define EXPECT_DEVICE 0
#endif

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("%s does not hold\n", what);
  ++failures;
}

// Every thread of a team of two has its own number, and all constructs do their work.
void own_openmp(const std::vector<int>& values) {
  int seen = 0;
  int threads = 0;
#pragma omp parallel num_threads(2) reduction(| : seen)
  {
    seen |= 1 << omp_get_thread_num();
#pragma omp single
    threads = omp_get_num_threads();
  }
  expect(threads == 2 && seen == 3, "two own threads, numbered 0 and 1");

  long long total = 0;
#pragma omp parallel for schedule(dynamic, 1000) num_threads(2) reduction(+ : total)
  for (std::size_t i = 0; i < values.size(); ++i) total += values[i];
  expect(total == 5000050000, "own parallel for");

  int tasks = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task shared(tasks)
    {
#pragma omp atomic
      ++tasks;
    }
  }
  expect(tasks == 100, "own tasks");
}

void library(const omprim::execution& where, const std::vector<int>& values) {
  const std::size_t bytes = values.size() * sizeof(int);
  auto* data = static_cast<int*>(omprim::allocate(where, bytes));
  omprim::copy_in(where, data, values.data(), bytes);
  expect(omprim::wide_sum(where, data, values.size()) == 5000050000, "the library's sum");
  const omprim::reduce_options tree{"multi-block", {}, nullptr};
  expect(omprim::sum(where, data, values.size(), tree) == 705082704, "the library's blocks");
  omprim::deallocate(where, data);
}

}  // namespace

int main() {
  std::vector<int> values(100000);
  std::iota(values.begin(), values.end(), 1);
  std::vector<omprim::execution> places = {omprim::host(2)};
  if (EXPECT_DEVICE) places.push_back(omprim::device(0));
  for (int round = 0; round < 3; ++round) {
    own_openmp(values);
    for (const auto& where : places) library(where, values);
  }
  // The library inside the program's threads.
#pragma omp parallel num_threads(2)
  for (const auto& where : places) library(where, values);
  return failures == 0 ? 0 : 1;
}
