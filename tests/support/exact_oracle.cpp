// SPDX-License-Identifier: BSD-3-Clause
#include "support/exact_oracle.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <mpfr.h>

namespace omprim_test {
namespace {

using omprim::operation;

/// A number of MPFR. 5000 bits hold sums of 2^64 products of any two doubles.
class number {
 public:
  number() {
    mpfr_init2(value, 5000);
    mpfr_set_zero(value, 1);
  }
  explicit number(double x) : number() { mpfr_set_d(value, x, MPFR_RNDN); }
  ~number() { mpfr_clear(value); }
  number(const number&) = delete;
  number& operator=(const number&) = delete;

  mpfr_t value;
};

/// Rounds once, to the bits and the exponents of T.
template <class T>
T round_to(number& sum) {
  if (mpfr_zero_p(sum.value) != 0) return T(0);
  using limits = std::numeric_limits<T>;
  mpfr_t rounded;
  mpfr_init2(rounded, limits::digits);
  mpfr_set_emin(limits::min_exponent - limits::digits + 1);
  mpfr_set_emax(limits::max_exponent);
  int direction = mpfr_set(rounded, sum.value, MPFR_RNDN);
  direction = mpfr_check_range(rounded, direction, MPFR_RNDN);
  mpfr_subnormalize(rounded, direction, MPFR_RNDN);
  const T result = static_cast<T>(mpfr_get_d(rounded, MPFR_RNDN));
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  mpfr_clear(rounded);
  return result;
}

bool multiplies(operation op) {
  return op == operation::exact_dot || op == operation::exact_sum_of_squares;
}

/// The sum of the terms of an operation; MPFR handles infinities and NaN.
template <class T>
bool add_all(number& sum, operation op, const T* data, const T* other, std::size_t n) {
  bool only_negative_zeros = n > 0;
  for (std::size_t i = 0; i < n; ++i) {
    number term(static_cast<double>(data[i]));
    if (op == operation::exact_sum_of_absolutes) mpfr_abs(term.value, term.value, MPFR_RNDN);
    if (multiplies(op)) {
      const number factor(static_cast<double>(op == operation::exact_dot ? other[i] : data[i]));
      mpfr_mul(term.value, term.value, factor.value, MPFR_RNDN);
    }
    if (mpfr_zero_p(term.value) == 0 || mpfr_signbit(term.value) == 0) only_negative_zeros = false;
    mpfr_add(sum.value, sum.value, term.value, MPFR_RNDN);
  }
  return only_negative_zeros;
}

}  // namespace

template <class T>
T exact_result(operation op, const T* data, const T* other, std::size_t n) {
  number sum;
  if (add_all(sum, op, data, other, n)) return -T(0);
  return round_to<T>(sum);
}

template <class T>
T exact_mean_of(const T* data, std::size_t n) {
  number sum;
  if (add_all(sum, operation::exact_sum, data, data, n)) return -T(0);
  // More bits than the sum has: the quotient is rounded to T without a first rounding that counts.
  mpfr_t quotient;
  mpfr_init2(quotient, 10000);
  mpfr_div_ui(quotient, sum.value, n, MPFR_RNDZ);
  mpfr_swap(quotient, sum.value);
  const T result = round_to<T>(sum);
  mpfr_clear(quotient);
  return result;
}

template <class T>
T exact_norm2_of(const T* data, std::size_t n) {
  number sum;
  add_all(sum, operation::exact_sum_of_squares, data, data, n);
  mpfr_t root;
  mpfr_init2(root, 10000);
  mpfr_sqrt(root, sum.value, MPFR_RNDZ);
  mpfr_swap(root, sum.value);
  const T result = round_to<T>(sum);
  mpfr_clear(root);
  return result;
}

template <class T>
testing::AssertionResult has_bits(T got, T want) {
  if (std::isnan(got) && std::isnan(want)) return testing::AssertionSuccess();
  if (std::memcmp(&got, &want, sizeof(T)) == 0) return testing::AssertionSuccess();
  char text[100];
  std::snprintf(text, sizeof text, "got %a, expected %a", static_cast<double>(got),
                static_cast<double>(want));
  return testing::AssertionFailure() << text;
}

#define OMPRIM_INSTANTIATE(T)                                                  \
  template T exact_result(omprim::operation, const T*, const T*, std::size_t); \
  template T exact_mean_of(const T*, std::size_t);                             \
  template T exact_norm2_of(const T*, std::size_t);                            \
  template testing::AssertionResult has_bits(T, T);
OMPRIM_INSTANTIATE(float)
OMPRIM_INSTANTIATE(double)
#undef OMPRIM_INSTANTIATE

}  // namespace omprim_test
