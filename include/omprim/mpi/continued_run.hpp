// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/length_of_run.hpp>
#include <omprim/mpi/message.hpp>
#include <omprim/scalar.hpp>

/// Runs of equal elements that begin on a lower rank.
namespace omprim::mpi::detail {

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
    last.entry.result.value =
        omprim::detail::to_scalar(omprim::detail::last_element(where, data, n));
  });
  exchange_with_prefix(comm, last.header, before.header, own);
  std::size_t length = 0;
  own.guard([&] {
    if (before.entry.head.count == 0) return;
    length = omprim::detail::length_of_run(where, data, n,
                                           omprim::detail::get<T>(before.entry.result.value));
  });
  return length;
}

}  // namespace omprim::mpi::detail
