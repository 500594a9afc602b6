// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// The number of positions, far from each other, at which one thread reads a long source at a time.
/// Four streams, counted over all arrays, keep several prefetchers of the processor busy. From
/// memory, they make Intel processors 8 to 10 % faster (Sapphire Rapids) and AMD processors a fifth
/// slower (Zen 4). So only Intel processors read four streams from memory.
template <class Source>
OMPRIM_INLINE std::uint64_t read_streams([[maybe_unused]] const Source& source) {
#if !OMPRIM_SIMT && defined(__x86_64__)
  constexpr std::uint64_t cached_bytes = std::uint64_t{24} << 20;
  constexpr std::uint64_t position_bytes = Source::arrays * sizeof(typename Source::element);
  const bool is_cached = source.size() <= cached_bytes / position_bytes;
  if (is_cached || __builtin_cpu_is("intel")) return 4 / Source::arrays;
#endif
  return 1;
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
