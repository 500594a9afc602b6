// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/detail/reducer/selection.hpp>
#include <omprim/tuning.hpp>

/// A tile of a selection that only marks which elements differ from the one before them, in a group
/// of one thread per item. It has load() and count() of agent/select/tile.hpp.
///   - A ballot of a row of elements, one for each item, gives the marks of the row.
///   - An item gets the element before its own by a shuffle, so that nothing is staged.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Selection, tuning t>
class simt_marking_tile {
  static_assert(t.lanes == 1);
  using T = typename Selection::element;
  static_assert(compares_neighbours<typename Selection::selector, T>);
  using group_type = simt_group<t.work_group_size>;
  using mask = detail::lane_mask;
  static constexpr int size = t.work_group_size;
  static constexpr int rows = t.items_per_work_item;
  static constexpr int width = group_type::sub_group_size;
  static_assert(rows * width % 64 == 0, "sub-groups share no word of marks");

  /// The rows whose elements are loaded at a time: they divide all rows, and each has an item that
  /// stores its marks.
  static constexpr int rows_of_batch() {
    int most = 128 / static_cast<int>(sizeof(T));
    if (most > width) most = width;
    while (rows % most != 0) --most;
    return most;
  }
  static constexpr int batch = rows_of_batch();

 public:
  struct local_memory {};

  OMPRIM_INLINE void load(const group_type& group, const Selection& /*problem*/,
                          std::uint64_t first, const local_memory& /*local*/) {
    first_ = first + static_cast<std::uint64_t>(group.this_item().sub_group * rows * width);
  }

  OMPRIM_INLINE std::uint64_t count(const group_type& group, const Selection& problem,
                                    const local_memory& /*local*/) const {
    if (first_ >= problem.n) return 0;
    const int lane = detail::opaque(group.this_item().sub_group_lane);
    const std::uint64_t rest = problem.n - first_;
    const T before = first_ != 0 ? problem.data[first_ - 1] : T{};
    return rest >= rows * width ? mark<true>(problem, before, rows * width, lane)
                                : mark<false>(problem, before, static_cast<int>(rest), lane);
  }

 private:
  /// Marks `count` elements. Returns how many of the marks that this item stores are set.
  template <bool whole>
  OMPRIM_INLINE unsigned mark(const Selection& problem, T before, int count, int lane) const {
    const T* const data = problem.data + first_;
    unsigned kept = 0;
    OMPRIM_KEEP_ROLLED
    for (int begin = 0; begin < rows; begin += batch) {
      const int own = detail::opaque(lane);  // no comparison with it is kept for the next batch
      T values[batch];
#pragma GCC unroll 32
      for (int i = 0; i < batch; ++i) {
        const int at = (begin + i) * width + own;
        values[i] = whole || at < count ? data[at] : T{};
      }
      mask marks = 0;  // lane i has the marks of row begin + i
#pragma GCC unroll 32
      for (int i = 0; i < batch; ++i) {
        const int at = (begin + i) * width + own;
        const T below = detail::shuffle<size>(values[i], (own + width - 1) % width);
        // Only the first element of all depends on its position.
        const bool keep =
            (whole || at < count) && problem.keeps.after(own == 0 ? before : below, values[i], 1);
        before = below;  // lane 0 has the last element of the row
        const auto row = static_cast<mask>(detail::ballot<size>(keep));
        marks = own == i ? row : marks;
      }
      if (first_ + static_cast<unsigned>(begin + lane) == 0) {
        marks |= problem.keeps.after(before, before, 0) ? 1 : 0;
      }
      kept += static_cast<unsigned>(detail::population(marks));
      if (lane < batch) {
        problem.store_marks(first_ + static_cast<std::uint64_t>((begin + lane) * width), marks);
      }
    }
    return kept;
  }

  std::uint64_t first_;  ///< of the part of this sub-group
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
