// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// Has x computed here and kept in a register. Without it, compilers combine the results of many
/// steps in another order, for which they store them all.
template <class T, int N>
OMPRIM_INLINE void keep_register([[maybe_unused]] pack<T, N>& x) {
#if !OMPRIM_GPU && defined(__x86_64__)
  if constexpr (N * sizeof(T) >= 16 && N * sizeof(T) <= vector_bytes) __asm__("" : "+x"(x));
#elif !OMPRIM_GPU && defined(__aarch64__)
  if constexpr (N * sizeof(T) == 16) __asm__("" : "+w"(x));
#endif
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
