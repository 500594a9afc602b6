// SPDX-License-Identifier: BSD-3-Clause
#include "support/oracle.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <type_traits>

namespace omprim_test {
namespace {

using omprim::operation;
using omprim::scalar;

template <class T>
scalar scalar_of(T value) {
  scalar s{};
  if constexpr (std::is_floating_point_v<T>) {
    s.f = static_cast<double>(value);
  } else if constexpr (std::is_signed_v<T>) {
    s.i = value;
  } else {
    s.u = value;
  }
  return s;
}

// Whether b comes before a in the order of `minimum`: NaN first, -0 before +0.
template <class T>
bool below(T b, T a) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a)) return false;
    if (std::isnan(b)) return true;
    if (a == 0 && b == 0) return std::signbit(b) && !std::signbit(a);
  }
  return b < a;
}

template <class T>
bool above(T b, T a) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a)) return false;
    if (std::isnan(b)) return true;
    if (a == 0 && b == 0) return !std::signbit(b) && std::signbit(a);
  }
  return b > a;
}

template <class T>
struct extreme {
  T value;
  std::int64_t index = -1;
};

template <class T>
extreme<T> least(const T* data, std::size_t n) {
  extreme<T> best{std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                       : std::numeric_limits<T>::max()};
  for (std::size_t i = 0; i < n; ++i) {
    if (i == 0 || below(data[i], best.value)) best = {data[i], static_cast<std::int64_t>(i)};
  }
  return best;
}

template <class T>
extreme<T> greatest(const T* data, std::size_t n) {
  extreme<T> best{std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                       : std::numeric_limits<T>::min()};
  for (std::size_t i = 0; i < n; ++i) {
    if (i == 0 || above(data[i], best.value)) best = {data[i], static_cast<std::int64_t>(i)};
  }
  return best;
}

// Integers are computed modulo 2^64 and cut to the result type R, which is arithmetic modulo
// 2^bits. Floats are computed in long double, with the rounding bound of R arithmetic in any order.
template <class R, class Term>
expectation total(std::size_t n, Term term) {
  expectation want;
  if constexpr (std::is_floating_point_v<R>) {
    long double sum = 0;
    long double magnitude = 0;
    for (std::size_t i = 0; i < n; ++i) {
      sum += term(i);
      magnitude += std::fabs(term(i));
    }
    want.result.value = scalar_of(static_cast<R>(sum));
    // The rounding errors of n additions and of the term itself.
    want.bound = static_cast<double>(static_cast<long double>(n + 1) *
                                     std::numeric_limits<R>::epsilon() * magnitude);
  } else {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += static_cast<std::uint64_t>(term(i));
    want.result.value = scalar_of(static_cast<R>(sum));
  }
  return want;
}

template <class T>
expectation product(const T* data, std::size_t n) {
  expectation want;
  if constexpr (std::is_floating_point_v<T>) {
    long double all = 1;
    for (std::size_t i = 0; i < n; ++i) all *= static_cast<long double>(data[i]);
    want.result.value = scalar_of(static_cast<T>(all));
    want.bound = static_cast<double>(static_cast<long double>(n + 1) *
                                     std::numeric_limits<T>::epsilon() * std::fabs(all));
  } else {
    std::uint64_t all = 1;
    for (std::size_t i = 0; i < n; ++i) all *= static_cast<std::uint64_t>(data[i]);
    want.result.value = scalar_of(static_cast<T>(all));
  }
  return want;
}

template <class T>
expectation sum(const T* data, std::size_t n) {
  return total<T>(n, [=](std::size_t i) {
    using wide = std::conditional_t<std::is_floating_point_v<T>, long double, T>;
    return static_cast<wide>(data[i]);
  });
}

template <class T>
expectation wide_sum(const T* data, std::size_t n) {
  if constexpr (std::is_floating_point_v<T>) {
    return total<double>(n, [=](std::size_t i) { return static_cast<long double>(data[i]); });
  } else if constexpr (std::is_signed_v<T>) {
    return total<std::int64_t>(n, [=](std::size_t i) { return std::int64_t{data[i]}; });
  } else {
    return total<std::uint64_t>(n, [=](std::size_t i) { return std::uint64_t{data[i]}; });
  }
}

template <class T>
expectation bits(operation op, const T* data, std::size_t n) {
  expectation want;
  if constexpr (std::is_integral_v<T>) {
    T all = op == operation::bit_and ? static_cast<T>(-1) : T{0};
    for (std::size_t i = 0; i < n; ++i) {
      if (op == operation::bit_and) all &= data[i];
      if (op == operation::bit_or) all |= data[i];
      if (op == operation::bit_xor) all ^= data[i];
    }
    want.result.value = scalar_of(all);
  }
  return want;
}

template <class T>
expectation logical(operation op, const T* data, std::size_t n) {
  std::size_t nonzero = 0;
  for (std::size_t i = 0; i < n; ++i) nonzero += data[i] != T{0} ? 1 : 0;
  expectation want;
  want.result.value.i = op == operation::logical_and ? nonzero == n : nonzero > 0;
  return want;
}

