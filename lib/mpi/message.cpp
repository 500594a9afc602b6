// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/mpi/message.hpp>

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <mpi/objects.hpp>

namespace omprim::mpi::detail {
namespace {

std::string in_ranks(const ranks& comm, int rank) {
  return "rank " + std::to_string(rank) + " of " + std::to_string(size_of(comm));
}

/// The text of the error on a rank, which all ranks get.
std::string text_of(const ranks& comm, int rank, const failure& own) {
  std::array<char, 512> text{};
  if (rank_in(comm) == rank) own.text().copy(text.data(), text.size() - 1);
  check(MPI_Bcast(text.data(), static_cast<int>(text.size()), MPI_CHAR, rank, comm.communicator()),
        "MPI_Bcast");
  return text.data();
}

void prepare(message_header& all, const failure& own, int rank) {
  if (!own.happened()) return;
  all.failed_rank = rank;
  all.code = static_cast<std::int32_t>(own.code());
}

/// Throws the error of a combined message, if there is one.
void conclude(const ranks& comm, const message_header& all, const failure& own) {
  if (all.failed_rank == no_rank) return;
  const auto code = static_cast<status>(all.code);
  if (all.failed_rank == all_ranks) {
    throw error(code,
                "the ranks made different calls on one communicator: function, type or size "
                "differ");
  }
  if (comm.receiver() < 0) {
    const std::string text = text_of(comm, all.failed_rank, own);
    throw error(code, in_ranks(comm, all.failed_rank) + ": " + text);
  }
  if (own.happened()) throw error(own.code(), own.text());
  throw error(code, in_ranks(comm, all.failed_rank) + " failed, and has the reason");
}

}  // namespace

void failure::keep_current_exception() noexcept {
  code_ = status::unexpected_failure;
  try {
    try {
      throw;
    } catch (const error& e) {
      code_ = e.code();
      text_ = e.what();
    } catch (const std::bad_alloc&) {
      code_ = status::out_of_memory;
      text_ = "the host has no memory left for this call";
    } catch (const std::exception& e) {
      text_ = e.what();
    }
  } catch (...) {
    text_.clear();  // neither the library's nor std's, or no memory for the text
  }
}

void check(int code, const char* function) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING + 1> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw error(status::communication_failure, std::string(function) + ": " + text.data());
}

void require_ranks(const ranks& comm) {
  int is_initialized = 0;
  int is_finalized = 0;
  MPI_Initialized(&is_initialized);
  MPI_Finalized(&is_finalized);
  if (is_initialized == 0 || is_finalized != 0) {
    throw error(status::invalid_argument, is_initialized == 0
                                              ? "MPI is not initialised: call MPI_Init first"
                                              : "MPI is finalised already");
  }
  if (comm.communicator() == MPI_COMM_NULL) {
    throw error(status::invalid_argument, "the communicator is MPI_COMM_NULL");
  }
  int joins_groups = 0;
  check(MPI_Comm_test_inter(comm.communicator(), &joins_groups), "MPI_Comm_test_inter");
  if (joins_groups != 0) {
    throw error(status::invalid_argument,
                "the communicator is an inter-communicator, which joins two groups; omprim::mpi "
                "takes intracommunicators, such as those of MPI_Intercomm_merge");
  }
  if (comm.receiver() == -1) return;
  const int size = size_of(comm);
  if (comm.receiver() < 0 || comm.receiver() >= size) {
    throw error(status::invalid_argument,
                "the result is for rank " + std::to_string(comm.receiver()) +
                    ", and there are ranks 0 to " + std::to_string(size - 1));
  }
}

int rank_in(const ranks& comm) {
  int rank = 0;
  check(MPI_Comm_rank(comm.communicator(), &rank), "MPI_Comm_rank");
  return rank;
}

int size_of(const ranks& comm) {
  int size = 0;
  check(MPI_Comm_size(comm.communicator(), &size), "MPI_Comm_size");
  return size;
}

void exchange(const ranks& comm, message_header& all, const failure& own) {
  const int rank = rank_in(comm);
  prepare(all, own, rank);
  const MPI_Datatype type = bytes_type(all.bytes);
  const int to = comm.receiver();
  if (to < 0) {
    check(MPI_Allreduce(MPI_IN_PLACE, &all, 1, type, combining(), comm.communicator()),
          "MPI_Allreduce");
  } else if (rank == to) {
    check(MPI_Reduce(MPI_IN_PLACE, &all, 1, type, combining(), to, comm.communicator()),
          "MPI_Reduce");
  } else {
    check(MPI_Reduce(&all, nullptr, 1, type, combining(), to, comm.communicator()), "MPI_Reduce");
  }
  conclude(comm, all, own);
}

void begin_exchange(const ranks& comm, message_header& all, const failure& own,
                    MPI_Request& request) {
  const int rank = rank_in(comm);
  prepare(all, own, rank);
  const MPI_Datatype type = bytes_type(all.bytes);
  const int to = comm.receiver();
  if (to < 0) {
    check(MPI_Iallreduce(MPI_IN_PLACE, &all, 1, type, combining(), comm.communicator(), &request),
          "MPI_Iallreduce");
  } else if (rank == to) {
    check(MPI_Ireduce(MPI_IN_PLACE, &all, 1, type, combining(), to, comm.communicator(), &request),
          "MPI_Ireduce");
  } else {
    check(MPI_Ireduce(&all, nullptr, 1, type, combining(), to, comm.communicator(), &request),
          "MPI_Ireduce");
  }
}

void end_exchange(const ranks& comm, message_header& all, const failure& own,
                  MPI_Request& request) {
  check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  conclude(comm, all, own);
}

void exchange_with_prefix(MPI_Comm comm, message_header& all, message_header& before,
                          const failure& own) {
  prepare(all, own, rank_in(comm));
  const MPI_Datatype type = bytes_type(all.bytes);
  std::vector<std::uint64_t> mine(all.bytes / sizeof(std::uint64_t));
  std::memcpy(mine.data(), &all, all.bytes);
  std::array<MPI_Request, 2> requests{};
  check(MPI_Iexscan(mine.data(), &before, 1, type, combining(), comm, &requests[0]), "MPI_Iexscan");
  check(MPI_Iallreduce(MPI_IN_PLACE, &all, 1, type, combining(), comm, &requests[1]),
        "MPI_Iallreduce");
  check(MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  conclude(comm, all, own);
}

void add_up(MPI_Comm comm, std::int64_t* numbers, std::size_t n) {
  while (n != 0) {
    const int part = static_cast<int>(std::min<std::size_t>(n, INT_MAX));
    check(MPI_Allreduce(MPI_IN_PLACE, numbers, part, MPI_INT64_T, MPI_SUM, comm), "MPI_Allreduce");
    numbers += part;
    n -= static_cast<std::size_t>(part);
  }
}

}  // namespace omprim::mpi::detail
