// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

/// The ranks that mpiexec started.
namespace omprim::command {

/// All ranks, from MPI_Init to MPI_Finalize. There is one object of a program.
class world {
 public:
  world();
  ~world();
  world(const world&) = delete;
  world& operator=(const world&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool is_first() const { return rank_ == 0; }

  /// Waits for all ranks.
  void meet() const;
  /// Each returns the same on all ranks, which all call it.
  [[nodiscard]] double greatest(double mine) const;
  [[nodiscard]] double sum(double mine) const;
  /// The message of the lowest rank that has one; empty if none has.
  [[nodiscard]] std::string first_message(const std::string& mine) const;
  /// The sum, and the greatest number, of all lower ranks; 0 on rank 0.
  [[nodiscard]] double sum_before(double mine) const;
  [[nodiscard]] double greatest_before(double mine) const;

 private:
  int rank_ = 0;
  int size_ = 1;
};

/// What omprim::mpi is measured beside: a bare MPI_Allreduce of one double, and one of the 75 int64
/// of which an exact sum of doubles consists.
double bare_allreduce();
void bare_allreduce_of_digits();

}  // namespace omprim::command
