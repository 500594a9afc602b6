// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.hpp>

#include "support/backends.hpp"
#include "support/guarded_array.hpp"
#include "support/types.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// 1 if these tests know the control register of the processor.
#if defined(__SSE2__) || defined(__aarch64__)
#define OMPRIM_HAS_ENVIRONMENTS 1

/// Helpers for tests of calls in a floating-point environment other than the default one: programs
/// linked with -ffast-math flush denormals to zero, others round in another direction.
namespace omprim_test {

#if defined(__SSE2__)
/// Without the exception flags.
inline unsigned control_register() { return _mm_getcsr() & ~0x3fU; }
inline void set_control_register(unsigned state) { _mm_setcsr(state); }
/// Denormals flushed; rounding down, up and towards zero.
inline constexpr unsigned environments[] = {0x9fc0, 0x3f80, 0x5f80, 0x7f80};
#else
inline unsigned control_register() {
  std::uint64_t state = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(state));
  return static_cast<unsigned>(state);
}
inline void set_control_register(unsigned state) {
  __asm__ volatile("msr fpcr, %0" : : "r"(std::uint64_t{state}) : "memory");
}
inline constexpr unsigned environments[] = {1U << 24, 2U << 22, 1U << 22, 3U << 22};
#endif

/// Sets the control register of the calling thread until the end of the scope.
class environment {
 public:
  explicit environment(unsigned state) : before_(control_register()) {
    set_control_register(state);
  }
  ~environment() { set_control_register(before_); }
  environment(const environment&) = delete;
  environment& operator=(const environment&) = delete;

 private:
  unsigned before_;
};

inline constexpr std::size_t counts[] = {1, 2, 5, 16, 17, 78, 300, 1000, 4099, 70001, 300007};

/// Equal bits: comparisons would take denormals for zero.
template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& left, const T& right) { return same_bits(left, right); });
}
/// Integers from -7 to 7 in no order. As multiples of the least denormal, all their sums are exact.
inline std::vector<int> small_integers(std::size_t n) {
  std::vector<int> k(n);
  for (std::size_t i = 0; i < n; ++i) {
    k[i] = static_cast<int>((i * 2654435761U >> 7) % 15) - 7;
  }
  return k;
}

/// k as multiples of the least denormal if T is a floating-point type, else k itself.
template <class T>
std::vector<T> units(const std::vector<int>& k) {
  std::vector<T> values;
  for (const int one : k) {
    if constexpr (std::is_floating_point_v<T>) {
      values.push_back(static_cast<T>(one) * std::numeric_limits<T>::denorm_min());
    } else {
      values.push_back(static_cast<T>(one));
    }
  }
  return values;
}

template <class T>
struct guarded_units {
  explicit guarded_units(std::size_t n)
      : k(small_integers(n)), values(units<T>(k)), pages(n * sizeof(T)) {
    data = pages.at_end(values.data(), n);
  }
  [[nodiscard]] T unit(int times) const { return units<T>({times})[0]; }

  std::vector<int> k;
  std::vector<T> values;
  guarded_pages pages;
  const T* data;
};

class environment_test : public backend_test {
 protected:
  /// Calls f(type_tag, environment, n); int32, float and double.
  template <class Function>
  static void for_each_case(Function&& f) {
    if (!reads_host_memory(where())) GTEST_SKIP() << "of hosts";
    const auto with = [&](auto tag) {
      for (const unsigned state : environments) {
        for (const std::size_t n : counts) {
          SCOPED_TRACE(testing::Message()
                       << "control register " << std::hex << state << std::dec << ", " << n
                       << " of " << sizeof(typename decltype(tag)::type));
          f(tag, state, n);
          if (HasFailure()) return;
        }
      }
    };
    with(type_tag<std::int32_t>{});
    with(type_tag<float>{});
    with(type_tag<double>{});
  }
};

}  // namespace omprim_test
#else
#define OMPRIM_HAS_ENVIRONMENTS 0
#endif
