// SPDX-License-Identifier: BSD-3-Clause
#include "ranks/world.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <mpi.h>

namespace omprim::command {
namespace {

double combined(double mine, MPI_Op by) {
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, by, MPI_COMM_WORLD);
  return mine;
}

double combined_before(double mine, MPI_Op by, int rank) {
  double before = 0;
  MPI_Exscan(&mine, &before, 1, MPI_DOUBLE, by, MPI_COMM_WORLD);
  return rank == 0 ? 0 : before;
}

}  // namespace

world::world() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}
world::~world() { MPI_Finalize(); }

void world::meet() const { MPI_Barrier(MPI_COMM_WORLD); }
double world::greatest(double mine) const { return combined(mine, MPI_MAX); }
double world::sum(double mine) const { return combined(mine, MPI_SUM); }
double world::sum_before(double mine) const { return combined_before(mine, MPI_SUM, rank_); }
double world::greatest_before(double mine) const { return combined_before(mine, MPI_MAX, rank_); }

std::string world::first_message(const std::string& mine) const {
  int first = mine.empty() ? size_ : rank_;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == size_) return {};
  std::array<char, 512> text{};
  if (first == rank_) mine.copy(text.data(), text.size() - 1);
  MPI_Bcast(text.data(), static_cast<int>(text.size()), MPI_CHAR, first, MPI_COMM_WORLD);
  return "rank " + std::to_string(first) + ": " + text.data();
}

double bare_allreduce() { return combined(1, MPI_SUM); }

void bare_allreduce_of_digits() {
  static std::array<std::int64_t, 75> digits{};
  MPI_Allreduce(MPI_IN_PLACE, digits.data(), static_cast<int>(digits.size()), MPI_INT64_T, MPI_SUM,
                MPI_COMM_WORLD);
}

}  // namespace omprim::command
