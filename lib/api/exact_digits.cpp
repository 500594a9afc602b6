// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/exact_digits.hpp>

#include <cstring>

#include <omprim/detail/reducer/digits.hpp>

/// Integer arithmetic only: results do not depend on the floating-point environment.
namespace omprim::detail {

namespace {

using kernel::wide_word;
__extension__ typedef __int128 signed_wide_word;

/// Of a floating-point type: the bits of the significand, and the exponent of the last bit of the
/// smallest numbers.
template <class T>
struct format {
  using encoded = kernel::encoded<T>;
  using word = typename encoded::word;
  static constexpr int bits = encoded::fraction_bits + 1;
  static constexpr int least = 1 - (encoded::highest_field / 2 + encoded::fraction_bits);
  static constexpr word infinity = word{encoded::highest_field} << encoded::fraction_bits;
  static constexpr word quiet_nan = infinity | word{1} << (encoded::fraction_bits - 1);
};

template <class T>
T from_bits(typename format<T>::word magnitude, bool negative) {
  using word = typename format<T>::word;
  const word bits = magnitude | (word{negative} << (8 * sizeof(word) - 1));
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// The magnitude of a sum: leading * 2^weight, and something more below if `more`. The highest bit
/// of `leading` is set, unless the sum is 0.
struct magnitude {
  wide_word leading = 0;
  int weight = 0;
  bool more = false;
  bool negative = false;
};

/// For digits in [0, 2^32).
magnitude magnitude_of(const exact_digits& sum) {
  magnitude m;
  int top = exact_digits::count - 1;
  while (top >= 0 && sum.digit[top] == 0) --top;
  if (top < 0) return m;
  const auto digit = [&](int i) { return i < 0 ? 0 : static_cast<std::uint64_t>(sum.digit[i]); };
  for (int i = 0; i < 4; ++i) m.leading = m.leading << 32 | digit(top - i);
  m.weight = 32 * (top - 3) - exact_digits::bias;
  const int shift = __builtin_clzll(digit(top)) - 32;
  m.leading = m.leading << shift | digit(top - 4) << shift >> 32;
  m.weight -= shift;
  m.more = static_cast<std::uint32_t>(digit(top - 4) << shift) != 0;
  for (int i = top - 5; i >= 0 && !m.more; --i) m.more = digit(i) != 0;
  return m;
}

template <class T>
T round_to(const magnitude& m) {
  using f = format<T>;
  using word = typename f::word;
  if (m.leading == 0) return from_bits<T>(0, m.negative);
  // The last bit of the result.
  const int last = m.weight + 128 - f::bits > f::least ? m.weight + 128 - f::bits : f::least;
  const int shift = last - m.weight;
  if (shift > 128) return from_bits<T>(0, m.negative);
  const auto kept = static_cast<word>(shift == 128 ? 0 : m.leading >> shift);
  const wide_word rest = m.leading << (128 - shift);
  constexpr wide_word half = wide_word{1} << 127;
  const bool up = rest > half || (rest == half && (m.more || (kept & 1) != 0));
  const int exponent = last - f::least;
  if (exponent > static_cast<int>(f::infinity >> (f::bits - 1))) {
    return from_bits<T>(f::infinity, m.negative);
  }
  const word bits = (static_cast<word>(exponent) << (f::bits - 1)) + kept + (up ? 1 : 0);
  return from_bits<T>(bits < f::infinity ? bits : f::infinity, m.negative);
}

/// Whether the result is no number; it is then in `result`.
template <class T>
bool is_no_number(const exact_digits& sum, T& result) {
  using f = format<T>;
  const bool up = sum.positive_infinities != 0;
  const bool down = sum.negative_infinities != 0;
  if (sum.nans != 0 || (up && down)) {
    result = from_bits<T>(f::quiet_nan, false);
    return true;
  }
  result = from_bits<T>(f::infinity, down);
  return up || down;
}

/// Carries the digits from `first` on, as far as there is something to carry beyond `last`. Returns
/// whether the sum is negative.
bool carry_range(exact_digits& sum, int first, int last) {
  signed_wide_word above = 0;
  for (int i = first; i < exact_digits::count; ++i) {
    if (i > last && (above == 0 || above == -1)) break;
    const signed_wide_word value = above + sum.digit[i];
    above = value >> 32;
    sum.digit[i] = static_cast<std::int64_t>(static_cast<std::uint32_t>(value));
  }
  return above < 0;
}

/// The digits of the absolute value, each in [0, 2^32). Few of the digits are not 0.
struct absolute {
  exact_digits digits;
  bool negative;

  explicit absolute(const exact_digits& sum) : digits(sum), negative(false) {
    int first = 0;
    while (first < exact_digits::count && digits.digit[first] == 0) ++first;
    int last = exact_digits::count - 1;
    while (last >= 0 && digits.digit[last] == 0) --last;
    // A negative sum has no end: its sign is found first.
    exact_digits carried = digits;
    negative = carry_range(carried, first, last);
    if (!negative) {
      digits = carried;
      return;
    }
    for (int i = first; i <= last; ++i) digits.digit[i] = -digits.digit[i];
    carry_range(digits, first, last);
  }
};

bool is_negative_zero(const exact_digits& sum) {
  return sum.negative_zeros != 0 && sum.others == 0;
}

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

void exact_digits::carry() noexcept {
  signed_wide_word above = 0;
  for (std::int64_t& d : digit) {
    const signed_wide_word value = above + d;
    above = value >> 32;
    d = static_cast<std::int64_t>(static_cast<std::uint32_t>(value));
  }
  // The highest digit has no digit above it, and keeps its carry.
  digit[count - 1] += static_cast<std::int64_t>(above * (std::int64_t{1} << 32));
}

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
  T special;
  if (is_no_number(sum, special)) return special;
  const absolute value(sum);
  magnitude m = magnitude_of(value.digits);
  m.negative = value.negative || (m.leading == 0 && is_negative_zero(sum));
  return round_to<T>(m);
}

template <class T>
T rounded_quotient(const exact_digits& sum, std::uint64_t n) noexcept {
  if (n == 0) return from_bits<T>(format<T>::quiet_nan, false);
  T special;
  if (is_no_number(sum, special)) return special;
  absolute value(sum);
  wide_word rest = 0;
  for (int i = exact_digits::count - 1; i >= 0; --i) {
    const wide_word part = rest << 32 | static_cast<std::uint64_t>(value.digits.digit[i]);
    value.digits.digit[i] = static_cast<std::int64_t>(part / n);
    rest = part % n;
  }
  magnitude m = magnitude_of(value.digits);
  m.negative = value.negative || (sum.others == 0 && is_negative_zero(sum));
  m.more = m.more || rest != 0;
  return round_to<T>(m);
}

template <class T>
T rounded_root(const exact_digits& sum) noexcept {
  T special;
  if (is_no_number(sum, special)) return special;
  magnitude m = magnitude_of(absolute(sum).digits);
  if (m.leading == 0) return from_bits<T>(0, false);
  if (m.weight % 2 != 0) {
    m.more = m.more || (m.leading & 1) != 0;
    m.leading >>= 1;
    m.weight += 1;
  }
  const std::uint64_t root = root_of(m.leading);
  const bool is_exact = wide_word{root} * root == m.leading && !m.more;
  // 63 or 64 bits of the root are known; round_to expects the highest of 128 to be set.
  const int shift = __builtin_clzll(root) + 64;
  return round_to<T>({wide_word{root} << shift, m.weight / 2 - shift, !is_exact, false});
}

template float rounded(const exact_digits&) noexcept;
template double rounded(const exact_digits&) noexcept;
template float rounded_quotient(const exact_digits&, std::uint64_t) noexcept;
template double rounded_quotient(const exact_digits&, std::uint64_t) noexcept;
template float rounded_root(const exact_digits&) noexcept;
template double rounded_root(const exact_digits&) noexcept;

}  // namespace omprim::detail
