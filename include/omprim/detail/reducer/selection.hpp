// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>

/// What a selection reads, keeps and writes.
namespace omprim::inline OMPRIM_ABI::kernel {

/// What of an element is written.
enum class emit { values, indices, both_halves, nothing };

/// What a selection reads, keeps and writes. `rejected` is used by emit::both_halves only; `count`
/// may be null.
template <class T, class Selector, emit what>
struct alignas(8) selection {
  using element = T;
  using output = std::conditional_t<what == emit::indices, std::int64_t, T>;
  using selector = Selector;
  static constexpr emit emits = what;

  const T* data;
  std::uint64_t n;
  output* selected;
  output* rejected;
  std::uint64_t* count;  ///< for the next kernel
  Selector keeps;

  /// By the one item that knows how many elements were kept.
  OMPRIM_INLINE void report(std::uint64_t kept, std::uint64_t* result) const {
    *result = kept;
    if (count != nullptr) *count = kept;
  }

  [[nodiscard]] OMPRIM_INLINE output emitted(const T& value, std::uint64_t index) const {
    if constexpr (what == emit::indices) {
      return static_cast<std::int64_t>(index);
    } else {
      return value;
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
