// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/selector.hpp>

/// The problem of a selection.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The output of a selection: kept elements, their indices, kept and rejected ones, or no output.
enum class emit { values, indices, both_halves, nothing };

/// The problem of a selection: its input, its selector and its outputs. `rejected` is used by
/// emit::both_halves only; `count` may be null.
template <class T, selector<T> Selector, emit what>
struct alignas(8) selection {
  using element = T;
  using output = std::conditional_t<what == emit::indices, std::int64_t, T>;
  using selector = Selector;
  static constexpr emit emits = what;

  const T* data;
  std::uint64_t n;
  output* selected;
  output* rejected;
  std::uint64_t* count;  ///< number of kept elements, for the next kernel
  Selector keeps;

  /// Stores the number of kept elements; called by the one item that knows it.
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
