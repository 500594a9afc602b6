// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <mpi.h>

/// MPI objects of the library. They are made when they are first used, kept for later calls, and
/// freed by MPI_Finalize.
namespace omprim::mpi::detail {

/// The operation that combines messages.
[[nodiscard]] MPI_Op combining();
/// The type of a message or of another array of `bytes`.
[[nodiscard]] MPI_Datatype bytes_type(std::size_t bytes);

}  // namespace omprim::mpi::detail
