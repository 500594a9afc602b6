// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <type_traits>
#include <vector>

#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/memory.hpp>
#include <omprim/mpi/message.hpp>

/// Moves elements between ranks to equal shares.
namespace omprim::mpi {

/// The elements of a rank after balance(): `total` elements are shared among `ranks` ranks, and the
/// lowest ranks have one more than the others where that does not come out even.
[[nodiscard]] constexpr std::uint64_t share_of(std::uint64_t total, int ranks, int rank) noexcept {
  const auto parts = static_cast<std::uint64_t>(ranks);
  return total / parts + (static_cast<std::uint64_t>(rank) < total % parts ? 1 : 0);
}

namespace detail {
/// The elements that this rank gets, on the host. `mine` holds n elements of `element_bytes`.
/// Throws status::invalid_argument, on all ranks, if a rank has less room than it gets. MPI sends
/// up to `most` elements of a rank at once.
std::vector<unsigned char> balance(MPI_Comm comm, const unsigned char* mine, std::uint64_t n,
                                   std::size_t element_bytes, std::uint64_t room, failure& own,
                                   std::uint64_t most = INT_MAX);
}  // namespace detail

/// Moves the elements of all ranks, in their order, so that each rank has its share_of the total;
/// returns how many. They are written to `out`, which has room for `room` elements and does not
/// overlap `data`. Collective; the contract is that of mpi.hpp.
///
/// Memory: the elements of a rank before and after are copied by way of the host. Any trivially
/// copyable type.
template <class T>
std::size_t balance(MPI_Comm comm, const execution& where, const T* data, std::size_t n, T* out,
                    std::size_t room) {
  static_assert(std::is_trivially_copyable_v<T>, "balance takes trivially copyable types");
  detail::require_ranks(comm);
  detail::failure own;
  std::vector<unsigned char> mine;
  own.guard([&] {
    mine.resize(n * sizeof(T));
    copy_out(where, mine.data(), data, mine.size());
  });
  const std::vector<unsigned char> received =
      detail::balance(comm, mine.data(), n, sizeof(T), room, own);
  own.guard([&] { copy_in(where, out, received.data(), received.size()); });
  detail::agree(comm, own);
  return received.size() / sizeof(T);
}

}  // namespace omprim::mpi
