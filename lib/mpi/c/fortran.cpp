// SPDX-License-Identifier: BSD-3-Clause
// The reductions and scans that the Fortran module omprim_mpi calls. The element type is an
// argument: a call links all types. They are declared in the module only.
#include <mpi/c/scan.hpp>
#include <mpi/c/support.hpp>

namespace {

using omprim::element;
using omprim::execution;
using omprim::operation;
using omprim::mpi::detail::agree_on;
using omprim::mpi::detail::caller;
using omprim::mpi::detail::guarded;
using omprim::mpi::detail::reduce_over;
using omprim::mpi::detail::reduction_entry;
using omprim::mpi::detail::to_cpp;

omprim::reduce_result result_in(const reduction_entry& entry) { return entry.result; }

template <class T, class Op>
void scan(MPI_Comm comm, const execution& where, const T* data, size_t n,
          const omprim_scan_request& request, Op op) {
  auto* const out = static_cast<T*>(request.out);
  omprim::scalar bits;
  bits.u = request.initial.u;
  const T initial = omprim::detail::get<T>(bits);
  if (request.exclusive == 0 && request.has_initial == 0) {
    omprim::mpi::inclusive_scan(comm, where, data, n, out, op);
  } else if (request.exclusive == 0) {
    omprim::mpi::inclusive_scan(comm, where, data, n, out, op, initial);
  } else if (request.has_initial == 0) {
    omprim::mpi::exclusive_scan(comm, where, data, n, out, op);
  } else {
    omprim::mpi::exclusive_scan(comm, where, data, n, out, op, initial);
  }
}

}  // namespace

extern "C" {

omprim_status omprim_mpi_fortran_reduce(const MPI_Fint* comm, omprim_execution where, bool is_valid,
                                        int type, int operation, const void* data,
                                        const void* other, size_t n, omprim_result* result) {
  const caller from(comm, is_valid);
  const auto of_type = static_cast<element>(type);
  const auto op = static_cast<omprim::operation>(operation);
  return guarded([&] {
    const omprim::reduce_result reduced = reduce_over<reduction_entry, &result_in>(
        omprim::mpi::ranks(from.comm), op, of_type, n, [&](reduction_entry& entry) {
          from.require_valid();
          entry.result = omprim::reduce_any(to_cpp(where), of_type, op, data, other, n);
        });
    *result = omprim::detail::to_c(reduced);
  });
}

omprim_status omprim_mpi_fortran_scan(const MPI_Fint* comm, omprim_execution place, bool is_valid,
                                      int type, int operation, const void* data, size_t n,
                                      const omprim_scan_request* request) {
  const caller from(comm, is_valid);
  const int by = operation - static_cast<int>(omprim::operation::scan_sum);
  return guarded([&] {
    const execution where =
        agree_on(from, place, [&] { omprim::mpi::detail::require_operator(by); });
    omprim::mpi::detail::with_operator(by, [&](auto op) {
      switch (static_cast<element>(type)) {
#define OMPRIM_CASE(name, type) \
  case element::name:           \
    return scan(from.comm, where, static_cast<const type*>(data), n, *request, op);
        OMPRIM_ELEMENTS(OMPRIM_CASE)
#undef OMPRIM_CASE
      }
    });
  });
}
}
