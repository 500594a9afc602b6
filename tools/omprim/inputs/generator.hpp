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
  /// exact sums have magnitudes over pattern::range and both signs, so floating-point sums of them
  /// are wrong; large sums without signs do not show a missing small term.
  exact,
  /// Random fractions (floats only): results differ within the rounding bound.
  fractions,
};

/// The pattern::range of exact sums, unless one is chosen.
inline constexpr std::uint32_t default_range = 40;

struct pattern {
  element type = element::int32;
  operation op = operation::sum;
  pattern_kind kind = pattern_kind::exact;
  std::uint32_t seed = 1;
  /// Up to this number of elements, rare events (a zero among true values, a cleared bit, a factor
  /// other than one) are so rare that the result still depends on each of them. For exact sums: the
  /// number of elements.
  std::uint64_t horizon = 0;
  /// Of exact sums: the dynamic range of the terms in bits, at most greatest_range(). The greatest
  /// term is about 2^range times the least one. 0: all magnitudes are the same within 0.2 %.
  std::uint32_t range = default_range;
};

/// Whether the operation is an exact sum, of arrays or of segments: only its inputs have a range.
[[nodiscard]] bool has_range(operation op);

/// The greatest pattern::range of an exact sum of floats: no term underflows, and the sum does not
/// overflow.
[[nodiscard]] std::uint32_t greatest_range(element type, operation op);

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
