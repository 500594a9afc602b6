// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Values that the compiler of GPU code shall not see through, so that it keeps loads and registers
/// as written.
namespace omprim::inline OMPRIM_ABI::kernel::detail {

// The constraint of inline assembly for a register that differs from lane to lane. On AMD GPUs, "r"
// may be a register that all lanes of a wavefront share.
#if defined(__AMDGCN__)
#define OMPRIM_LANE_REGISTER "+v"
#else
#define OMPRIM_LANE_REGISTER "+r"
#endif

/// Returns x, but hides from the compiler that it does. The compiler then computes values that
/// depend on x where they are needed, instead of keeping them in registers. Without it the
/// addresses of a tile took half of all registers, which halved the number of groups that could run
/// at once.
OMPRIM_INLINE int opaque(int x) {
  __asm__ volatile("" : OMPRIM_LANE_REGISTER(x));
  return x;
}

/// Loads x from memory, where no other thread writes. The compiler takes it for a new value: it
/// computes results from it again, instead of keeping the results of an earlier load in registers.
template <class T>
OMPRIM_INLINE T load_again(const T& x) {
  static_assert(sizeof(T) % 4 == 0);
  struct words {
    std::uint32_t word[sizeof(T) / 4];
  } all;
  typedef const volatile std::uint32_t aliasing_word __attribute__((may_alias));
  const auto* const from = reinterpret_cast<aliasing_word*>(&x);
#pragma GCC unroll 16
  for (std::size_t i = 0; i < sizeof(T) / 4; ++i) all.word[i] = from[i];
  return __builtin_bit_cast(T, all);
}

/// Stores to global memory, where the compiler cannot know that the address is there.
template <class T>
OMPRIM_INLINE void store_global(T* to, const T& x) {
#if OMPRIM_GPU
  *(__attribute__((address_space(1))) T*)to = x;
#else
  *to = x;
#endif
}

/// Begins to load the line of an address of global memory into the device's cache.
OMPRIM_INLINE void fetch_global([[maybe_unused]] const void* at) {
#if defined(__NVPTX__)
  __asm__ volatile("prefetch.global.L2 [%0];" : : "l"(at));
#endif
}

/// Returns x, but forces its load to happen here. Otherwise the compiler moves the load into the
/// branch that uses it, and loads that could be in flight together wait for each other.
template <class T>
OMPRIM_INLINE T force_load(const T& x) {
#if OMPRIM_GPU
  if constexpr (sizeof(T) % 4 == 0) {
    struct bits {
      std::uint32_t word[sizeof(T) / 4];
    };
    auto all = __builtin_bit_cast(bits, x);
#pragma GCC unroll 16
    for (std::uint32_t& word : all.word) __asm__ volatile("" : OMPRIM_LANE_REGISTER(word));
    return __builtin_bit_cast(T, all);
  }
#endif
  return x;
}

#undef OMPRIM_LANE_REGISTER

}  // namespace omprim::inline OMPRIM_ABI::kernel::detail
