// SPDX-License-Identifier: BSD-3-Clause
#include <string_view>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {

/// The ISA level that the compiler of the host kernels was told, read off its own macros.
std::string_view proof();
std::string_view proof() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
  return "x86-64-v4";
#elif defined(__AVX2__) && defined(__FMA__)
  return "x86-64-v3";
#elif defined(__SSE4_2__)
  return "x86-64-v2";
#elif defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS == 512
  return "sve512";
#elif defined(__aarch64__) && defined(__ARM_NEON)
  return "armv8-a";
#else
  return "generic";
#endif
}

}  // namespace omprim::inline OMPRIM_ABI::instantiate
