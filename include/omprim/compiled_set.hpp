// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/operators.hpp>
#include <omprim/table.hpp>

/// Maps C++ types and operators to the element types and operations that are compiled into the
/// library.
namespace omprim::detail {

/// Whether two arithmetic types have the same values, as `long` and `long long` may.
template <class T, class U>
inline constexpr bool has_values_of =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) == sizeof(U) &&
    std::is_floating_point_v<T> == std::is_floating_point_v<U> &&
    std::is_signed_v<T> == std::is_signed_v<U>;

template <class T>
constexpr element element_of() {
#define OMPRIM_MATCH(name, type) || has_values_of<T, type>
#define OMPRIM_WORD(name, type) #type ", "
  static_assert(false OMPRIM_ELEMENTS(OMPRIM_MATCH),
                "the compiled set holds " OMPRIM_ELEMENTS(OMPRIM_WORD) "and no other type; for a "
                "type of your own use omprim::open::reduce (omprim/open/reduce.hpp)");
#undef OMPRIM_WORD
#undef OMPRIM_MATCH
#define OMPRIM_RETURN(name, type) \
  if constexpr (has_values_of<T, type>) return element::name;
  OMPRIM_ELEMENTS(OMPRIM_RETURN)
#undef OMPRIM_RETURN
  return {};
}

template <class T>
using wide =
    std::conditional_t<std::is_floating_point_v<T>, double,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

/// Enables a scan of 4-byte elements T into 8-byte results Out.
template <class T, class Out>
using if_wider = std::enable_if_t<sizeof(T) == 4 && has_values_of<Out, wide<T>>>;

/// T, but not deduced from the argument: an initial value is converted to the type of the data.
template <class T>
struct not_deduced {
  using type = T;
};
template <class T>
using same = typename not_deduced<T>::type;

template <class Op, class... Others>
inline constexpr bool is_any_of = (std::is_same_v<Op, Others> || ...);
template <class Op>
inline constexpr bool is_bitwise = is_any_of<Op, bit_and, bit_or, bit_xor>;
/// The operators of scans and segmented reductions.
template <class Op>
inline constexpr bool is_ordered = is_any_of<Op, plus, minimum, maximum>;
/// The operators of reductions.
template <class Op>
inline constexpr bool is_reducing =
    is_ordered<Op> || is_bitwise<Op> || is_any_of<Op, multiplies, logical_and, logical_or>;
template <class Op, class T>
inline constexpr bool reduces = is_reducing<Op> && !(is_bitwise<Op> && std::is_floating_point_v<T>);

/// The operation that reduces by Op.
template <class Op, class T>
constexpr operation reduction_by() {
  static_assert(is_reducing<Op>,
                "omprim::reduce takes the operators of omprim/operators.hpp; for an operator of "
                "your own use omprim::open::reduce (omprim/open/reduce.hpp)");
  static_assert(!is_bitwise<Op> || !std::is_floating_point_v<T>,
                "bit_and, bit_or and bit_xor take integers, not float or double");
  if constexpr (std::is_same_v<Op, multiplies>) return operation::product;
  if constexpr (std::is_same_v<Op, minimum>) return operation::min;
  if constexpr (std::is_same_v<Op, maximum>) return operation::max;
  if constexpr (std::is_same_v<Op, bit_and>) return operation::bit_and;
  if constexpr (std::is_same_v<Op, bit_or>) return operation::bit_or;
  if constexpr (std::is_same_v<Op, bit_xor>) return operation::bit_xor;
  if constexpr (std::is_same_v<Op, logical_and>) return operation::logical_and;
  if constexpr (std::is_same_v<Op, logical_or>) return operation::logical_or;
  return operation::sum;
}

/// Chooses one of three operations of an algorithm by Op: plus, minimum or maximum.
template <class Op>
constexpr operation by_operator(operation by_plus, operation by_minimum, operation by_maximum) {
  if constexpr (std::is_same_v<Op, minimum>) return by_minimum;
  if constexpr (std::is_same_v<Op, maximum>) return by_maximum;
  return by_plus;
}

/// The identity of Op. T() if Op is not an operator of scans: the static_assert in the scan then
/// reports it.
template <class Op, class T>
constexpr T identity_of() {
  if constexpr (is_ordered<Op>) {
    return Op::template identity<T>();
  } else {
    return T();
  }
}

}  // namespace omprim::detail
