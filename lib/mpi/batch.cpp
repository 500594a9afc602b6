// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/mpi/batch.hpp>

#include <cstring>

#include <omprim/error.hpp>

namespace omprim::mpi {

batch::~batch() {
  if (request_ == MPI_REQUEST_NULL) return;
  // The analyzer does not see that begin() made the request.
  MPI_Wait(&request_, MPI_STATUS_IGNORE);  // NOLINT(clang-analyzer-optin.mpi.MPI-Checker)
}

void batch::require_open() const {
  if (state_ == state::open) return;
  throw error(status::invalid_argument,
              "the batch has been sent: nothing can be added, and it cannot be sent again");
}

std::size_t batch::append(const void* entry, std::size_t bytes) {
  constexpr std::size_t header_words = sizeof(detail::message_header) / sizeof(std::uint64_t);
  if (words_.empty()) words_.resize(header_words);
  const std::size_t offset = words_.size();
  words_.resize(offset + bytes / sizeof(std::uint64_t));
  std::memcpy(words_.data() + offset, entry, bytes);
  return offset;
}

detail::message_header& batch::prepare() {
  require_open();
  detail::message_header header;
  if (words_.empty()) words_.resize(sizeof header / sizeof(std::uint64_t));
  header.bytes = words_.size() * sizeof(std::uint64_t);
  std::memcpy(words_.data(), &header, sizeof header);
  state_ = state::sent;
  return *reinterpret_cast<detail::message_header*>(words_.data());
}

void batch::begin() { detail::begin_exchange(comm_, prepare(), own_, request_); }

void batch::end() {
  if (state_ != state::sent) {
    throw error(status::invalid_argument, state_ == state::open
                                              ? "the batch has not been sent: call begin() first"
                                              : "the batch has ended already");
  }
  state_ = state::ended;
  auto& header = *reinterpret_cast<detail::message_header*>(words_.data());
  detail::end_exchange(comm_, header, own_, request_);
  has_results_ = true;
}

void batch::combine() {
  detail::message_header& header = prepare();
  state_ = state::ended;
  detail::exchange(comm_, header, own_);
  has_results_ = true;
}

const void* batch::entry_at(std::size_t offset) const {
  if (!has_results_) {
    throw error(status::invalid_argument, "a result of a batch that has not ended, or has failed");
  }
  return words_.data() + offset;
}

}  // namespace omprim::mpi
