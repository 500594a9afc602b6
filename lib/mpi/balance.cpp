// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/mpi/balance.hpp>

#include <algorithm>
#include <climits>
#include <string>

#include <mpi/objects.hpp>

#include <omprim/error.hpp>

namespace omprim::mpi::detail {
namespace {

/// A range of the elements of all ranks, which are numbered in order.
struct range {
  std::uint64_t begin;
  std::uint64_t end;
  [[nodiscard]] std::uint64_t size() const { return end - begin; }
};

range common_part(const range& a, const range& b) {
  const std::uint64_t begin = std::max(a.begin, b.begin);
  return {begin, std::max(begin, std::min(a.end, b.end))};
}

/// The ranges of all ranks.
std::vector<range> in_order(const std::vector<std::uint64_t>& sizes) {
  std::vector<range> all;
  std::uint64_t begin = 0;
  for (const std::uint64_t size : sizes) {
    all.push_back({begin, begin + size});
    begin += size;
  }
  return all;
}

/// The elements that this rank sends to, or receives from, each other rank: how many, and where
/// they begin.
struct parts {
  std::vector<int> counts;
  std::vector<int> places;
};

parts parts_of(const range& mine, const std::vector<range>& others) {
  parts all;
  for (const range& other : others) {
    const range part = common_part(mine, other);
    all.counts.push_back(static_cast<int>(part.size()));
    all.places.push_back(part.size() == 0 ? 0 : static_cast<int>(part.begin - mine.begin));
  }
  return all;
}

std::vector<std::uint64_t> sizes_of_all(MPI_Comm comm, std::uint64_t mine, int ranks) {
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(ranks));
  check(MPI_Allgather(&mine, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, comm),
        "MPI_Allgather");
  return sizes;
}

}  // namespace

std::vector<unsigned char> balance(MPI_Comm comm, const unsigned char* mine, std::uint64_t n,
                                   std::size_t element_bytes, std::uint64_t room, failure& own,
                                   std::uint64_t most) {
  const int ranks = size_of(comm);
  const auto rank = static_cast<std::size_t>(rank_in(comm));
  const std::vector<std::uint64_t> before = sizes_of_all(comm, n, ranks);
  std::uint64_t total = 0;
  for (const std::uint64_t size : before) total += size;
  std::vector<std::uint64_t> after(before.size());
  for (int i = 0; i < ranks; ++i) after[static_cast<std::size_t>(i)] = share_of(total, ranks, i);

  std::vector<unsigned char> received;
  own.guard([&] {
    if (after[rank] > room) {
      throw error(status::invalid_argument,
                  "the share of this rank is " + std::to_string(after[rank]) +
                      " elements, and there is room for " + std::to_string(room));
    }
    received.resize(after[rank] * element_bytes);
  });
  agree(comm, own);

  // MPI counts elements in ints. Where a rank has more, all ranks send the elements of one window
  // after another.
  const auto is_short = [&](std::uint64_t size) { return size <= most; };
  const bool at_once = std::all_of(before.begin(), before.end(), is_short) &&
                       std::all_of(after.begin(), after.end(), is_short);
  const std::uint64_t step = at_once ? total : most;
  const std::vector<range> sources = in_order(before);
  const std::vector<range> targets = in_order(after);
  const MPI_Datatype type = bytes_type(element_bytes);
  for (std::uint64_t begin = 0; begin < total; begin += step) {
    const range window{begin, std::min(begin + step, total)};
    const range sent = common_part(sources[rank], window);
    const range taken = common_part(targets[rank], window);
    const parts out = parts_of(sent, targets);
    const parts in = parts_of(taken, sources);
    const unsigned char* const from =
        sent.size() == 0 ? mine : mine + (sent.begin - sources[rank].begin) * element_bytes;
    unsigned char* const to =
        taken.size() == 0 ? received.data()
                          : received.data() + (taken.begin - targets[rank].begin) * element_bytes;
    check(MPI_Alltoallv(from, out.counts.data(), out.places.data(), type, to, in.counts.data(),
                        in.places.data(), type, comm),
          "MPI_Alltoallv");
  }
  return received;
}

}  // namespace omprim::mpi::detail
