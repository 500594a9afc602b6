// SPDX-License-Identifier: BSD-3-Clause
// A program with device code of its own beside the library's: plain target constructs, and an
// open template on a type of its own.
#include <cstdio>
#include <omp.h>
#include <vector>

#include <omprim/memory.hpp>
#include <omprim/omprim.hpp>
#include <omprim/open/reduce.hpp>

struct pair_of_sums {
  long long sum, squares;
};
struct add_pairs {
  template <class T>
  static T identity() {
    return {0, 0};
  }
  template <class T>
  static T combine(T a, T b) {
    return {a.sum + b.sum, a.squares + b.squares};
  }
};

int main() {
  constexpr int n = 100000;
  const omprim::execution where = omprim::device(0);
  auto* data = static_cast<int*>(omprim::allocate(where, n * sizeof(int)));
  const int device = where.device_number();
#pragma omp target teams distribute parallel for is_device_ptr(data) device(device)
  for (int i = 0; i < n; ++i) data[i] = i + 1;
  const auto sum = omprim::wide_sum(where, data, n);
  omprim::deallocate(where, data);

  std::vector<int> mapped(n, 3);
  int* values = mapped.data();
  int mapped_sum = 0;
#pragma omp target data map(to : values[0 : n]) device(device)
  mapped_sum = omprim::sum(where, values, n);

  auto* pairs = static_cast<pair_of_sums*>(omprim::allocate(where, n * sizeof(pair_of_sums)));
#pragma omp target teams distribute parallel for is_device_ptr(pairs) device(device)
  for (int i = 0; i < n; ++i) pairs[i] = {i, static_cast<long long>(i) * i};
  const auto both = omprim::open::reduce<pair_of_sums, add_pairs>(where, pairs, n);
  omprim::deallocate(where, pairs);

  std::printf("own kernel, library's sum: %lld; mapped array: %d; own type: %lld, %lld\n",
              static_cast<long long>(sum), mapped_sum, both.sum, both.squares);
  const bool right = sum == 5000050000 && mapped_sum == 3 * n && both.sum == 4999950000 &&
                     both.squares == 333328333350000;
  return right ? 0 : 1;
}
