// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/reducer/segments.hpp>

/// Crews: the work-items that sum a segment together.
///   size              of a crew
///   lane()            of this item
///   any(flag)         whether the flag is true for an item of the crew; known to all, as the next
///   greatest(x)       the greatest x
///   sum(x)            the sum of x; sum_of_short(x) if |x| < 2^51
///   ballot(flag)      one bit for each item
///   from(x, lane)     x of the item `lane`
///   barrier()         makes the writes of the crew to local memory visible to it
/// Items whose instructions are issued together take branches together, whatever their crews are:
///   most(x)           the greatest x of these items, not negative
namespace omprim::inline OMPRIM_ABI::strategy {

/// A thread of a processor.
struct single_crew {
  static constexpr int size = 1;
  [[nodiscard]] OMPRIM_INLINE int lane() const { return 0; }
  [[nodiscard]] OMPRIM_INLINE bool any(bool flag) const { return flag; }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t ballot(bool flag) const { return flag ? 1 : 0; }
  [[nodiscard]] OMPRIM_INLINE int greatest(int x) const { return x; }
  [[nodiscard]] OMPRIM_INLINE int most(int x) const { return x; }
  [[nodiscard]] OMPRIM_INLINE std::int64_t sum(std::int64_t x) const { return x; }
  [[nodiscard]] OMPRIM_INLINE std::int64_t sum_of_short(std::int64_t x) const { return x; }
  template <class T>
  [[nodiscard]] OMPRIM_INLINE T from(T x, int /*lane*/) const {
    return x;
  }
  OMPRIM_INLINE void barrier() const {}
};

#if OMPRIM_SIMT
/// A sub-group.
template <class Group>
struct sub_group_crew {
  static constexpr int size = Group::sub_group_size;
  int item;  ///< of the group

  [[nodiscard]] OMPRIM_INLINE int lane() const { return item % size; }
  [[nodiscard]] OMPRIM_INLINE bool any(bool flag) const { return ballot(flag) != 0; }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t ballot(bool flag) const {
    return kernel::detail::ballot<Group::size>(flag);
  }
  [[nodiscard]] OMPRIM_INLINE int greatest(int x) const {
    return kernel::detail::sub_group_greatest<Group::size>(x, lane());
  }
  [[nodiscard]] OMPRIM_INLINE int most(int x) const { return x; }
  [[nodiscard]] OMPRIM_INLINE std::int64_t sum(std::int64_t x) const {
#pragma GCC unroll 6
    for (int offset = 1; offset < size; offset *= 2) {
      x += kernel::detail::shuffle<Group::size>(x, lane() ^ offset);
    }
    return x;
  }
  /// By sums of 26 bits, for which GPUs have an instruction.
  [[nodiscard]] OMPRIM_INLINE std::int64_t sum_of_short(std::int64_t x) const {
    constexpr int bits = 26;
    const auto low = static_cast<unsigned>(x) & ((1U << bits) - 1);
    const auto high = static_cast<unsigned>(x >> bits);
    const auto sum_of = [&](unsigned part) OMPRIM_INLINE_LAMBDA {
      return kernel::detail::sub_group_sum<Group::size>(part, lane());
    };
    const std::int64_t above = static_cast<int>(sum_of(high));
    return above * (std::int64_t{1} << bits) + sum_of(low);
  }
  template <class T>
  [[nodiscard]] OMPRIM_INLINE T from(T x, int other) const {
    return kernel::detail::shuffle<Group::size>(x, other);
  }
  OMPRIM_INLINE void barrier() const { kernel::detail::sub_group_barrier<Group::size>(); }
};

/// An item of a sub-group, whose other items are crews, too.
template <class Group>
struct lone_crew : single_crew {
  int item;

  [[nodiscard]] OMPRIM_INLINE int most(int x) const {
    return kernel::detail::sub_group_greatest<Group::size>(x, item % Group::sub_group_size);
  }
};
#endif

/// The crews of a group.
template <class Group>
struct crews_of {
  using type = single_crew;
  using alone = single_crew;
  static constexpr int count = 1;
  static OMPRIM_INLINE int index(const Group& /*group*/) { return 0; }
  static OMPRIM_INLINE type crew(const Group& /*group*/) { return {}; }
};
#if OMPRIM_SIMT
template <int size>
struct crews_of<kernel::simt_group<size>> {
  using group = kernel::simt_group<size>;
  using type = sub_group_crew<group>;
  using alone = lone_crew<group>;
  static constexpr int count = group::sub_groups;
  static OMPRIM_INLINE int index(const group& all) { return all.this_item().sub_group; }
  static OMPRIM_INLINE type crew(const group& all) { return {all.this_item().id}; }
};
#endif

/// The number of segments that end before `diagonal` of the merge path
/// (agent/segmented_reduce/merge_path.hpp), known to the whole crew. In each round of the search,
/// every item tries one position.
template <class Crew>
OMPRIM_INLINE std::uint64_t ends_before(const Crew& crew, const kernel::segment_bounds& bounds,
                                        std::uint64_t diagonal) {
  constexpr auto size = static_cast<std::uint64_t>(Crew::size);
  const std::uint64_t first = bounds.first();
  std::uint64_t low = 0;  // ends known to be before the diagonal
  std::uint64_t high = bounds.segments < diagonal ? bounds.segments : diagonal;
  OMPRIM_KEEP_ROLLED
  while (low < high) {
    const std::uint64_t step = (high - low) / (size + 1) + 1;
    const std::uint64_t position = low + (static_cast<std::uint64_t>(crew.lane()) + 1) * step - 1;
    const std::uint64_t end = bounds.end(position < high ? position : high - 1);
    const bool before = position < high && end - first + position < diagonal;
    const auto found = static_cast<std::uint64_t>(__builtin_popcountll(crew.ballot(before)));
    low += found * step;
    if (found < size && low + step - 1 < high) high = low + step - 1;
  }
  return low;
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
