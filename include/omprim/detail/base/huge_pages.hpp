// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>

#if defined(__linux__) && !OMPRIM_GPU
#include <sys/mman.h>
#endif

namespace omprim::inline OMPRIM_ABI {

/// Advises the system to use huge pages for memory that nobody has written yet. Allocators return
/// large blocks to the system: each use of a new one clears its pages, at 2 GB/s in pages of 4 kB,
/// at 10 GB/s in huge ones (Zen 4, 2026-11).
inline void advise_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && !OMPRIM_GPU
  constexpr std::size_t page = 4096;
  const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(memory) % page) % page;
  // A system without huge pages, or with other small ones, refuses, and nothing changes.
  if (before < bytes) {
    madvise(static_cast<std::byte*>(memory) + before, bytes - before, MADV_HUGEPAGE);
  }
#endif
}

}  // namespace omprim::inline OMPRIM_ABI
