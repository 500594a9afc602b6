// SPDX-License-Identifier: BSD-3-Clause
#include "support/exact_oracle.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <mpfr.h>
#include <type_traits>

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

std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
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

std::string to_string(exact_data kind) {
  static constexpr const char* names[exact_data_kinds] = {
      "similar", "range_40", "range_100",      "all_numbers", "tiny",
      "huge",    "sparse",   "negative_zeros", "outliers",    "any_bits"};
  return names[static_cast<int>(kind)];
}

template <class T>
T exact_value(exact_data kind, std::size_t seed, std::size_t i) {
  using limits = std::numeric_limits<T>;
  const std::uint64_t bits = mixed(mixed(seed) + i);
  const std::uint64_t more = mixed(bits);
  const T fraction = static_cast<T>(std::ldexp(static_cast<double>(bits >> 11), -52) - 1);
  const auto scaled = [&](int lowest, int range) {
    return std::ldexp(fraction, lowest + static_cast<int>(more % static_cast<unsigned>(range)));
  };
  constexpr int least = limits::min_exponent;
  constexpr int most = limits::max_exponent;
  switch (kind) {
    case exact_data::similar:
      return fraction;
    case exact_data::range_40:
      return scaled(-20, 40);
    case exact_data::range_100:
      return scaled(-50, 100);
    case exact_data::all_numbers:
      return scaled(least - 20, most - least + 20);
    case exact_data::tiny:
      return scaled(least - limits::digits, limits::digits);
    case exact_data::huge:
      return (bits & 1) != 0 ? limits::max() : -limits::max();
    case exact_data::sparse:
      return bits % 3 != 0 ? T(0) : bits % 2 != 0 ? -T(0) : T(1);
    case exact_data::negative_zeros:
      return -T(0);
    case exact_data::outliers:
      return bits % 1000 == 0 ? std::ldexp(fraction, -90) : static_cast<T>(bits % 100);
    default: {
      using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
      const auto some = static_cast<word>(bits);
      T value;
      std::memcpy(&value, &some, sizeof value);
      return value;
    }
  }
}

#define OMPRIM_INSTANTIATE(T)                                                  \
  template T exact_result(omprim::operation, const T*, const T*, std::size_t); \
  template T exact_mean_of(const T*, std::size_t);                             \
  template T exact_norm2_of(const T*, std::size_t);                            \
  template testing::AssertionResult has_bits(T, T);                            \
  template T exact_value(exact_data, std::size_t, std::size_t);
OMPRIM_INSTANTIATE(float)
OMPRIM_INSTANTIATE(double)
#undef OMPRIM_INSTANTIATE

}  // namespace omprim_test
