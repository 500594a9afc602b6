// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/table.hpp>

/// Test data as a pure function of the position, so that any thread can generate any part of an
/// array.
namespace omprim::command {

enum class pattern_kind {
  /// Random values for which the operation is exact in any order: a float sum stays among the
  /// integers that its type holds exactly. A wrong or missing element changes the result. Terms of
  /// exact sums have magnitudes over a range of 2^40 and both signs, so floating-point sums of them
  /// are wrong; large sums without signs do not show a missing small term.
  exact,
  /// Random fractions (floats only): results differ within the rounding bound.
  fractions,
  /// For exact sums: terms of both signs over nearly the whole range of the type. Only large terms
  /// show in the sum.
  wide,
};

struct pattern {
  element type = element::int32;
  operation op = operation::sum;
  pattern_kind kind = pattern_kind::exact;
  std::uint32_t seed = 1;
  /// Up to this number of elements, rare events (a zero among true values, a cleared bit, a factor
  /// other than one) are so rare that the result still depends on each of them.
  std::uint64_t horizon = 0;
};

/// Calls f with a zero of the C++ type.
template <class F>
constexpr decltype(auto) with_type(element type, const F& f) {
  switch (type) {
#define OMPRIM_CASE(name, type) \
  case element::name:           \
    return f(type{});
    OMPRIM_ELEMENTS(OMPRIM_CASE)
#undef OMPRIM_CASE
  }
  __builtin_unreachable();
}
[[nodiscard]] constexpr bool is_float(element type) { return !is_integer(type); }
[[nodiscard]] constexpr bool is_signed(element type) {
  return with_type(type, [](auto zero) { return std::is_signed_v<decltype(zero)>; });
}

/// Writes elements [first, first + count) of the pattern to `out`.
void fill(const pattern& what, std::uint64_t first, std::uint64_t count, void* out);
/// Writes the same elements of the second operand.
void fill_second(const pattern& what, std::uint64_t first, std::uint64_t count, void* out);

}  // namespace omprim::command
