// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/reduce.hpp>

/// The compiled element types and operations, for tests that go over all of them.
namespace omprim_test {

template <class T>
struct type_tag {
  using type = T;
};

/// X(name, C++ type) for each compiled type: a second list, since tests check the library's own.
#define OMPRIM_TESTED_TYPES(X) \
  X(int32, std::int32_t)       \
  X(uint32, std::uint32_t)     \
  X(int64, std::int64_t)       \
  X(uint64, std::uint64_t)     \
  X(float32, float)            \
  X(float64, double)

/// Calls `f` with a type_tag of the C++ type that `type` names.
template <class Function>
void with_type(omprim::element type, Function&& f) {
  switch (type) {
#define OMPRIM_CASE(name, cpp_type) \
  case omprim::element::name:       \
    return f(type_tag<cpp_type>{});
    OMPRIM_TESTED_TYPES(OMPRIM_CASE)
#undef OMPRIM_CASE
  }
  FAIL() << "element " << static_cast<int>(type) << " is not known to the tests";
}

/// Calls `f` with a type_tag, unless its type is an integer.
template <class Function>
auto for_floats(Function& f) {
  return [&f](auto tag) {
    if constexpr (std::is_floating_point_v<typename decltype(tag)::type>) f(tag);
  };
}

/// As with_type(), for a type of floats; does nothing for integers.
template <class Function>
void with_floating_type(omprim::element type, Function&& f) {
  with_type(type, for_floats(f));
}

/// The element of a C++ type. Not the library's own function, which the tests check.
template <class T>
constexpr omprim::element element_of() {
#define OMPRIM_MATCH(name, cpp_type) || std::is_same_v<T, cpp_type>
  static_assert(false OMPRIM_TESTED_TYPES(OMPRIM_MATCH));
#undef OMPRIM_MATCH
#define OMPRIM_RETURN(name, cpp_type) \
  if constexpr (std::is_same_v<T, cpp_type>) return omprim::element::name;
  OMPRIM_TESTED_TYPES(OMPRIM_RETURN)
#undef OMPRIM_RETURN
}

inline const std::vector<omprim::element>& every_element() {
  static const std::vector<omprim::element> all = {
#define OMPRIM_ELEMENT(name, cpp_type) omprim::element::name,
      OMPRIM_TESTED_TYPES(OMPRIM_ELEMENT)
#undef OMPRIM_ELEMENT
  };
  return all;
}

/// The number of operations of all algorithms, which are numbered from 0.
inline constexpr int operations = static_cast<int>(omprim::operation_count);

/// The operations of all algorithms.
inline std::vector<omprim::operation> every_operation() {
  std::vector<omprim::operation> all;
  for (int i = 0; i < operations; ++i) all.push_back(static_cast<omprim::operation>(i));
  return all;
}

/// The operations that reduce an array.
inline const std::vector<omprim::operation>& every_reduction() {
  using o = omprim::operation;
  static const std::vector<o> all = {o::sum,
                                     o::product,
                                     o::min,
                                     o::max,
                                     o::argmin,
                                     o::argmax,
                                     o::minmax,
                                     o::sum_min_max,
                                     o::bit_and,
                                     o::bit_or,
                                     o::bit_xor,
                                     o::logical_and,
                                     o::logical_or,
                                     o::dot,
                                     o::sum_of_absolutes,
                                     o::sum_of_squares,
                                     o::wide_sum};
  return all;
}

template <class Function>
void for_every_type(Function&& f) {
  for (const omprim::element type : every_element()) {
    SCOPED_TRACE(omprim::to_string(type));
    with_type(type, f);
  }
}

template <class Function>
void for_floating_types(Function&& f) {
  for_every_type(for_floats(f));
}

template <class Function>
void for_integer_types(Function&& f) {
  for_every_type([&](auto tag) {
    if constexpr (std::is_integral_v<typename decltype(tag)::type>) f(tag);
  });
}

inline bool is_floating(omprim::element type) {
  bool answer = false;
  with_type(type,
            [&](auto tag) { answer = std::is_floating_point_v<typename decltype(tag)::type>; });
  return answer;
}
inline bool is_unsigned(omprim::element type) {
  bool answer = false;
  with_type(type, [&](auto tag) { answer = std::is_unsigned_v<typename decltype(tag)::type>; });
  return answer;
}

/// Whether the closed set should contain the pair.
inline bool is_compiled_pair(omprim::element type, omprim::operation op) {
  switch (op) {
    case omprim::operation::bit_and:
    case omprim::operation::bit_or:
    case omprim::operation::bit_xor:
      return !is_floating(type);
    case omprim::operation::dot:
    case omprim::operation::sum_of_absolutes:
    case omprim::operation::sum_of_squares:
    case omprim::operation::exact_sum:
    case omprim::operation::exact_sum_of_absolutes:
    case omprim::operation::exact_sum_of_squares:
    case omprim::operation::exact_dot:
    case omprim::operation::exact_segmented_sum:
      return is_floating(type);
    case omprim::operation::wide_sum:
    case omprim::operation::wide_scan_sum:
      return omprim::size_of(type) == 4;
    case omprim::operation::run_lengths:
      return type == omprim::element::int32 || type == omprim::element::int64;
    case omprim::operation::select_flagged:  // moves bits: unsigned types suffice
    case omprim::operation::count_flagged:
    case omprim::operation::sort:  // is told the order of the bits
    case omprim::operation::sort_by_key:
    case omprim::operation::argsort:
    case omprim::operation::top_k:
    case omprim::operation::kth_smallest:
    case omprim::operation::lower_bound:
    case omprim::operation::upper_bound:
    case omprim::operation::run_first:
    case omprim::operation::gather:
    case omprim::operation::scatter:
    case omprim::operation::merge:
    case omprim::operation::merge_by_key:
      return is_unsigned(type);
    default:
      return true;
  }
}

}  // namespace omprim_test
