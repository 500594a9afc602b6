// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mpi.h>
#include <type_traits>
#include <vector>

/// Runs and segments that span ranks. If the array of a rank begins within one, the rank sends its
/// front, the result of these elements, to the rank on which the run or the segment begins.
namespace omprim::mpi::detail {

struct front_state {
  std::int32_t is_empty = 1;   ///< the rank continues nothing, and sends nothing
  std::int32_t ends_here = 0;  ///< higher ranks do not continue what this front continues
};

/// The fronts that continue the last run or segment of this rank, in the order of ranks, of `bytes`
/// each; none, if none begins here. Collective. Memory: 8 bytes for each rank, and the fronts.
std::vector<unsigned char> fronts_above(MPI_Comm comm, const front_state& mine, const void* front,
                                        std::size_t bytes);

template <class Front>
std::vector<Front> fronts_above(MPI_Comm comm, const front_state& mine, const Front& front) {
  static_assert(std::is_trivially_copyable_v<Front>, "fronts are sent as bytes");
  const std::vector<unsigned char> bytes = fronts_above(comm, mine, &front, sizeof(Front));
  std::vector<Front> all(bytes.size() / sizeof(Front));
  if (!all.empty()) std::memcpy(static_cast<void*>(all.data()), bytes.data(), bytes.size());
  return all;
}

}  // namespace omprim::mpi::detail