template <class T>
expectation floating_terms(operation op, const T* a, const T* b, std::size_t n) {
  if constexpr (std::is_floating_point_v<T>) {
    using wide = long double;
    if (op == operation::sum_of_absolutes) {
      return total<T>(n, [=](std::size_t i) { return std::fabs(wide{a[i]}); });
    }
    if (op == operation::sum_of_squares) b = a;
    return total<T>(n, [=](std::size_t i) { return wide{a[i]} * wide{b[i]}; });
  } else {
    return {};
  }
}

template <class T>
expectation extremes(operation op, const T* data, std::size_t n) {
  const extreme<T> low = least(data, n);
  const extreme<T> high = greatest(data, n);
  expectation want;
  if (op == operation::sum_min_max) want = sum(data, n);
  if (op == operation::argmin) want.result.index = low.index;
  if (op == operation::argmax) want.result.index = high.index;
  const bool high_first = op == operation::max || op == operation::argmax;
  if (op != operation::sum_min_max) {
    want.result.value = scalar_of(high_first ? high.value : low.value);
  }
  if (op == operation::minmax) want.result.second = scalar_of(high.value);
  if (op == operation::sum_min_max) {
    want.result.second = scalar_of(low.value);
    want.result.third = scalar_of(high.value);
  }
  return want;
}

template <class T>
expectation evaluate(operation op, const T* data, const T* other, std::size_t n) {
  switch (op) {
    case operation::sum:
      return sum(data, n);
    case operation::product:
      return product(data, n);
    case operation::wide_sum:
      return wide_sum(data, n);
    case operation::bit_and:
    case operation::bit_or:
    case operation::bit_xor:
      return bits(op, data, n);
    case operation::logical_and:
    case operation::logical_or:
      return logical(op, data, n);
    case operation::dot:
    case operation::sum_of_absolutes:
    case operation::sum_of_squares:
      return floating_terms(op, data, other, n);
    default:
      return extremes(op, data, n);
  }
}

bool is_logical(operation op) {
  return op == operation::logical_and || op == operation::logical_or;
}

// The member of the union that holds the result.
enum class member { i, u, f };
member member_of(omprim::element type, operation op) {
  if (is_logical(op)) return member::i;
  if (is_floating(type)) return member::f;
  return is_unsigned(type) ? member::u : member::i;
}

bool same_bits(member which, scalar a, scalar b) {
  if (which == member::f && std::isnan(a.f)) return std::isnan(b.f);
  return a.u == b.u;
}

bool close(member which, scalar got, const scalar& want, double bound) {
  if (which != member::f) return got.u == want.u;
  if (std::isnan(want.f)) return std::isnan(got.f);
  return got.f == want.f || std::fabs(got.f - want.f) <= bound;
}

void print(std::ostream& out, member which, scalar s) {
  if (which == member::i) out << s.i;
  if (which == member::u) out << s.u;
  if (which == member::f) out << std::hexfloat << s.f << std::defaultfloat << " (" << s.f << ")";
}

// Whether the result is a sum or product: compared by value, as the sign of a zero sum is open.
bool adds(operation op) {
  return op == operation::sum || op == operation::product || op == operation::sum_min_max ||
         op == operation::dot || op == operation::sum_of_absolutes ||
         op == operation::sum_of_squares || op == operation::wide_sum;
}

}  // namespace

expectation expected(omprim::element type, operation op, const void* data, const void* other,
                     std::size_t n) {
  expectation want;
  with_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    want = evaluate(op, static_cast<const T*>(data), static_cast<const T*>(other), n);
  });
  return want;
}

testing::AssertionResult agrees(omprim::element type, operation op,
                                const omprim::reduce_result& got, const expectation& want,
                                match how) {
  const member which = member_of(type, op);
  const double bound = how == match::exact ? 0 : want.bound;
  bool same = adds(op) ? close(which, got.value, want.result.value, bound)
                       : same_bits(which, got.value, want.result.value);
  if (op == operation::minmax || op == operation::sum_min_max) {
    same = same && same_bits(which, got.second, want.result.second);
  }
  if (op == operation::sum_min_max) same = same && same_bits(which, got.third, want.result.third);
  if (op == operation::argmin || op == operation::argmax) {
    same = same && got.index == want.result.index;
  }
  if (same) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "got " << describe(type, op, got) << ", expected "
                                     << describe(type, op, want.result) << " within " << bound;
}

std::string describe(omprim::element type, operation op, const omprim::reduce_result& result) {
  const member which = member_of(type, op);
  std::ostringstream out;
  out.precision(17);
  print(out, which, result.value);
  if (op == operation::minmax || op == operation::sum_min_max) {
    print(out << " / ", which, result.second);
  }
  if (op == operation::sum_min_max) print(out << " / ", which, result.third);
  if (op == operation::argmin || op == operation::argmax) out << " at " << result.index;
  return out.str();
}

}  // namespace omprim_test
