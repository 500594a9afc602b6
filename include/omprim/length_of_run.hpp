// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <omprim/execution.hpp>
#include <omprim/memory.hpp>

/// Runs of equal elements that go on from part to part of an array: for pieces on several devices
/// (pieces.hpp) and for ranks (mpi.hpp).
namespace omprim::detail {

/// The last element of an array of n > 0 elements.
template <class T>
T last_element(const execution& where, const T* data, std::size_t n) {
  T element{};
  copy_out(where, &element, data == nullptr ? nullptr : data + (n - 1), sizeof(T));
  return element;
}

/// The number of elements at the front of an array that equal `value`.
template <class T>
std::size_t length_of_run(const execution& where, const T* data, std::size_t n, T value) {
  constexpr std::size_t most = std::size_t{1} << 20;
  std::vector<T> copy;
  std::size_t length = 0;
  for (std::size_t part = 64; length < n; part = std::min(4 * part, most)) {
    copy.resize(std::min(part, n - length));
    copy_out(where, copy.data(), data + length, copy.size() * sizeof(T));
    const auto end = std::find_if(copy.begin(), copy.end(), [&](T x) { return !(x == value); });
    length += static_cast<std::size_t>(end - copy.begin());
    if (end != copy.end()) break;
  }
  return length;
}

}  // namespace omprim::detail
