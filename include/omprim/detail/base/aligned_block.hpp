// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/cache_line.hpp>
#include <omprim/detail/base/huge_pages.hpp>
#include <omprim/error.hpp>

namespace omprim::inline OMPRIM_ABI {

/// A block on the heap, aligned to a cache line or more: memory that a call on the host needs. It
/// is aligned here, as glibc returns large aligned blocks to the system, so that each call would
/// clear their pages again (of 0.5 M words: a third of the time of a sort; Zen 4, glibc 2.36,
/// 2026-11).
class aligned_block {
 public:
  aligned_block() = default;
  /// Throws omprim::error with status::out_of_memory.
  aligned_block(std::size_t bytes, std::size_t alignment) {
    const std::size_t unit = alignment < cache_line_bytes ? cache_line_bytes : alignment;
    if (bytes <= ~std::size_t{0} - unit) allocated_ = ::operator new(bytes + unit, std::nothrow);
    if (allocated_ == nullptr) {
      throw error(status::out_of_memory, "the host has no memory left for this call");
    }
    const auto address = reinterpret_cast<std::uintptr_t>(allocated_);
    data_ = static_cast<std::byte*>(allocated_) + (unit - address % unit) % unit;
    if (bytes >= large) advise_huge_pages(data_, bytes);
  }
  aligned_block(aligned_block&& other) noexcept
      : allocated_(std::exchange(other.allocated_, nullptr)),
        data_(std::exchange(other.data_, nullptr)) {}
  aligned_block& operator=(aligned_block&& other) noexcept {
    std::swap(allocated_, other.allocated_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~aligned_block() { ::operator delete(allocated_); }

  [[nodiscard]] void* data() const { return data_; }

 private:
  /// Blocks that allocators take from the system for each use. They keep smaller ones.
  static constexpr std::size_t large = std::size_t{32} << 20;

  void* allocated_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace omprim::inline OMPRIM_ABI
