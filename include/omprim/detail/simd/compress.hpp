// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/lane_store.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/policy.hpp>

// The file for this processor defines in namespace detail:
//   compress_bytes             bytes of the register that it compresses; 0: it cannot
//   has_masked_stores          whether stores can leave out lanes
//   register_bits<T>(mask)     one bit per lane of a register whose lanes are all ones or all zeros
//   compress_register<how>(to, values, bits)   stores the lanes of a register whose bit is set
//   split_register(lower, upper_end, values, bits)   stores them, and the others before upper_end
#if OMPRIM_SIMT
#include <omprim/detail/simd/compress_plain.hpp>
#elif defined(__SSE4_2__)
#include <omprim/detail/simd/x86/compress.hpp>
#elif defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS == 512
#include <omprim/detail/simd/sve/compress.hpp>
#elif defined(__AARCH64EL__)
#include <omprim/detail/simd/neon/compress.hpp>
#else
#include <omprim/detail/simd/compress_plain.hpp>
#endif

/// Compress: moves the lanes of a pack that a mask selects to the front and stores them. Host only.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Lanes that one compress of a register takes; 1 where compress is neither an instruction nor
/// emulated by a table and a shuffle.
template <class T>
inline constexpr int compress_lanes = detail::compress_bytes > 0
                                          ? detail::compress_bytes / static_cast<int>(sizeof(T))
                                          : 1;

/// Whether this compilation has stores that write the selected lanes only.
inline constexpr bool compresses_exactly = detail::has_masked_stores;

/// Whether compressed lanes are stored by one instruction straight to memory.
OMPRIM_INLINE bool compresses_into_memory() {
  return compresses_exactly && vector_store_policy::compresses_into_memory();
}

/// One bit per lane of a pack mask whose lanes are all ones or all zeros.
template <class T, int N>
OMPRIM_INLINE std::uint64_t lane_bits(const pack<same_size_signed<T>, N>& mask) {
  using M = same_size_signed<T>;
  if constexpr (N == compress_lanes<T>) {
    return detail::register_bits<T>(mask);
  } else {
    static_assert(N > compress_lanes<T> && N <= 64);
    return lane_bits<T, N / 2>(half_pack<M, N, 0>(mask)) |
           lane_bits<T, N / 2>(half_pack<M, N, 1>(mask)) << (N / 2);
  }
}

/// Stores the lanes of `values` whose bit is set at `to`, in order, and returns their number. With
/// lane_store::whole, up to compress_lanes<T> elements after them are overwritten as well.
template <class T, int N, lane_store how = lane_store::whole>
OMPRIM_INLINE int compress(T* to, const pack<T, N>& values, std::uint64_t bits) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  static_assert(how == lane_store::whole || compresses_exactly);
  if constexpr (N == compress_lanes<T>) {
    detail::compress_register<how>(to, values, static_cast<unsigned>(bits));
    return __builtin_popcountll(bits);
  } else {
    constexpr std::uint64_t lower = (std::uint64_t(1) << (N / 2)) - 1;
    const int set = compress<T, N / 2, how>(to, half_pack<T, N, 0>(values), bits & lower);
    return set + compress<T, N / 2, how>(to + set, half_pack<T, N, 1>(values), bits >> (N / 2));
  }
}

/// Stores the lanes of a register whose bit is set at `lower`, and the others in any order before
/// `upper_end`; returns the number of the former. All elements between the two may be overwritten:
/// as many as there are lanes, or at least twice as many.
template <class T>
OMPRIM_INLINE int split(T* lower, T* upper_end, const pack<T, compress_lanes<T>>& values,
                        std::uint64_t bits) {
  detail::split_register(lower, upper_end, values, static_cast<unsigned>(bits));
  return __builtin_popcountll(bits);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
