// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Measured choices between instructions of processors.
namespace omprim::inline OMPRIM_ABI::kernel {

struct vector_store_policy {
  /// Outputs of at least this many bytes are streamed: they would not stay in a cache anyway.
  static constexpr std::uint64_t streamed_bytes = std::uint64_t{32} << 20;

  /// Whether a compress-store of AVX-512 to memory is as fast as a compress followed by a store. It
  /// is on Intel's processors; on AMD's it takes a hundred cycles (Zen 4).
  static OMPRIM_INLINE bool compresses_into_memory() {
#if defined(__x86_64__) && !OMPRIM_SIMT
    return __builtin_cpu_is("intel") != 0;
#else
    return false;
#endif
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
