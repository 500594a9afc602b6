// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <mpi.h>
#include <vector>

#include <c/support.hpp>
#include <omprim/c/mpi.h>
#include <omprim/mpi/batch.hpp>
#include <omprim/mpi/combine.hpp>
#include <omprim/mpi/message.hpp>
#include <omprim/mpi/reduce.hpp>
#include <omprim/result.hpp>

/// The helpers of the C and Fortran functions over ranks.
///
/// Their arguments are checked where the C++ functions reduce the elements of this rank. So an
/// error that is found there is sent to the other ranks, which would wait for this one otherwise.

/// The batch of C: it stores the results when it ends.
struct omprim_mpi_batch {
  explicit omprim_mpi_batch(const omprim::mpi::ranks& comm) : together(comm) {}

  omprim::mpi::batch together;
  std::vector<std::function<void()>> stores;
};

namespace omprim::mpi::detail {

using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

inline omprim_mpi_selection to_c(const selection_counts& counts) noexcept {
  return {counts.local, counts.before, counts.total};
}

/// The communicator of a call, and whether the caller found its arguments valid: the Fortran module
/// checks some itself. If they are not, omprim_last_error() has the reason.
struct caller {
  caller(MPI_Comm c) : comm(c) {}  // NOLINT(google-explicit-constructor)
  caller(const MPI_Fint* fortran, bool valid) : comm(MPI_COMM_NULL), is_valid(valid) {
    int is_initialized = 0;
    MPI_Initialized(&is_initialized);
    if (is_initialized != 0) comm = MPI_Comm_f2c(*fortran);
  }

  void require_valid() const {
    if (!is_valid) throw error(status::invalid_argument, omprim_last_error());
  }

  MPI_Comm comm;
  bool is_valid = true;
};

/// A communicator or batch with a check of the arguments, for the functions of mpi/reduce.hpp and
/// mpi/exact.hpp.
template <class Comm, class Check>
struct checked {
  Comm& comm;
  Check check;
};
template <class Comm, class Check>
checked(Comm&, Check) -> checked<Comm, Check>;

template <class Entry, auto read, class Comm, class Check, class Fill>
auto reduce_over(const checked<Comm, Check>& call, operation op, element type, std::size_t n,
                 Fill&& fill) {
  return reduce_over<Entry, read>(call.comm, op, type, n, [&](Entry& entry) {
    call.check();
    fill(entry);
  });
}

template <class T, class Result>
void store(const T& value, Result* result) {
  *result = static_cast<Result>(value);
}
template <class T>
void store(const indexed<T>& found, T* value, std::int64_t* index) {
  *value = found.value;
  *index = found.index;
}
template <class T>
void store(const extrema<T>& found, T* min, T* max) {
  *min = found.min;
  *max = found.max;
}
template <class T>
void store(const summary<T>& found, T* sum, T* min, T* max) {
  *sum = found.sum;
  *min = found.min;
  *max = found.max;
}

/// Calls `reduce` with a checked communicator and the execution, and stores the result.
template <class Reduce, class... Results>
omprim_status reduce_into(const caller& from, const omprim_execution& place, Reduce reduce,
                          Results*... results) {
  return guarded([&] {
    const ranks all(from.comm);
    execution where = serial();  // until the check
    const checked call{all, [&] {
                         from.require_valid();
                         require_results(results...);
                         where = to_cpp(place);
                       }};
    store(reduce(call, where), results...);
  });
}
/// Adds the reduction to a batch, which stores the result.
template <class Reduce, class... Results>
omprim_status reduce_into(omprim_mpi_batch* batch, const omprim_execution& place, Reduce reduce,
                          Results*... results) {
  return guarded([&] {
    if (batch == nullptr) throw error(status::invalid_argument, "the batch is null");
    execution where = serial();
    const checked call{batch->together, [&] {
                         require_results(results...);
                         where = to_cpp(place);
                       }};
    const auto later = reduce(call, where);
    batch->stores.emplace_back([later, results...] { store(later.value(), results...); });
  });
}

/// Checks the arguments of this rank before a collective function that has no check of its own, and
/// returns the execution. Throws on all ranks if the check fails on one.
template <class Check>
execution agree_on(const caller& from, const omprim_execution& place, Check&& check) {
  require_ranks(from.comm);
  failure own;
  execution where = serial();
  own.guard([&] {
    from.require_valid();
    check();
    where = to_cpp(place);
  });
  agree(from.comm, own);
  return where;
}

}  // namespace omprim::mpi::detail

/// Defines a function of a communicator and the same of a batch. The parameters follow `where`; the
/// last arguments are a function of the communicator `over` and the execution `place`, and the
/// pointers to results.
#define OMPRIM_DEFINE_REDUCTION(function, name, parameters, ...)                       \
  omprim_status omprim_mpi_##function##_##name(MPI_Comm comm, omprim_execution where,  \
                                               OMPRIM_PARAMETERS parameters) {         \
    return omprim::mpi::detail::reduce_into(comm, where, __VA_ARGS__);                 \
  }                                                                                    \
  omprim_status omprim_mpi_batch_##function##_##name(                                  \
      omprim_mpi_batch* batch, omprim_execution where, OMPRIM_PARAMETERS parameters) { \
    return omprim::mpi::detail::reduce_into(batch, where, __VA_ARGS__);                \
  }
#define OMPRIM_PARAMETERS(...) __VA_ARGS__

/// A function of one array, or of two.
#define OMPRIM_REDUCE_ONE(function) \
  [&](const auto& over, const auto& place) { return omprim::mpi::function(over, place, data, n); }
#define OMPRIM_REDUCE_TWO(function) \
  [&](const auto& over, const auto& place) { return omprim::mpi::function(over, place, a, b, n); }
