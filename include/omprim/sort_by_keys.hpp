// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/buffer_at.hpp>
#include <omprim/execution.hpp>
#include <omprim/gather.hpp>
#include <omprim/sort.hpp>

/// Sorts by two arrays of keys, of which the first decides, and the second where the first ones are
/// equal: by material, then by energy. The arrays may have different types. For three arrays, sort
/// by the last ones first: sorts are stable.
///
/// The contract and the errors are those of sort.hpp, for each array. Each has its own
/// sort_options.
///
/// Method: a sort by the second keys, and a stable sort by the first ones.
/// Memory: that of the sorts; with positions, that of the first keys once more.
namespace omprim {

/// Writes both arrays in order: element i of one goes with element i of the other.
template <class T, class U>
void sort_by_keys(const execution& where, const T* first, const U* second, std::size_t n,
                  T* first_out, U* second_out,
                  const sort_options& first_options = default_sort_options,
                  const sort_options& second_options = default_sort_options) {
  sort_by_key(where, second, first, n, second_out, first_out, second_options);
  sort_by_key(where, first_out, second_out, n, first_options);
}

/// Sorts both arrays in place.
template <class T, class U>
void sort_by_keys(const execution& where, T* first, U* second, std::size_t n,
                  const sort_options& first_options = default_sort_options,
                  const sort_options& second_options = default_sort_options) {
  sort_by_key(where, second, first, n, second_options);
  sort_by_key(where, first, second, n, first_options);
}

/// positions[i] = the position, from 0, of the element that is at place i in order, as of argsort:
/// gather.hpp moves any other arrays with them.
template <class T, class U, class Index>
void argsort_by_keys(const execution& where, const T* first, const U* second, std::size_t n,
                     Index* positions, const sort_options& first_options = default_sort_options,
                     const sort_options& second_options = default_sort_options) {
  argsort(where, second, n, positions, second_options);
  const auto keys = detail::buffer_at<T>(where, n);
  gather(where, first, n, positions, n, keys.get());
  sort_by_key(where, keys.get(), positions, n, first_options);
}

}  // namespace omprim
