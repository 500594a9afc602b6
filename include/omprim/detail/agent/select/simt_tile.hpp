// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/detail/reducer/selection.hpp>
#include <omprim/tuning.hpp>

/// A tile of a selection (agent/select/tile.hpp) in a group of one thread per item.
///   - Each sub-group stages a contiguous part of the tile in local memory, row by row.
///   - A ballot and a population count rank the elements of a row.
///   - An item keeps one bit for each of its elements. This takes so few registers that local
///     memory limits the number of groups. Local memory then also bounds the bytes under way, and
///     so the speed, since a group waits for most of its time.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Selection, tuning t>
class simt_selected_tile {
  static_assert(t.lanes == 1);
  using T = typename Selection::element;
  using group_type = simt_group<t.work_group_size>;
  static constexpr int size = t.work_group_size;
  static constexpr int rows = t.items_per_work_item;
  static constexpr int width = group_type::sub_group_size;
  using part = staged_part<T, rows * width, width>;
  static constexpr bool by_neighbours = compares_neighbours<typename Selection::selector, T>;
  struct nothing {};
  // Words of equal length hold the keep bits of an item.
  static constexpr int words = (rows + 31) / 32;
  static constexpr int rows_per_word = (rows + words - 1) / words;

 public:
  struct local_memory {
    typename part::memory parts[group_type::sub_groups];
    unsigned kept[group_type::sub_groups];
  };

  OMPRIM_INLINE void load(const group_type& group, const Selection& problem, std::uint64_t first,
                          local_memory& local) {
    const work_item me = group.this_item();
    part_.template start<size>(local.parts[me.sub_group], problem.data, problem.n,
                               first + static_cast<std::uint64_t>(me.sub_group * rows * width),
                               detail::opaque(me.sub_group_lane));
    if constexpr (by_neighbours) {
      const bool has_one = part_.count() != 0 && part_.first() != 0;
      before_part_ = has_one ? problem.data[part_.first() - 1] : T{};
    }
  }

  OMPRIM_INLINE std::uint64_t count(const group_type& group, const Selection& problem,
                                    const local_memory& local) {
    decide(group, problem, local);
    return kept_by_item();
  }

  OMPRIM_INLINE std::uint64_t select(const group_type& group, const Selection& problem,
                                     local_memory& local) {
    const work_item me = group.this_item();
    decide(group, problem, local);
    const unsigned kept = detail::sub_group_sum<size>(kept_by_item(), me.sub_group_lane);
    group.barrier();
    if (me.sub_group_lane == 0) local.kept[me.sub_group] = kept;
    group.barrier();
    unsigned total = 0;
    before_ = 0;
    for (int s = 0; s < group_type::sub_groups; ++s) {
      if (s == me.sub_group) before_ = total;
      total += local.kept[s];
    }
    return total;
  }

  struct store_plan {};  // there is only one way to store
  static OMPRIM_INLINE store_plan plan_stores(const Selection& /*problem*/, std::uint64_t /*begin*/,
                                              std::uint64_t /*end*/) {
    return {};
  }
  OMPRIM_INLINE std::uint64_t select_and_write(const group_type& group, const Selection& problem,
                                               std::uint64_t before, const store_plan& /*stores*/,
                                               local_memory& local) {
    const std::uint64_t kept = select(group, problem, local);
    write(group, problem, before, local);
    return kept;
  }

  OMPRIM_INLINE void write(const group_type& group, const Selection& problem, std::uint64_t before,
                           const local_memory& local) const {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const detail::lane_mask lower = (detail::lane_mask(1) << lane) - 1;
    const T* values = local.parts[me.sub_group].values() + lane;
    const std::uint64_t first = part_.first() + static_cast<std::uint64_t>(lane);
    auto* const selected = problem.selected + (before + before_);
    int next = 0;  // elements kept in the rows so far
#pragma GCC unroll 8
    for (int w = 0; w < words; ++w) {
      const unsigned bits = keep_[w];
      [[maybe_unused]] detail::lane_mask marks = 0;  // lane i has the marks of the word's row i
#pragma GCC unroll 32
      for (int i = 0; i < rows_per_word; ++i) {
        const int r = w * rows_per_word + i;
        if (r >= rows) break;
        const bool keep = (bits >> i & 1U) != 0;
        const auto kept = static_cast<detail::lane_mask>(detail::ballot<size>(keep));
        const int rank = next + detail::population(kept & lower);
        const std::uint64_t index = first + static_cast<std::uint64_t>(r * width);
        if (keep) {
          selected[rank] = problem.emitted(values[r * width], index);
        } else if constexpr (Selection::emits == emit::both_halves) {
          if (part_.holds(r * width + lane)) {
            problem.rejected[index - (before + before_ + static_cast<unsigned>(rank))] =
                values[r * width];
          }
        }
        next += detail::population(kept);
        if constexpr (notes_marks<Selection>) marks = lane == i ? kept : marks;
      }
      if constexpr (notes_marks<Selection>) {
        if (lane < rows_per_word) store_marks(problem, w * rows_per_word + lane, marks);
      }
    }
  }

 private:
  /// Sets the keep bits of this item's elements.
  OMPRIM_INLINE void decide(const group_type& group, const Selection& problem,
                            const local_memory& local) {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const T* values = local.parts[me.sub_group].values() + lane;
    part_.template finish<size>();
    const std::uint64_t first = part_.first() + static_cast<std::uint64_t>(lane);
    const auto keeps = [&](int r) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t index = first + static_cast<std::uint64_t>(r * width);
      if constexpr (by_neighbours) {
        const T before = r == 0 && lane == 0 ? before_part_ : values[r * width - 1];
        return problem.keeps.after(before, values[r * width], index);
      } else {
        return problem.keeps(values[r * width], index);
      }
    };
#pragma GCC unroll 8
    for (int w = 0; w < words; ++w) {
      constexpr int most = rows_per_word;
      const int begin = w * most;
      unsigned bits = 0;
      if (part_.whole()) {
#pragma GCC unroll 32
        for (int i = 0; i < most; ++i) {
          if (begin + i < rows && keeps(begin + i)) bits |= 1U << i;
        }
      } else {
        OMPRIM_KEEP_ROLLED
        for (int i = 0; i < most; ++i) {
          if (part_.holds((begin + i) * width + lane) && keeps(begin + i)) bits |= 1U << i;
        }
      }
      keep_[w] = bits;
    }
  }

  /// Stores the marks of row r, if there is one.
  OMPRIM_INLINE void store_marks(const Selection& problem, int r, detail::lane_mask marks) const {
    static_assert(rows * width % 64 == 0, "sub-groups share no word of marks");
    if (r >= rows) return;
    problem.store_marks(part_.first() + static_cast<std::uint64_t>(r * width), marks);
  }

  [[nodiscard]] OMPRIM_INLINE unsigned kept_by_item() const {
    unsigned kept = 0;
#pragma GCC unroll 8
    for (int w = 0; w < words; ++w) kept += static_cast<unsigned>(__builtin_popcount(keep_[w]));
    return kept;
  }

  part part_;
  unsigned keep_[words];
  unsigned before_;  ///< elements kept by lower sub-groups
  /// The element before the first one of the part.
  [[no_unique_address]] std::conditional_t<by_neighbours, T, nothing> before_part_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
