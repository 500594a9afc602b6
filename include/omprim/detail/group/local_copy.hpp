// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Copies from device memory to local memory that need no registers, so that an item can have many
/// copies in flight and go on. Asynchronous on NVIDIA GPUs from sm_80 on; elsewhere the item waits
/// for each copy.
namespace omprim::inline OMPRIM_ABI::kernel {

#if defined(__NVPTX__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define OMPRIM_LOCAL_COPY 1
#else
#define OMPRIM_LOCAL_COPY 0
#endif

namespace detail {
/// Begins a copy of 4, 8 or 16 bytes, aligned to their size.
template <int bytes>
OMPRIM_INLINE void start_local_copy(void* local, const void* from) {
#if OMPRIM_LOCAL_COPY
  auto* there = (__attribute__((address_space(3))) void*)local;
  auto* here = (const __attribute__((address_space(1))) void*)from;
  if constexpr (bytes == 16) {
    __nvvm_cp_async_cg_shared_global_16(there, here);
  } else if constexpr (bytes == 8) {
    __nvvm_cp_async_ca_shared_global_8(there, here);
  } else {
    __nvvm_cp_async_ca_shared_global_4(there, here);
  }
#else
  __builtin_memcpy(local, from, bytes);
#endif
}
}  // namespace detail

/// Begins to copy one element. This item can read it after finish_local_copies(); the other items
/// only after a barrier behind that.
template <class T>
OMPRIM_INLINE void start_local_copy(T* local, const T* from) {
  if constexpr ((sizeof(T) == 4 || sizeof(T) == 8) && alignof(T) == sizeof(T)) {
    detail::start_local_copy<sizeof(T)>(local, from);
  } else {
    *local = *from;
  }
}

/// Begins this item's part of the copy of `count` consecutive elements by `width` items, of which
/// it is item `lane`. `count` is at most `most`. `local` is aligned to 16 bytes. Copies 16 bytes at
/// a time if `count` is `most` and `from` is aligned to 16 bytes, too.
template <int width, int most, class T>
OMPRIM_INLINE void start_local_copies(T* local, const T* from, int count, int lane) {
  constexpr int wide = 16 / static_cast<int>(sizeof(T));
  if constexpr (wide * sizeof(T) == 16 && most % (width * wide) == 0) {
    if (count == most && reinterpret_cast<std::uintptr_t>(from) % 16 == 0) {
#pragma GCC unroll 32
      for (int i = 0; i < most; i += width * wide) {
        detail::start_local_copy<16>(local + lane * wide + i, from + lane * wide + i);
      }
      return;
    }
  }
  OMPRIM_KEEP_ROLLED
  for (int i = lane; i < count; i += width) start_local_copy(local + i, from + i);
}

/// Waits for the copies that this item began.
OMPRIM_INLINE void finish_local_copies() {
#if OMPRIM_LOCAL_COPY
  __nvvm_cp_async_wait_all();
#endif
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
