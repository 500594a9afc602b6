// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include <omprim/detail/base/abi.hpp>
#include <omprim/error.hpp>

/// Memory that host backends need during a call.
namespace omprim::inline OMPRIM_ABI::backends {

/// A block on the heap, aligned to 64 bytes or more.
class aligned_block {
 public:
  aligned_block() = default;
  /// Throws omprim::error of status::out_of_memory.
  aligned_block(std::size_t bytes, std::size_t alignment)
      : data_(::operator new(bytes, std::align_val_t(at_least_a_line(alignment)), std::nothrow)),
        bytes_(bytes),
        alignment_(at_least_a_line(alignment)) {
    if (data_ == nullptr) {
      throw error(status::out_of_memory, "the host has no memory left for this call");
    }
  }
  aligned_block(aligned_block&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        alignment_(other.alignment_) {}
  aligned_block& operator=(aligned_block&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(alignment_, other.alignment_);
    return *this;
  }
  ~aligned_block() {
    if (data_ != nullptr) ::operator delete(data_, std::align_val_t(alignment_));
    data_ = nullptr;
    bytes_ = 0;
  }

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] bool has_room(std::size_t bytes, std::size_t alignment) const {
    return bytes <= bytes_ && alignment <= alignment_;
  }

 private:
  static constexpr std::size_t at_least_a_line(std::size_t alignment) {
    return alignment < 64 ? 64 : alignment;
  }

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  std::size_t alignment_ = 64;
};

/// The block that the calling thread has used last for the local memory of a work-group.
inline aligned_block& kept_block() {
  static thread_local aligned_block block;
  return block;
}

/// The local memory of a work-group: on the stack if it is small. Else it is a block of the heap,
/// which the thread keeps for its next call: callers may have small stacks (threads with 64 kB,
/// fibers), and a large frame may skip the guard page and write over other memory.
template <class Local>
class group_memory {
 public:
  OMPRIM_INLINE Local& get() { return local_; }

 private:
  Local local_;
};

inline constexpr std::size_t most_local_bytes_on_stack = 4096;

template <class Local>
  requires(sizeof(Local) > most_local_bytes_on_stack)
class group_memory<Local> {
 public:
  /// Takes the block from the thread, so that a call inside this one gets another.
  group_memory() : block_(std::move(kept_block())) {
    if (!block_.has_room(sizeof(Local), alignof(Local))) {
      block_ = aligned_block(sizeof(Local), alignof(Local));
    }
    local_ = ::new (block_.data()) Local;
  }
  ~group_memory() {
    local_->~Local();
    kept_block() = std::move(block_);
  }
  group_memory(const group_memory&) = delete;
  group_memory& operator=(const group_memory&) = delete;

  Local& get() { return *local_; }

 private:
  aligned_block block_;
  Local* local_;
};

}  // namespace omprim::inline OMPRIM_ABI::backends
