// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/mpi/continued_run.hpp>
#include <omprim/mpi/message.hpp>
#include <omprim/mpi/reduce.hpp>
#include <omprim/select.hpp>

/// The selections of select.hpp over the elements of all ranks. Each rank writes the elements that
/// it keeps to its own output, and learns its place among those of all ranks. mpi/balance.hpp moves
/// them to equal shares. The contract is that of mpi.hpp and of select.hpp.
///
/// Determinism: the kept elements of all ranks, one after the other, do not depend on how elements
/// are shared among ranks.
namespace omprim::mpi {

namespace detail {
/// `select` selects on this rank and returns how many elements are kept.
template <class Select>
selection_counts select_over(MPI_Comm comm, std::size_t n, failure& own, Select&& select) {
  message<reduction_entry> all(operation::sum, element::uint64, n);
  message<reduction_entry> before(operation::sum, element::uint64, 0);
  own.guard([&] { all.entry.result.value.u = select(); });
  const std::uint64_t local = all.entry.result.value.u;
  exchange_with_prefix(comm, all.header, before.header, own);
  return {local, before.entry.result.value.u, all.entry.result.value.u};
}
template <class Select>
selection_counts select_over(MPI_Comm comm, std::size_t n, Select&& select) {
  require_ranks(comm);
  failure own;
  return select_over(comm, n, own, select);
}
}  // namespace detail

/// Writes the elements that fulfil the condition to `selected`.
template <class T, class Condition>
selection_counts select_if(MPI_Comm comm, const execution& where, const T* data, std::size_t n,
                           T* selected, const Condition& keep,
                           const select_options& options = default_select_options) {
  return detail::select_over(
      comm, n, [&] { return omprim::select_if(where, data, n, selected, keep, options); });
}

/// Writes the elements whose flag is not 0; there is one flag, a byte, for each element.
template <class T>
selection_counts select_flagged(MPI_Comm comm, const execution& where, const T* data,
                                const unsigned char* flags, std::size_t n, T* selected,
                                const select_options& options = default_select_options) {
  return detail::select_over(
      comm, n, [&] { return omprim::select_flagged(where, data, flags, n, selected, options); });
}

/// Writes the elements that fulfil the condition to `selected` and all others of the rank to
/// `rejected`.
template <class T, class Condition>
selection_counts partition(MPI_Comm comm, const execution& where, const T* data, std::size_t n,
                           T* selected, T* rejected, const Condition& keep,
                           const select_options& options = default_select_options) {
  return detail::select_over(comm, n, [&] {
    return omprim::partition(where, data, n, selected, rejected, keep, options);
  });
}

/// Writes each element that differs from the one before it, which may be the last of a lower rank,
/// and the first of all.
template <class T>
selection_counts unique(MPI_Comm comm, const execution& where, const T* data, std::size_t n,
                        T* selected, const select_options& options = default_select_options) {
  detail::require_ranks(comm);
  detail::failure own;
  const std::size_t skipped = detail::continued_run(comm, where, data, n, own);
  return detail::select_over(comm, n, own, [&] {
    return omprim::unique(where, data + skipped, n - skipped, selected, options);
  });
}

/// Counts the elements of all ranks that fulfil the condition (uint64). Takes a batch, too, as the
/// functions of mpi/reduce.hpp do.
template <class Comm, class T, class Condition>
auto count_if(Comm&& comm, const execution& where, const T* data, std::size_t n,
              const Condition& keep, const select_options& options = default_select_options) {
  return detail::reduce_over<detail::reduction_entry,
                             &detail::result_in<&omprim::detail::as_value<std::uint64_t>>>(
      comm, operation::sum, element::uint64, n, [&](detail::reduction_entry& entry) {
        entry.result.value.u = omprim::count_if(where, data, n, keep, options);
      });
}

}  // namespace omprim::mpi
