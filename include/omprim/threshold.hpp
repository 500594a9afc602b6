// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/scalar.hpp>

/// The conditions of selections: comparisons of each element with one bound.
namespace omprim {

/// The condition `x how bound` on an element x.
template <class T>
struct threshold {
  comparison how;
  T bound;
};
template <class T>
constexpr threshold<T> less_than(T bound) {
  return {comparison::less, bound};
}
template <class T>
constexpr threshold<T> at_most(T bound) {
  return {comparison::less_equal, bound};
}
template <class T>
constexpr threshold<T> equal_to(T bound) {
  return {comparison::equal, bound};
}
template <class T>
constexpr threshold<T> not_equal_to(T bound) {
  return {comparison::not_equal, bound};
}
template <class T>
constexpr threshold<T> at_least(T bound) {
  return {comparison::greater_equal, bound};
}
template <class T>
constexpr threshold<T> greater_than(T bound) {
  return {comparison::greater, bound};
}

namespace detail {
template <class T, class U>
selection_request request_for(threshold<U> keep) {
  static_assert(std::is_same_v<T, U>,
                "the bound has not the type of the elements; write greater_than(0.5f) for float");
  selection_request request;
  request.how = keep.how;
  request.bound = to_scalar<T>(keep.bound);
  return request;
}

/// Refuses any other condition, such as a lambda.
template <class T, class Other>
selection_request request_for(const Other& /*condition*/) {
  static_assert(!std::is_same_v<Other, Other>,
                "omprim selects and counts by the conditions of omprim/threshold.hpp, such as "
                "greater_than(0.5f); for a predicate of your own use omprim::open "
                "(omprim/open/select.hpp)");
  return {};
}
}  // namespace detail

}  // namespace omprim
