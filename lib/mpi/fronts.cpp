// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/mpi/fronts.hpp>

#include <mpi/objects.hpp>

#include <omprim/mpi/message.hpp>

namespace omprim::mpi::detail {

std::vector<unsigned char> fronts_above(MPI_Comm comm, const front_state& mine, const void* front,
                                        std::size_t bytes) {
  const auto ranks = static_cast<std::size_t>(size_of(comm));
  const auto rank = static_cast<std::size_t>(rank_in(comm));
  std::vector<front_state> all(ranks);
  constexpr int state_bytes = sizeof(front_state);
  check(MPI_Allgather(&mine, state_bytes, MPI_BYTE, all.data(), state_bytes, MPI_BYTE, comm),
        "MPI_Allgather");

  std::vector<int> sent(ranks);
  std::vector<int> taken(ranks);
  std::vector<int> places(ranks);
  if (mine.is_empty == 0) {
    for (std::size_t lower = rank; lower-- > 0;) {
      if (all[lower].ends_here == 0) continue;
      sent[lower] = 1;
      break;
    }
  }
  int count = 0;
  for (std::size_t upper = rank + 1; mine.ends_here != 0 && upper < ranks; ++upper) {
    places[upper] = count;
    if (all[upper].is_empty == 0) taken[upper] = 1;
    count += taken[upper];
    if (all[upper].ends_here != 0) break;
  }
  std::vector<unsigned char> fronts(static_cast<std::size_t>(count) * bytes);
  const std::vector<int> from_the_front(ranks);
  const MPI_Datatype type = bytes_type(bytes);
  check(MPI_Alltoallv(front, sent.data(), from_the_front.data(), type, fronts.data(), taken.data(),
                      places.data(), type, comm),
        "MPI_Alltoallv");
  return fronts;
}

}  // namespace omprim::mpi::detail
