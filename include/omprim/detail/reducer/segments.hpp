// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/min_max.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/segmentation.hpp>

/// The segments of an array, and the outputs of a segmented reduction.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The bounds of adjoining segments in an array: `segments` + 1 offsets of 4 or 8 bytes; or no
/// offsets, if all segments have one length.
struct segment_bounds {
  const void* offsets;     ///< null: all segments are `length` long
  std::uint64_t segments;  ///< > 0
  std::uint64_t length;    ///< of each segment, where there are no offsets
  std::uint64_t wide;      ///< not 0: offsets of 8 bytes

  [[nodiscard]] OMPRIM_INLINE std::uint64_t begin(std::uint64_t segment) const {
    return offsets == nullptr ? segment * length : offset(segment);
  }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t end(std::uint64_t segment) const {
    return begin(segment + 1);
  }
  /// The low 32 bits of begin(segment). One load serves both widths of offsets: if a branch chose
  /// between two loads, it would wait for the load.
  [[nodiscard]] OMPRIM_INLINE std::uint32_t low_begin(std::uint64_t segment) const {
    if (offsets == nullptr) return static_cast<std::uint32_t>(segment * length);
    return static_cast<const std::uint32_t*>(offsets)[segment << (wide != 0 ? 1 : 0)];
  }
  /// The beginnings of `count` segments from `segment` on, and the end of the last one.
  template <int count>
  OMPRIM_INLINE void boundaries(std::uint64_t segment, std::uint64_t (&to)[count + 1]) const {
    if (offsets == nullptr) {
      for (int i = 0; i <= count; ++i) {
        to[i] = (segment + static_cast<std::uint64_t>(i)) * length;
      }
    } else if (wide != 0) {
      const auto* from = static_cast<const std::uint64_t*>(offsets) + segment;
      for (int i = 0; i <= count; ++i) to[i] = from[i];
    } else {
      const auto* from = static_cast<const std::uint32_t*>(offsets) + segment;
      for (int i = 0; i <= count; ++i) to[i] = from[i];
    }
  }
  /// Calls visit(begin, length) for each segment that is not empty, in order.
  template <class Visit>
  OMPRIM_INLINE void for_each_filled(const Visit& visit) const {
    for (std::uint64_t s = 0; s < segments; ++s) {
      const std::uint64_t first_element = begin(s);
      const std::uint64_t count = end(s) - first_element;
      if (count != 0) visit(first_element, count);
    }
  }
  /// The elements [first, last) belong to segments; elements before them belong to none.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t first() const { return begin(0); }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t last() const { return end(segments - 1); }
  /// The length of the merge path in steps.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t steps() const { return last() - first() + segments; }

 private:
  [[nodiscard]] OMPRIM_INLINE std::uint64_t offset(std::uint64_t i) const {
    if (wide != 0) return static_cast<const std::uint64_t*>(offsets)[i];
    return static_cast<const std::uint32_t*>(offsets)[i];
  }
};

/// The bounds of segments that are given by offsets or by length.
inline segment_bounds bounds_of(const segmentation& segments) {
  return {segments.offsets, segments.count, segments.length, segments.offset_bytes == 8 ? 1U : 0U};
}

/// Whether combine may exchange its arguments.
template <class Reducer>
inline constexpr bool commutes = Reducer::commutes;
template <class T, class Policy>
inline constexpr bool commutes<indexed_reducer<T, Policy>> = true;

/// The output of a segment: the value of the accumulator; or, for an `indexed_reducer`, the minimum
/// or maximum and its position, counted from the beginning of the segment.
template <class Reducer>
struct segment_output {
  using value = typename Reducer::output;
  template <class Problem>
  static OMPRIM_INLINE void write(const Problem& problem, std::uint64_t segment,
                                  const typename Reducer::accumulator& total) {
    problem.out[segment] = Reducer::template lower<1>(total);
  }
};
template <class T, class Policy>
struct segment_output<indexed_reducer<T, Policy>> {
  using value = T;
  template <class Problem>
  static OMPRIM_INLINE void write(const Problem& problem, std::uint64_t segment,
                                  const typename indexed_reducer<T, Policy>::accumulator& total) {
    const bool empty = total.index == indexed_reducer<T, Policy>::nowhere;
    const std::uint64_t position =
        empty ? total.index : total.index - problem.bounds.begin(segment);
    problem.positions[segment] = static_cast<std::int64_t>(position);
    if (problem.out != nullptr) problem.out[segment] = from_key<T, Policy>(total.value);
  }
};

/// The problem of a segmented reduction: its input, its reducer and its outputs. `Reducer` is a
/// scanner (reducer/scanner.hpp), which defines the outputs, or an `indexed_reducer`. Indices of
/// elements count from `values`.
template <reducer Reducer>
struct alignas(8) segmented {
  using reducer = Reducer;
  using element = typename Reducer::element;
  using accumulator = typename Reducer::accumulator;

  const element* values;
  segment_bounds bounds;
  typename segment_output<Reducer>::value* out;  ///< may be null where positions are written
  std::int64_t* positions;

  OMPRIM_INLINE void write(std::uint64_t segment, const accumulator& total) const {
    segment_output<Reducer>::write(*this, segment, total);
  }
  /// Combines `so_far` with the element at `index`.
  [[nodiscard]] OMPRIM_INLINE accumulator add(const accumulator& so_far,
                                              std::uint64_t index) const {
    return Reducer::combine(so_far, Reducer::template lift<1>(values[index], index));
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
