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

/// What a selection of elements of type T writes.
template <class T, emit kind>
using selection_output = std::conditional_t<kind == emit::indices, std::int64_t, T>;

/// The outputs of a selection: as many as it has. `transformed` passes each pointer to f.
template <class T, emit kind>
struct selection_outputs {
  selection_output<T, kind>* selected;

  template <class Function>
  selection_outputs transformed(const Function& f) const {
    return {f(selected)};
  }
};
template <class T>
struct selection_outputs<T, emit::both_halves> {
  T* selected;
  T* rejected;

  template <class Function>
  selection_outputs transformed(const Function& f) const {
    return {f(selected), f(rejected)};
  }
};
template <class T>
struct selection_outputs<T, emit::nothing> {
  template <class Function>
  selection_outputs transformed(const Function& /*f*/) const {
    return {};
  }
};

/// The problem of a selection: its outputs, its input and its selector.
template <class T, selector<T> Selector, emit kind>
struct alignas(8) selection : selection_outputs<T, kind> {
  using element = T;
  using output = selection_output<T, kind>;
  using outputs = selection_outputs<T, kind>;
  using selector = Selector;
  static constexpr emit emits = kind;

  const T* data;
  std::uint64_t n;
  std::uint64_t* count;  ///< number of kept elements, for the next kernel, or null
  Selector keeps;

  /// Stores the number of kept elements; called by the one item that knows it.
  OMPRIM_INLINE void report(std::uint64_t kept, std::uint64_t* result) const {
    *result = kept;
    if (count != nullptr) *count = kept;
  }

  [[nodiscard]] OMPRIM_INLINE output emitted(const T& value, std::uint64_t index) const {
    if constexpr (kind == emit::indices) {
      return static_cast<std::int64_t>(index);
    } else {
      return value;
    }
  }
};

/// The words that the marks of n elements take.
constexpr std::uint64_t words_of_marks(std::uint64_t n) { return n / 64 + (n % 64 != 0 ? 1 : 0); }

/// A selection that also notes which elements it keeps: bit i % 64 of word i / 64 for element i.
/// Bits past the last element are 0.
template <class Selection>
struct marked : Selection {
  std::uint64_t* marks;

  /// Stores the marks of a row of elements from `index` on, a multiple of their number. The last
  /// word of all may have room for a row past the last element, but for no other.
  template <class Row>
  OMPRIM_INLINE void store_marks(std::uint64_t index, Row row) const {
    if (index >= 64 * words_of_marks(this->n)) return;
    auto* const bytes = reinterpret_cast<unsigned char*>(marks) + index / 8;
    __builtin_memcpy(__builtin_assume_aligned(bytes, sizeof(row)), &row, sizeof(row));
  }
};
template <class Problem>
concept selects = requires(const Problem& problem) { problem.keeps; };
template <class Selection>
concept notes_marks = requires(const Selection& problem) { problem.marks; };

}  // namespace omprim::inline OMPRIM_ABI::kernel
