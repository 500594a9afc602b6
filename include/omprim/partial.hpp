// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/any.hpp>
#include <omprim/result.hpp>
#include <omprim/scalar.hpp>

/// Results of parts of an array, which are combined to the result of the whole: for pieces on
/// several devices (pieces.hpp) and for ranks (mpi.hpp).
namespace omprim::detail {

/// The result of a reduction of `count` elements.
struct partial_reduction {
  std::uint64_t count = 0;
  reduce_result result{};
};

/// `left` becomes the result of both parts; the elements of `right` come behind its own. So
/// positions in `right` begin at the count of `left`.
void append(operation op, element type, partial_reduction& left,
            const partial_reduction& right) noexcept;

/// The members of a result that an operation sets, in the types of its function.
template <class T>
T as_value(const reduce_result& result) {
  return get<T>(result.value);
}
template <class T>
T as_truth(const reduce_result& result) {
  return static_cast<T>(result.value.i != 0);
}
template <class T>
indexed<T> as_indexed(const reduce_result& result) {
  return {get<T>(result.value), result.index};
}
template <class T>
extrema<T> as_extrema(const reduce_result& result) {
  return {get<T>(result.value), get<T>(result.second)};
}
template <class T>
summary<T> as_summary(const reduce_result& result) {
  return {get<T>(result.value), get<T>(result.second), get<T>(result.third)};
}

}  // namespace omprim::detail
