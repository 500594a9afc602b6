// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <vector>

#include <omprim/mpi/message.hpp>
#include <omprim/mpi/ranks.hpp>

namespace omprim::mpi {

class batch;

/// A result that a batch gives after its end.
template <class Result>
class pending {
 public:
  /// Throws status::invalid_argument if the batch has not ended. The batch must still exist.
  [[nodiscard]] Result value() const;

 private:
  friend class batch;
  using reader = Result (*)(const void* entry);
  pending(const batch& from, std::size_t offset, reader read) noexcept
      : batch_(&from), offset_(offset), read_(read) {}

  const batch* batch_;
  std::size_t offset_;
  reader read_;
};

/// Several reductions in one message. It goes its way while the caller works:
///
///   omprim::mpi::batch together(comm);
///   const auto residual = omprim::mpi::exact_norm2(together, where, r, n);
///   const auto energy = omprim::mpi::dot(together, where, p, q, n);
///   together.begin();
///   ... work that needs neither ...
///   together.end();
///   use(residual.value(), energy.value());
///
///   * The functions of mpi/reduce.hpp and mpi/exact.hpp take a batch in place of a communicator.
///     They reduce the elements of this rank at once, send nothing, and return a `pending` result.
///   * All ranks add the same reductions in the same order.
///   * begin() and end() are collective. After begin() nothing can be added.
///   * An error of an addition is thrown by end(), on all ranks.
class batch {
 public:
  explicit batch(const ranks& comm) : comm_(comm) { detail::require_ranks(comm); }
  batch(const batch&) = delete;
  batch& operator=(const batch&) = delete;
  /// Waits for a message that is under way.
  ~batch();

  /// Sends the message. Throws status::invalid_argument if it was sent before.
  void begin();
  /// Waits for the messages of all ranks. Throws the error of the lowest rank that has one.
  void end();
  /// begin() and end(), by a blocking call.
  void combine();

  [[nodiscard]] const ranks& communicator() const noexcept { return comm_; }

  /// Adds an entry, which `fill` completes by the elements of this rank. For the functions of
  /// reduce.hpp and exact.hpp.
  template <class Entry, class Fill, class Result>
  pending<Result> add(operation op, element type, std::size_t n, Fill&& fill,
                      Result (*read)(const void* entry)) {
    require_open();
    detail::message<Entry> one(op, type, n);
    own_.guard([&] { fill(one.entry); });
    const std::size_t offset = append(&one.entry, sizeof(Entry));
    return pending<Result>(*this, offset, read);
  }

 private:
  template <class Result>
  friend class pending;

  enum class state : int { open, sent, ended };

  void require_open() const;
  std::size_t append(const void* entry, std::size_t bytes);
  detail::message_header& prepare();
  [[nodiscard]] const void* entry_at(std::size_t offset) const;

  ranks comm_;
  state state_ = state::open;
  bool has_results_ = false;
  detail::failure own_;
  std::vector<std::uint64_t> words_;  ///< the message
  MPI_Request request_ = MPI_REQUEST_NULL;
};

template <class Result>
Result pending<Result>::value() const {
  return read_(batch_->entry_at(offset_));
}

}  // namespace omprim::mpi
