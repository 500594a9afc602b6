// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/mpi/balance.hpp>
#include <omprim/mpi/batch.hpp>
#include <omprim/mpi/exact.hpp>
#include <omprim/mpi/histogram.hpp>
#include <omprim/mpi/ranks.hpp>
#include <omprim/mpi/reduce.hpp>
#include <omprim/mpi/reduce_by_key.hpp>
#include <omprim/mpi/scan.hpp>
#include <omprim/mpi/segmented_reduce.hpp>
#include <omprim/mpi/select.hpp>
#include <omprim/mpi/sort.hpp>

/// The primitives over the elements of all ranks of an MPI communicator. They are a library of
/// their own, omprim::mpi, which alone depends on MPI. The names are those of the calls on one
/// array, with the communicator first:
///
///   const double total = omprim::mpi::exact_sum(MPI_COMM_WORLD, omprim::device(), x, n);
///
/// Contract of all functions here:
///   * They are collective: all ranks of the communicator call them, in the same order, with the
///     same operation, type and number of bins. A call of two functions where all should call one
///     is an error, and is reported if the messages are of one size.
///   * Each rank passes its own elements: any number from 0, where `where` says, which may differ
///     from rank to rank. Results are those of one array of the elements of all ranks in order.
///   * They send the host's memory by MPI's collective functions on the communicator itself: no
///   tags,
///     no MPI that knows of devices. Messages are small; only balance and sorts move
///     elements. They neither initialise MPI nor
///     change error handlers. Several threads call them at the same time if MPI was initialised
///     with MPI_THREAD_MULTIPLE, each with its own communicator.
///   * They take intracommunicators. All ranks run the same build of the library, on processors of
///     one byte order: partial results travel as they lie in memory.
///
/// Errors are thrown as omprim::error:
///   * An error of the call on one rank (those of the same function without MPI) is thrown on all
///     ranks, with that rank's number; if several have one, that of the lowest rank. No rank waits
///     for a message that does not come.
///   * invalid_argument, on this rank alone: MPI is not initialised, the communicator is null or an
///     inter-communicator, the receiver is no rank
///   * communication_failure, on this rank alone: an MPI function returned an error. MPI ends the
///     program before, unless its error handler for the communicator is MPI_ERRORS_RETURN.
