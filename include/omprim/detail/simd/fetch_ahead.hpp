// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/cache_line.hpp>

/// Loops that fetch memory before they read it. Host only.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Begins to load the cache lines of `bytes` bytes.
template <int bytes>
OMPRIM_INLINE void fetch(const char* first) {
#pragma GCC unroll 16
  for (int line = 0; line < bytes; line += static_cast<int>(cache_line_bytes)) {
    __builtin_prefetch(first + line);
  }
}

/// Begins to load the cache lines of `bytes` bytes, some way ahead of `data`; none for 0. They may
/// lie past the end of an array.
template <int bytes>
OMPRIM_INLINE void fetch_ahead(const void* data, std::uint64_t bytes_ahead) {
  if (bytes_ahead != 0) fetch<bytes>(static_cast<const char*>(data) + bytes_ahead);
}
/// The same for a loop that reads towards the begin of an array.
template <int bytes>
OMPRIM_INLINE void fetch_behind(const void* data, std::uint64_t bytes_behind) {
  if (bytes_behind != 0) fetch<bytes>(static_cast<const char*>(data) - bytes_behind);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
