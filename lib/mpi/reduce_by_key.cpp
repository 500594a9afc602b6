// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/mpi/reduce_by_key.hpp>

namespace omprim::mpi::detail {

std::vector<front> fronts_above(MPI_Comm comm, const front& mine) {
  int ranks = 0;
  check(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  std::vector<front> all(static_cast<std::size_t>(ranks));
  constexpr int bytes = sizeof(front);
  check(MPI_Allgather(&mine, bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm), "MPI_Allgather");
  std::vector<front> above;
  for (auto rank = static_cast<std::size_t>(rank_in(comm)) + 1; rank < all.size(); ++rank) {
    if (all[rank].is_empty == 0) above.push_back(all[rank]);
    if (all[rank].ends_here != 0) break;
  }
  return above;
}

}  // namespace omprim::mpi::detail
