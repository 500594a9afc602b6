// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include <omprim/mpi/message.hpp>
#include <omprim/mpi/reduce.hpp>
#include <omprim/scan.hpp>

/// The scans of scan.hpp over the elements of all ranks: each element is combined with those before
/// it on its rank and with those of all lower ranks. Each rank writes the results of its own
/// elements, where it has them. The contract is that of mpi.hpp and of scan.hpp.
///
/// Integer results and extremes do not depend on how elements are shared among ranks; float sums
/// differ within the rounding bound. Elements are read twice, to learn the total of a rank before.
namespace omprim::mpi {

namespace detail {
/// The combination of the elements of all lower ranks; none, if these have no elements.
template <class R>
using start_of_scan = std::optional<R>;

/// Learns the start of this rank, and calls `scan(start)`. `op` adds up elements of type T to a
/// total of type R.
template <class R, class T, class Scan>
void scan_over(MPI_Comm comm, operation op, const execution& where, const T* data, std::size_t n,
               const R* out, Scan&& scan) {
  require_ranks(comm);
  constexpr element type = omprim::detail::element_of<T>();
  failure own;
  message<reduction_entry> total(op, type, n);
  message<reduction_entry> before(op, type, 0);
  own.guard([&] {
    if (out == nullptr && n != 0) {
      throw error(status::invalid_argument, "the pointer to the output of a scan is null");
    }
    total.entry.result = omprim::detail::run<T>(where, op, data, nullptr, n, default_options);
  });
  exchange_with_prefix(comm, total.header, before.header, own);
  own.guard([&] {
    start_of_scan<R> start;
    if (before.entry.head.count != 0) start = omprim::detail::as_value<R>(before.entry.result);
    scan(start);
  });
  agree(comm, own);
}

/// The reduction that gives the total of a scan by Op.
template <class Op>
constexpr operation total_of() {
  return omprim::detail::by_operator<Op>(operation::sum, operation::min, operation::max);
}
}  // namespace detail

/// out[i] = the first element of all op ... op data[i].
template <class Op = plus, class T>
void inclusive_scan(MPI_Comm comm, const execution& where, const T* data, std::size_t n, T* out,
                    Op op = {}, const scan_options& options = default_options) {
  detail::scan_over<T>(comm, detail::total_of<Op>(), where, data, n, out,
                       [&](const detail::start_of_scan<T>& start) {
                         if (start) {
                           omprim::inclusive_scan(where, data, n, out, op, *start, options);
                         } else {
                           omprim::inclusive_scan(where, data, n, out, op, options);
                         }
                       });
}

/// out[i] = initial op the first element of all op ... op data[i].
template <class Op = plus, class T>
void inclusive_scan(MPI_Comm comm, const execution& where, const T* data, std::size_t n, T* out,
                    Op op, omprim::detail::same<T> initial,
                    const scan_options& options = default_options) {
  detail::scan_over<T>(comm, detail::total_of<Op>(), where, data, n, out,
                       [&](const detail::start_of_scan<T>& start) {
                         const T first = start ? Op::combine(initial, *start) : initial;
                         omprim::inclusive_scan(where, data, n, out, op, first, options);
                       });
}

/// out[i] = initial op the first element of all op ... op the element before data[i]. By default
/// `initial` is the identity of the operator.
template <class Op = plus, class T>
void exclusive_scan(MPI_Comm comm, const execution& where, const T* data, std::size_t n, T* out,
                    Op op = {},
                    omprim::detail::same<T> initial = omprim::detail::identity_of<Op, T>(),
                    const scan_options& options = default_options) {
  detail::scan_over<T>(comm, detail::total_of<Op>(), where, data, n, out,
                       [&](const detail::start_of_scan<T>& start) {
                         const T first = start ? Op::combine(initial, *start) : initial;
                         omprim::exclusive_scan(where, data, n, out, op, first, options);
                       });
}

/// The sums of 4-byte elements as 8-byte results: int32 into int64, uint32 into uint64, float into
/// double. For offsets from counts: out[i] = initial + all elements before data[i]. `out` must not
/// overlap the input.
template <class T, class Out, class = omprim::detail::if_wider<T, Out>>
void exclusive_scan(MPI_Comm comm, const execution& where, const T* data, std::size_t n, Out* out,
                    plus op = {}, omprim::detail::same<Out> initial = 0,
                    const scan_options& options = default_options) {
  detail::scan_over<Out>(comm, operation::wide_sum, where, data, n, out,
                         [&](const detail::start_of_scan<Out>& start) {
                           const Out first = start ? plus::combine(initial, *start) : initial;
                           omprim::exclusive_scan(where, data, n, out, op, first, options);
                         });
}

}  // namespace omprim::mpi
