// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// In how many places, far from each other, one thread reads a long source at a time: four,
/// counting those of each array, so that several of the processor's prefetchers are busy. From
/// memory, where that makes Intel's 8 to 10 % faster (Sapphire Rapids), AMD's lose a fifth (Zen 4).
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
