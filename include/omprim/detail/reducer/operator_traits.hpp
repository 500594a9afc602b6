// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/arithmetic.hpp>
#include <omprim/detail/reducer/function_operator.hpp>
#include <omprim/detail/reducer/min_max.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/reducer/scanner.hpp>
#include <omprim/operators.hpp>

/// The reducer and the scanner of an operator. The operators of operators.hpp on the element types
/// of the library compute in registers. All other operators and types, including function objects,
/// compute element by element.
namespace omprim::inline OMPRIM_ABI::kernel {

namespace detail {
template <class T, class... Types>
inline constexpr bool is_one_of = (std::is_same_v<T, Types> || ...);
}
/// The types that the library is compiled for.
template <class T>
concept library_element =
    detail::is_one_of<T, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;

template <class T, class Lane, class Policy>
struct bits_traits {
  static constexpr bool in_registers = true;
  using reducer = fold<T, Lane, Policy>;
  using scanner = bits_scanner<T, Lane, Policy>;
};
template <class T, class Policy>
struct key_traits {
  static constexpr bool in_registers = true;
  using reducer = extreme<T, Policy>;
  using scanner = key_scanner<T, Policy>;
};

template <class T, class Op>
struct operator_traits {
  static constexpr bool in_registers = false;
  using reducer = scalar_reducer<T, Op>;
  using scanner = scalar_scanner<T, Op>;
};
template <class T, function_operator<T> Op>
struct operator_traits<T, Op> {
  static constexpr bool in_registers = false;
  using reducer = function_scanner<T, Op>;
  using scanner = function_scanner<T, Op>;
};
template <library_element T>
struct operator_traits<T, plus> : bits_traits<T, sum_lane<T>, add_policy> {
  /// Sums of scans begin with -0, which keeps every float.
  using whole_scanner = bits_scanner<T, sum_lane<T>, scan_add_policy>;
};
template <library_element T>
struct operator_traits<T, multiplies> : bits_traits<T, sum_lane<T>, multiply_policy> {};
template <library_element T>
struct operator_traits<T, minimum> : key_traits<T, minimum_policy> {};
template <library_element T>
struct operator_traits<T, maximum> : key_traits<T, maximum_policy> {};

/// The scanner of a whole array. Segments begin with the identity of the operator instead: their
/// sums with +0, also those of empty segments.
template <class T, class Op>
struct whole_scanner : std::type_identity<typename operator_traits<T, Op>::scanner> {};
template <class T, class Op>
  requires requires { typename operator_traits<T, Op>::whole_scanner; }
struct whole_scanner<T, Op> : std::type_identity<typename operator_traits<T, Op>::whole_scanner> {};

/// Whether an operator computes in registers: then a pack may have several lanes.
template <class T, class Op>
inline constexpr bool in_registers = operator_traits<T, Op>::in_registers;

}  // namespace omprim::inline OMPRIM_ABI::kernel
