// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/kernel/abi.hpp>

/// Copies from the device's memory to local memory that need no register on their way, so that an
/// item can have many of them under way and go on. NVIDIA GPUs from sm_80 on; elsewhere the item
/// waits.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Begins to copy one element. It is there for the item after finish_local_copies(), for all others
/// after a barrier besides.
template <class T>
OMPRIM_INLINE void start_local_copy(T* local, const T* from) {
#if defined(__NVPTX__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  using local_byte = __attribute__((address_space(3))) void;
  using device_byte = const __attribute__((address_space(1))) void;
  if constexpr (sizeof(T) == 8 && alignof(T) == 8) {
    __nvvm_cp_async_ca_shared_global_8((local_byte*)local, (device_byte*)from);
    return;
  } else if constexpr (sizeof(T) == 4 && alignof(T) == 4) {
    __nvvm_cp_async_ca_shared_global_4((local_byte*)local, (device_byte*)from);
    return;
  }
#endif
  *local = *from;
}

/// Waits for the item's own copies.
OMPRIM_INLINE void finish_local_copies() {
#if defined(__NVPTX__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  __nvvm_cp_async_wait_all();
#endif
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
