// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/detail/reducer/operator_traits.hpp>

/// The scanner behind each (type, operation) of the closed set.
namespace omprim::inline OMPRIM_ABI::instantiate {

template <class T, operation op>
struct scanner_of;
template <class T>
struct scanner_of<T, operation::scan_sum> : kernel::whole_scanner<T, plus> {};
template <class T>
struct scanner_of<T, operation::scan_min> {
  using type = typename kernel::operator_traits<T, minimum>::scanner;
};
template <class T>
struct scanner_of<T, operation::scan_max> {
  using type = typename kernel::operator_traits<T, maximum>::scanner;
};
template <class T>
struct scanner_of<T, operation::wide_scan_sum> {
  using wide = omprim::detail::wide<T>;
  using type = kernel::bits_scanner<T, kernel::sum_lane<wide>, kernel::scan_add_policy, wide>;
};
// Segments: their sums start from +0, also those of empty segments.
template <class T>
struct scanner_of<T, operation::segmented_scan_sum> {
  using type = typename kernel::operator_traits<T, plus>::scanner;
};
template <class T>
struct scanner_of<T, operation::segmented_scan_min> : scanner_of<T, operation::scan_min> {};
template <class T>
struct scanner_of<T, operation::segmented_scan_max> : scanner_of<T, operation::scan_max> {};

/// The accumulator before the first element.
template <class Scanner>
typename Scanner::accumulator initial_of(const scan_request& asked) {
  using T = typename Scanner::element;
  using output = typename Scanner::output;
  if (asked.has_initial) {
    const auto initial = omprim::detail::get<output>(asked.initial);
    if constexpr (std::is_same_v<T, output>) {
      return Scanner::template lift<1>(initial, 0);
    } else {
      return __builtin_bit_cast(typename Scanner::accumulator, initial);
    }
  }
  const auto identity = Scanner::template identity<1>();
  // An exclusive scan writes it: +0, where sums of floats begin with -0 to keep the first element.
  const bool is_zero = Scanner::template lower<1>(identity) == output(0);
  return asked.exclusive && is_zero ? Scanner::template lift<1>(T(0), 0) : identity;
}

}  // namespace omprim::inline OMPRIM_ABI::instantiate
