// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/families.hpp>
#include <omprim/mpi/batch.hpp>
#include <omprim/mpi/message.hpp>
#include <omprim/mpi/ranks.hpp>
#include <omprim/table.hpp>

/// The two ways to reduce over ranks: at once, or as part of a batch. Functions take `Comm`, a
/// communicator, `ranks` or a batch, and pass it on to reduce_over, which returns the result or a
/// pending one.
namespace omprim::mpi::detail {

/// Results are read from an entry at an unknown address.
template <class Entry, auto read>
auto read_entry(const void* entry) {
  return read(*static_cast<const Entry*>(entry));
}

/// `fill` completes the entry by the elements of this rank; `read` gives the result from the
/// combined entry.
template <class Entry, auto read, class Fill>
auto reduce_over(const ranks& comm, operation op, element type, std::size_t n, Fill&& fill) {
  require_ranks(comm);
  failure own;
  message<Entry> one(op, type, n);
  own.guard([&] { fill(one.entry); });
  exchange(comm, one.header, own);
  return read(one.entry);
}
template <class Entry, auto read, class Fill>
auto reduce_over(batch& together, operation op, element type, std::size_t n, Fill&& fill) {
  return together.add<Entry>(op, type, n, fill, &read_entry<Entry, read>);
}

/// The number of this rank among those of a call.
inline int rank_of(const ranks& comm) { return rank_in(comm); }
inline int rank_of(const batch& together) { return rank_in(together.communicator()); }

}  // namespace omprim::mpi::detail
