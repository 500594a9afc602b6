// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi/c/support.hpp>

#include <omprim/mpi/scan.hpp>
#include <omprim/operators.hpp>

/// The C functions of scans of one element type over ranks.

namespace omprim::mpi::detail {

/// The operators by the number of an omprim_operator, which agree_on() has checked.
template <class Scan>
void with_operator(int by, Scan scan) {
  switch (by) {
    case omprim_operator_minimum:
      return scan(minimum{});
    case omprim_operator_maximum:
      return scan(maximum{});
    default:
      return scan(plus{});
  }
}
/// Throws status::unknown_name if no operator has this number.
inline void require_operator(int by) {
  omprim::detail::operation_by(by, operation::scan_sum, operation::scan_min, operation::scan_max);
}

/// `scan` takes the execution and the operator.
template <class Scan>
omprim_status scan_by(MPI_Comm comm, const omprim_execution& place, int by, Scan scan) {
  return guarded([&] {
    const execution where = agree_on(comm, place, [&] { require_operator(by); });
    with_operator(by, [&](auto op) { scan(where, op); });
  });
}

}  // namespace omprim::mpi::detail

#define OMPRIM_DEFINE_SCANS(name, type)                                                           \
  omprim_status omprim_mpi_inclusive_scan_##name(MPI_Comm comm, omprim_execution where,           \
                                                 const type* data, size_t n, type* out, int by) { \
    return omprim::mpi::detail::scan_by(comm, where, by, [&](const auto& place, auto op) {        \
      omprim::mpi::inclusive_scan(comm, place, data, n, out, op);                                 \
    });                                                                                           \
  }                                                                                               \
  omprim_status omprim_mpi_exclusive_scan_##name(MPI_Comm comm, omprim_execution where,           \
                                                 const type* data, size_t n, type* out, int by,   \
                                                 type initial) {                                  \
    return omprim::mpi::detail::scan_by(comm, where, by, [&](const auto& place, auto op) {        \
      omprim::mpi::exclusive_scan(comm, place, data, n, out, op, initial);                        \
    });                                                                                           \
  }

#define OMPRIM_DEFINE_WIDE_SCANS(name, type)                                               \
  omprim_status omprim_mpi_wide_exclusive_scan_##name(                                     \
      MPI_Comm comm, omprim_execution where, const type* data, size_t n,                   \
      omprim::detail::wide<type>* out, omprim::detail::wide<type> initial) {               \
    return omprim::mpi::detail::scan_by(                                                   \
        comm, where, omprim_operator_plus, [&](const auto& place, auto /*plus*/) {         \
          omprim::mpi::exclusive_scan(comm, place, data, n, out, omprim::plus{}, initial); \
        });                                                                                \
  }
