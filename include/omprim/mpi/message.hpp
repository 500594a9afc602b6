// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <string>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/error.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/mpi/ranks.hpp>

/// Messages: the partial results that ranks send each other, and whether the call failed.
///
/// A message is a header and entries, one for each reduction. An MPI operation combines the
/// messages of two ranks entry by entry. It is associative but not commutative: entries count
/// elements, and the positions of the higher rank begin behind the elements of the lower one. So
/// one MPI_Allreduce gives results, global positions and errors.
namespace omprim::mpi::detail {

enum class entry_kind : std::int32_t {
  reduction,      ///< a reduction_entry
  exact_sum,      ///< an exact_entry
  equal_numbers,  ///< an equal_entry
};

struct entry_head {
  std::int32_t bytes;  ///< of the whole entry
  entry_kind kind;
  operation op;
  element type;
  std::uint64_t count;  ///< elements of the rank, then of all ranks so far
};
/// The operation is a reduction, or `unique`: then the result is the last element.
struct reduction_entry {
  static constexpr entry_kind kind = entry_kind::reduction;
  entry_head head;
  reduce_result result;
};
struct exact_entry {
  static constexpr entry_kind kind = entry_kind::exact_sum;
  entry_head head;
  omprim::detail::exact_digits sum;
};
/// Its numbers, and the count of its head, are the same on all ranks.
struct equal_entry {
  static constexpr entry_kind kind = entry_kind::equal_numbers;
  entry_head head;
  std::uint64_t numbers[3];
};

/// The number of a rank that does not exist, above all others.
inline constexpr std::int32_t no_rank = INT32_MAX;
/// In place of a rank's number: the ranks made different calls.
inline constexpr std::int32_t all_ranks = -1;

struct message_header {
  std::uint64_t bytes = sizeof(message_header);  ///< of the whole message
  std::int32_t failed_rank = no_rank;            ///< the lowest rank on which the call failed
  std::int32_t code = 0;                         ///< the omprim::status there
};

/// A message with one entry.
template <class Entry>
struct message {
  message_header header;
  Entry entry{};

  message(operation op, element type, std::uint64_t count) {
    header.bytes = sizeof(message);
    entry.head = {sizeof(Entry), Entry::kind, op, type, count};
  }
};

/// The first error of a call on this rank. It is thrown after all ranks know of it.
class failure {
 public:
  /// Calls `body`, unless there was an error before.
  template <class Body>
  void guard(Body&& body) noexcept {
    if (happened()) return;
    try {
      body();
    } catch (...) {
      keep_current_exception();
    }
  }
  [[nodiscard]] bool happened() const noexcept { return code_ != status::success; }
  [[nodiscard]] status code() const noexcept { return code_; }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  void keep_current_exception() noexcept;
  status code_ = status::success;
  std::string text_;
};

/// Throws status::invalid_argument unless the ranks can take part in a call: MPI is initialised,
/// and they are those of an intracommunicator, with a receiver among them.
void require_ranks(const ranks& comm);
/// The number of this rank.
[[nodiscard]] int rank_in(const ranks& comm);
/// The number of ranks.
[[nodiscard]] int size_of(const ranks& comm);

/// Replaces the message by the combination of the messages of all ranks. If the call failed on one
/// of them, throws that error, on all ranks. Every rank calls it, also one whose call failed.
void exchange(const ranks& comm, message_header& all, const failure& own);

/// The same, and combines the messages of all lower ranks into `before`, which stays as it is on
/// rank 0. All ranks receive.
void exchange_with_prefix(MPI_Comm comm, message_header& all, message_header& before,
                          const failure& own);

/// exchange() in two steps; the message stays where it is until the second is done.
void begin_exchange(const ranks& comm, message_header& all, const failure& own,
                    MPI_Request& request);
void end_exchange(const ranks& comm, message_header& all, const failure& own, MPI_Request& request);

/// If the call failed on one rank, throws its error on all ranks.
inline void agree(MPI_Comm comm, const failure& own) {
  message_header alone;
  exchange(comm, alone, own);
}

/// Adds up `n` numbers of all ranks, in place; n is the same on all ranks.
void add_up(MPI_Comm comm, std::int64_t* numbers, std::size_t n);

/// Replaces `upper` by the combination of two messages; the lower one is that of lower ranks.
void combine(const message_header& lower, message_header& upper) noexcept;

/// Throws status::communication_failure for the code of an MPI function, unless it is success.
void check(int code, const char* function);

}  // namespace omprim::mpi::detail
