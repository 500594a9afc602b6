// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace omprim::mpi {

/// The ranks that take part in a call, and those that get its result. A small value, made from a
/// communicator: all of its ranks take part, and all get the result.
class ranks {
 public:
  ranks(MPI_Comm comm) noexcept : comm_(comm) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] MPI_Comm communicator() const noexcept { return comm_; }
  /// The only rank that gets the result; -1: all do.
  [[nodiscard]] int receiver() const noexcept { return receiver_; }

 private:
  friend ranks to_rank(int receiver, MPI_Comm comm) noexcept;
  MPI_Comm comm_;
  int receiver_ = -1;
};

/// All ranks of the communicator take part, and only rank `receiver` gets the result. The others
/// return a value that means nothing, and do not learn of errors on other ranks.
[[nodiscard]] inline ranks to_rank(int receiver, MPI_Comm comm) noexcept {
  ranks some(comm);
  some.receiver_ = receiver;
  return some;
}

}  // namespace omprim::mpi
