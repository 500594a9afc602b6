// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

#include "inputs/random.hpp"

/// Random input and its expected results.
namespace omprim_benchmark {

/// The random value of one position: int32 over its whole range, floats in [0, 1). Floats are
/// positive: a sum that leaves out elements, or stops growing, shows a wrong value.
template <class T>
T random_value(std::uint64_t position, std::uint64_t seed) {
  const std::uint64_t z = omprim::command::random_at(position, seed);
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(z);
  } else if constexpr (sizeof(T) == 4) {
    return static_cast<T>(z >> 40U) * 0x1p-24F;
  } else {
    return static_cast<T>(z >> 11U) * 0x1p-53;
  }
}

/// Runs body(piece, begin, end) over pieces of [0, n), one thread each.
template <class Body>
void in_pieces(std::size_t n, Body body) {
  const std::size_t pieces = std::max<std::size_t>(1, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (std::size_t p = 0; p < pieces; ++p) {
    threads.emplace_back([=] { body(p, n * p / pieces, n * (p + 1) / pieces); });
  }
  for (std::thread& t : threads) t.join();
}

template <class T>
void fill_random(T* data, std::size_t n, std::uint64_t seed) {
  in_pieces(n, [=](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) data[i] = random_value<T>(i, seed);
  });
}

/// The results of all benchmarked operations.
struct expectation {
  long double sum = 0;  ///< for int32 exact; compare modulo 2^32
  long double dot = 0;
  double exact_sum = 0;  ///< by the library's serial strategy; expect() does not set it
  double min = HUGE_VAL;
  double max = -HUGE_VAL;
  std::int64_t argmin = -1;
};

/// Computes the expected results in higher precision, independent of the library. `b` may be null.
template <class T>
expectation expect(const T* a, const T* b, std::size_t n) {
  std::vector<expectation> parts(std::max(1U, std::thread::hardware_concurrency()));
  expectation* part = parts.data();
  in_pieces(n, [=](std::size_t p, std::size_t begin, std::size_t end) {
    expectation e;
    constexpr std::size_t block = 4096;  // sums of a block are accurate enough in double
    for (std::size_t start = begin; start < end; start += block) {
      double sum = 0;
      double dot = 0;
      for (std::size_t i = start; i < std::min(end, start + block); ++i) {
        const auto x = static_cast<double>(a[i]);
        sum += x;
        if (b != nullptr) dot += x * static_cast<double>(b[i]);
        if (x < e.min) {
          e.min = x;
          e.argmin = static_cast<std::int64_t>(i);
        }
        e.max = std::max(e.max, x);
      }
      e.sum += sum;
      e.dot += dot;
    }
    part[p] = e;
  });
  expectation all;
  for (const expectation& e : parts) {
    all.sum += e.sum;
    all.dot += e.dot;
    if (e.min < all.min) {
      all.min = e.min;
      all.argmin = e.argmin;
    }
    all.max = std::max(all.max, e.max);
  }
  return all;
}

/// Whether a float or double sum is correct up to rounding. The bound is far above the error of any
/// vectorised order, and far below an error of one part in a thousand.
template <class T>
bool close_to(double got, long double expected) {
  const double bound = sizeof(T) == 4 ? 1e-4 : 1e-11;
  return std::abs(got - static_cast<double>(expected)) <=
         bound * std::abs(static_cast<double>(expected));
}

/// Whether an int32 sum is the expected one modulo 2^32.
inline bool same_int32_sum(double got, long double expected) {
  const auto wrapped = static_cast<std::int32_t>(static_cast<std::int64_t>(expected));
  return got == static_cast<double>(wrapped);
}

}  // namespace omprim_benchmark
