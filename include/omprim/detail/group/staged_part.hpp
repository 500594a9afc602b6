// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/simt.hpp>

/// The consecutive elements of a tile that belong to one sub-group, staged in local memory.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Uninitialised storage for `length` elements.
template <class T, int length>
struct staged_memory {
  alignas(16) unsigned char bytes[static_cast<std::size_t>(length) * sizeof(T)];
  [[nodiscard]] OMPRIM_INLINE T* values() { return reinterpret_cast<T*>(bytes); }
  [[nodiscard]] OMPRIM_INLINE const T* values() const { return reinterpret_cast<const T*>(bytes); }
};

/// A view of up to `length` elements, staged by a sub-group of `width` items.
template <class T, int length, int width>
class staged_part {
 public:
  using memory = staged_memory<T, length>;

  /// Begins to copy the elements [first, first + length), cut off at n. It waits for the other
  /// lanes first, since they may still read what `there` held before.
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
  [[nodiscard]] OMPRIM_INLINE bool whole() const { return count_ == length; }
  [[nodiscard]] OMPRIM_INLINE bool holds(int i) const { return i < count_; }

 private:
  std::uint64_t first_;
  int count_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
