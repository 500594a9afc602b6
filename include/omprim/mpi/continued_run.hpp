// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/memory.hpp>
#include <omprim/mpi/message.hpp>
#include <omprim/scalar.hpp>

/// Runs of equal elements that begin on a lower rank.
namespace omprim::mpi::detail {

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

/// The number of elements at the front of this rank's array that continue a run of lower ranks:
/// they equal the last element there. Collective; an error of this rank stays in `own`.
template <class T>
std::size_t continued_run(MPI_Comm comm, const execution& where, const T* data, std::size_t n,
                          failure& own) {
  constexpr element type = omprim::detail::element_of<T>();
  message<reduction_entry> last(operation::unique, type, n);
  message<reduction_entry> before(operation::unique, type, 0);
  own.guard([&] {
    if (n == 0) return;
    T element{};
    copy_out(where, &element, data == nullptr ? nullptr : data + (n - 1), sizeof(T));
    last.entry.result.value = omprim::detail::to_scalar(element);
  });
  exchange_with_prefix(comm, last.header, before.header, own);
  std::size_t length = 0;
  own.guard([&] {
    if (before.entry.head.count == 0) return;
    length = length_of_run(where, data, n, omprim::detail::get<T>(before.entry.result.value));
  });
  return length;
}

}  // namespace omprim::mpi::detail
