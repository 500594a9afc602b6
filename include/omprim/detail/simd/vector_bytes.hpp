// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// Bytes of a vector register of the target processor. Packs on the host are not wider: compilers
/// warn about functions that pass wider ones (-Wpsabi), and a wider pack would take two registers
/// of sixteen.
#if defined(__AVX512F__) || (defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS == 512)
inline constexpr int vector_bytes = 64;
#elif defined(__AVX__)
inline constexpr int vector_bytes = 32;
#else
inline constexpr int vector_bytes = 16;
#endif

/// Bytes of a pack on the host by default. On x86 at most 32: from memory, loads of 64 bytes outrun
/// the prefetchers of a Zen 4. On Arm a whole register, which is not measured.
#if defined(__aarch64__)
inline constexpr int default_pack_bytes = vector_bytes;
#else
inline constexpr int default_pack_bytes = vector_bytes < 32 ? vector_bytes : 32;
#endif

}  // namespace omprim::inline OMPRIM_ABI::kernel
