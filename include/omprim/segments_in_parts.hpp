// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <omprim/any.hpp>
#include <omprim/exact.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/memory.hpp>
#include <omprim/partial.hpp>
#include <omprim/reduce.hpp>
#include <omprim/segmentation.hpp>

/// Segments of an array that is in parts: for pieces on several devices (pieces.hpp) and for ranks
/// (mpi.hpp). Each part reduces the segments that begin in it. The last of them may go on in later
/// parts: these reduce the elements at their front, and the first part adds that to its own.
namespace omprim::detail {

/// The segments of one part.
struct part_segments {
  std::size_t front = 0;    ///< elements at the front; they continue a segment of earlier parts
  std::size_t begin = 0;    ///< the element from which `whole` counts
  segmentation whole{};     ///< segments that begin and end in this part
  bool is_open = false;     ///< one more segment begins here, and may go on in later parts
  std::size_t last = 0;     ///< its first element
  std::size_t size = 0;     ///< its elements in this part
  bool ends_front = false;  ///< later parts do not continue the segment that the front continues

  /// Segments that begin in this part.
  [[nodiscard]] std::size_t count() const noexcept { return whole.count + (is_open ? 1 : 0); }
};

/// Which elements of the whole array a part has.
struct place_of_part {
  std::size_t n;         ///< elements of the part
  std::uint64_t before;  ///< of all earlier parts; read by length only
  std::uint64_t total;   ///< of all parts; read by length only
  bool is_first;
};

/// The segments of a part. By length, `segments` are those of the whole array. By offsets they are
/// those that begin in this part, and the elements before the first offset are the front; without
/// offsets all are.
///
/// Throws status::invalid_argument for segments that are given by heads or exceed the elements, and
/// for outer offsets that do not ascend.
part_segments segments_of_part(const execution& where, const segmentation& segments,
                               const place_of_part& place);

/// The reduction that gives the result of one segment.
[[nodiscard]] constexpr operation reduction_of_segment(operation op) noexcept {
  switch (op) {
    case operation::segmented_min:
      return operation::min;
    case operation::segmented_max:
      return operation::max;
    case operation::segmented_argmin:
      return operation::argmin;
    case operation::segmented_argmax:
      return operation::argmax;
    default:
      return operation::sum;
  }
}

/// The reductions of segmented_reduce.hpp. A `total` is the result of some elements of a segment.
template <class T>
struct plain_segments {
  using total = partial_reduction;
  operation op;
  T* out;                   ///< null for extremes whose positions are asked for alone
  std::int64_t* positions;  ///< null for other reductions
  segment_options options;

  void reduce(const execution& where, const T* values, const segmentation& segments) const {
    run(where, families<T>::segmented_reduce(), op, values, {segments, out, positions}, options);
  }
  [[nodiscard]] total total_of(const execution& where, const T* values, std::size_t n) const {
    const operation one = reduction_of_segment(op);
    const T* const nothing = nullptr;
    return {n, run<T>(n == 0 ? serial() : where, one, values, nothing, n, default_options)};
  }
  void append(total& left, const total& right) const {
    omprim::detail::append(reduction_of_segment(op), element_of<T>(), left, right);
  }
  void store(const execution& where, std::size_t segment, const total& all) const {
    if (op == operation::segmented_argmin || op == operation::segmented_argmax) {
      copy_in(where, positions == nullptr ? nullptr : positions + segment, &all.result.index,
              sizeof(std::int64_t));
      if (out == nullptr) return;
    }
    const T value = as_value<T>(all.result);
    copy_in(where, out == nullptr ? nullptr : out + segment, &value, sizeof(T));
  }
};

/// exact_segmented_sum.
template <class T>
struct exact_segments {
  using total = exact_digits;
  static constexpr operation op = operation::exact_segmented_sum;
  T* out;
  segment_options options;

  void reduce(const execution& where, const T* values, const segmentation& segments) const {
    exact_segmented_sum(where, values, segments, out, options);
  }
  [[nodiscard]] total total_of(const execution& where, const T* values, std::size_t n) const {
    total sum;
    if (n != 0) sum = digits_of<T>(where, operation::exact_sum, values, nullptr, n, {});
    sum.carry();  // room for the digits of other parts
    return sum;
  }
  void append(total& left, const total& right) const { left += right; }
  void store(const execution& where, std::size_t segment, const total& all) const {
    const T value = rounded<T>(all);
    copy_in(where, out == nullptr ? nullptr : out + segment, &value, sizeof(T));
  }
};

/// What a part passes on: the total of its front, and that of its open segment.
template <class By>
struct part_ends {
  typename By::total front;
  typename By::total open;
};

/// Reduces the segments of a part, but for the open one.
template <class By, class T>
part_ends<By> reduce_part(const execution& where, const T* values, const part_segments& part,
                          const By& by) {
  if (part.whole.count != 0) by.reduce(where, values + part.begin, part.whole);
  const T* const open = part.size == 0 ? nullptr : values + part.last;
  return {by.total_of(where, values, part.front), by.total_of(where, open, part.size)};
}

}  // namespace omprim::detail
