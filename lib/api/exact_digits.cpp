// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/exact_digits.hpp>

#include <omprim/detail/reducer/digits.hpp>
#include <omprim/detail/reducer/rounding.hpp>

/// Integer arithmetic only: results do not depend on the floating-point environment.
namespace omprim::detail {

namespace {

using kernel::magnitude;
using kernel::wide_word;

/// The largest number whose square is not above `square`.
std::uint64_t root_of(wide_word square) {
  std::uint64_t root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const std::uint64_t next = root | std::uint64_t{1} << bit;
    if (wide_word{next} * next <= square) root = next;
  }
  return root;
}

}  // namespace

void exact_digits::carry() noexcept { kernel::carry(*this); }

void exact_digits::add(double x) noexcept {
  if (kernel::is_negative_zero(x)) ++negative_zeros;
  kernel::digit_sum<false>(*this).add(x);
}

exact_digits& exact_digits::operator+=(const exact_digits& other) noexcept {
  for (int i = 0; i < count; ++i) digit[i] += other.digit[i];
  positive_infinities += other.positive_infinities;
  negative_infinities += other.negative_infinities;
  nans += other.nans;
  negative_zeros += other.negative_zeros;
  others += other.others;
  return *this;
}

template <class T>
T rounded(const exact_digits& sum) noexcept {
  exact_digits digits = sum;
  return kernel::round_digits<T>(digits);
}

template <class T>
T rounded_quotient(const exact_digits& sum, std::uint64_t n) noexcept {
  if (n == 0) return kernel::quiet_nan<T>();
  if (kernel::is_no_number(sum)) return kernel::no_number<T>(sum);
  exact_digits digits = sum;
  const bool negative = kernel::make_absolute(digits);
  wide_word rest = 0;
  for (int i = exact_digits::count - 1; i >= 0; --i) {
    const wide_word part = rest << 32 | static_cast<std::uint64_t>(digits.digit[i]);
    digits.digit[i] = static_cast<std::int64_t>(part / n);
    rest = part % n;
  }
  magnitude m = kernel::magnitude_of(digits);
  m.negative = negative || (m.leading == 0 && kernel::has_only_negative_zeros(sum));
  m.more = m.more || rest != 0;
  return kernel::round_to<T>(m);
}

template <class T>
T rounded_root(const exact_digits& sum) noexcept {
  if (kernel::is_no_number(sum)) return kernel::no_number<T>(sum);
  exact_digits digits = sum;
  kernel::make_absolute(digits);
  magnitude m = kernel::magnitude_of(digits);
  if (m.leading == 0) return T(0);
  if (m.weight % 2 != 0) {
    m.more = m.more || (m.leading & 1) != 0;
    m.leading >>= 1;
    m.weight += 1;
  }
  const std::uint64_t root = root_of(m.leading);
  const bool is_exact = wide_word{root} * root == m.leading && !m.more;
  // 63 or 64 bits of the root are known; round_to expects the highest of 128 to be set.
  const int shift = __builtin_clzll(root) + 64;
  return kernel::round_to<T>({wide_word{root} << shift, m.weight / 2 - shift, !is_exact, false});
}

template float rounded(const exact_digits&) noexcept;
template double rounded(const exact_digits&) noexcept;
template float rounded_quotient(const exact_digits&, std::uint64_t) noexcept;
template double rounded_quotient(const exact_digits&, std::uint64_t) noexcept;
template float rounded_root(const exact_digits&) noexcept;
template double rounded_root(const exact_digits&) noexcept;

}  // namespace omprim::detail
