// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/huge_pages.hpp>
#include <omprim/error.hpp>

namespace omprim::inline OMPRIM_ABI {

/// A block on the heap, aligned to 64 bytes or more: memory that a call on the host needs.
class aligned_block {
 public:
  aligned_block() = default;
  /// Throws omprim::error with status::out_of_memory.
  aligned_block(std::size_t bytes, std::size_t alignment)
      : data_(::operator new(bytes, std::align_val_t(at_least_a_line(alignment)), std::nothrow)),
        alignment_(at_least_a_line(alignment)) {
    if (data_ == nullptr) {
      throw error(status::out_of_memory, "the host has no memory left for this call");
    }
    if (bytes >= large) advise_huge_pages(data_, bytes);
  }
  aligned_block(aligned_block&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), alignment_(other.alignment_) {}
  aligned_block& operator=(aligned_block&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(alignment_, other.alignment_);
    return *this;
  }
  ~aligned_block() {
    if (data_ != nullptr) ::operator delete(data_, std::align_val_t(alignment_));
  }

  [[nodiscard]] void* data() const { return data_; }

 private:
  /// Blocks that allocators take from the system for each use. They keep smaller ones.
  static constexpr std::size_t large = std::size_t{32} << 20;

  static constexpr std::size_t at_least_a_line(std::size_t alignment) {
    return alignment < 64 ? 64 : alignment;
  }

  void* data_ = nullptr;
  std::size_t alignment_ = 64;
};

}  // namespace omprim::inline OMPRIM_ABI
