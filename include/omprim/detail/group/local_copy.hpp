// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/simt.hpp>

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

/// Begins to copy one element. This item can read it after finish_local_copies(), and other items
/// after a barrier that follows.
template <class T>
OMPRIM_INLINE void start_local_copy(T* local, const T* from) {
  if constexpr ((sizeof(T) == 4 || sizeof(T) == 8) && alignof(T) == sizeof(T)) {
    detail::start_local_copy<sizeof(T)>(local, from);
  } else {
    *local = *from;
  }
}

/// Begins one item's part of a copy of `count` consecutive elements by `width` items; `lane` is the
/// number of the item. `count` is at most `most`, and `local` is aligned to 16 bytes. Copies 16
/// bytes at a time if `count` is `most` and `from` is aligned to 16 bytes, too.
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

/// Uninitialised storage for `length` elements.
template <class T, int length>
struct staged_memory {
  alignas(16) unsigned char bytes[static_cast<std::size_t>(length) * sizeof(T)];
  [[nodiscard]] OMPRIM_INLINE T* values() { return reinterpret_cast<T*>(bytes); }
  [[nodiscard]] OMPRIM_INLINE const T* values() const { return reinterpret_cast<const T*>(bytes); }
};

/// The consecutive elements of a tile that belong to one sub-group, staged in local memory: a view
/// of up to `length` elements, staged by a sub-group of `width` items.
template <class T, int length, int width>
class staged_part {
 public:
  using memory = staged_memory<T, length>;

  /// Begins to copy the elements [first, first + length), cut off at n. It waits for the other
  /// lanes first, since they may still read the old contents of `there`.
  template <int size>
  OMPRIM_INLINE void start(memory& there, const T* data, std::uint64_t n, std::uint64_t first,
                           int lane) {
    first_ = first;
    count_ = first >= n ? 0 : n - first < length ? static_cast<int>(n - first) : length;
    detail::sub_group_barrier<size>();
    start_local_copies<width, length>(there.values(), data + first, count_, lane);
  }
  /// Waits until all lanes can read the copied elements.
  template <int size>
  OMPRIM_INLINE void finish() const {
    finish_local_copies();
    detail::sub_group_barrier<size>();
  }

  [[nodiscard]] OMPRIM_INLINE std::uint64_t first() const { return first_; }
  [[nodiscard]] OMPRIM_INLINE int count() const { return count_; }
  [[nodiscard]] OMPRIM_INLINE bool whole() const { return count_ == length; }
  [[nodiscard]] OMPRIM_INLINE bool holds(int i) const { return i < count_; }

 private:
  std::uint64_t first_;
  int count_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
