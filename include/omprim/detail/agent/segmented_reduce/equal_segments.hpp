// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>

#include <omprim/detail/agent/segmented_reduce/policy.hpp>
#include <omprim/detail/agent/segmented_reduce/vector.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/segments.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/agent/segmented_reduce/simt_stage.hpp>
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/simt.hpp>
#endif

/// Small segments of one length, which is given by a number: there are no offsets to load, and no
/// shares to search.
namespace omprim::inline OMPRIM_ABI::strategy {

#if OMPRIM_SIMT
/// Segments in a group of one thread per item:
///   - A sub-group copies some whole segments to its part of the group's local memory, and waits
///     for no other sub-group.
///   - A team of its lanes reduces a segment: a single lane, if the segment has at most `items`
///     values, or the next power of 2 of lanes. So operators must commute.
///   - Sub-groups take segments in turns.
///
/// On an H200, more sub-groups with one part each were faster than fewer with two parts, of which
/// one is loaded while the other is reduced (2026-11-28).
template <class Problem, tuning t>
class equal_segments {
  using reducer = typename Problem::reducer;
  using element = typename Problem::element;
  using accumulator = typename Problem::accumulator;
  using stage = segment_stage<Problem, t>;
  using group_type = typename stage::group_type;

  static constexpr int width = group_type::sub_group_size;
  static constexpr int items = stage::items;
  static constexpr int part = width * items;  ///< values of a sub-group in local memory

 public:
  static constexpr int room = stage::room;  ///< of the local memory

  /// `values` are elements in local memory.
  OMPRIM_INLINE equal_segments(const group_type& group, const Problem& problem, element* values)
      : problem_(problem),
        values_(values + stage::padded(part * group.this_item().sub_group)),
        length_(static_cast<int>(problem.bounds.length)),
        sub_group_lane_(group.this_item().sub_group_lane) {
    while (lanes_ * items < length_) lanes_ *= 2;
    teams_ = width / lanes_;
    lane_ = sub_group_lane_ % lanes_;
    team_ = sub_group_lane_ / lanes_;
  }

  OMPRIM_INLINE void reduce(const group_type& group) const {
    const auto at_once = static_cast<std::uint64_t>(part / (teams_ * length_) * teams_);
    const std::uint64_t segments = problem_.bounds.segments;
    const std::uint64_t step = group.count() * group_type::sub_groups * at_once;
    const std::uint64_t number = group.id() * group_type::sub_groups +
                                 static_cast<std::uint64_t>(group.this_item().sub_group);
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t first = number * at_once; first < segments; first += step) {
      const std::uint64_t left = segments - first;
      const auto now = static_cast<int>(left < at_once ? left : at_once);
      copy(first * problem_.bounds.length, now * length_);
      OMPRIM_KEEP_ROLLED
      for (int ahead = 0; ahead < now; ahead += teams_) {
        const int own = ahead + team_;
        const accumulator total = reduce_one(first, own < now ? own : 0);
        if (lane_ == 0 && own < now) {
          problem_.write(first + static_cast<std::uint64_t>(own), total);
        }
      }
    }
  }

 private:
  /// Copies values to local memory, after all lanes have used the ones before.
  OMPRIM_INLINE void copy(std::uint64_t first, int count) const {
    kernel::detail::sub_group_barrier<group_type::size>();
    const element* const from = problem_.values + first + sub_group_lane_;
    element* const to = values_ + stage::padded(sub_group_lane_);
    const int mine = count - sub_group_lane_;
#pragma GCC unroll 16
    for (int k = 0; k < items; ++k) {
      if (k * width < mine) {
        kernel::start_local_copy(to + stage::padded(k * width), from + k * width);
      }
    }
    kernel::finish_local_copies();
    kernel::detail::sub_group_barrier<group_type::size>();
  }

  /// Reduces the segment `ahead` segments after `first` by the lanes of a team; all of them know
  /// the result.
  [[nodiscard]] OMPRIM_INLINE accumulator reduce_one(std::uint64_t first, int ahead) const {
    constexpr int at_once = 4;
    const int begin = ahead * length_;
    accumulator total = reducer::template identity<1>();
    OMPRIM_KEEP_ROLLED
    for (int from = lane_; from < length_; from += at_once * lanes_) {
#pragma GCC unroll 4
      for (int k = 0; k < at_once; ++k) {
        const int at = begin + from + k * lanes_;
        const bool is_mine = from + k * lanes_ < length_;
        const auto value = reducer::template lift<1>(
            values_[stage::padded(is_mine ? at : begin)],
            first * problem_.bounds.length + static_cast<std::uint64_t>(at));
        total = reducer::combine(total, is_mine ? value : reducer::template identity<1>());
      }
    }
    OMPRIM_KEEP_ROLLED
    for (int distance = lanes_ / 2; distance > 0; distance /= 2) {
      total = reducer::combine(
          total, kernel::detail::shuffle<group_type::size>(total, sub_group_lane_ ^ distance));
    }
    return total;
  }

  const Problem& problem_;
  element* values_;  ///< of the sub-group, in local memory
  int length_;
  int sub_group_lane_;
  int lanes_ = 1;  ///< of a team
  int teams_;
  int lane_;  ///< of the team
  int team_;
};

template <class Problem, tuning t, int size>
auto equal_segments_for(const kernel::simt_group<size>&) -> equal_segments<Problem, t>;
#endif

/// Segments in a group of one thread: a share of them at once.
template <class Problem, tuning t, int size>
class vector_equal_segments {
  using group_type = kernel::vector_group<size>;

 public:
  static constexpr int room = 1;

  OMPRIM_INLINE vector_equal_segments(const group_type& /*group*/, const Problem& problem,
                                      typename Problem::element* /*values*/)
      : problem_(problem) {}

  OMPRIM_INLINE void reduce(const group_type& group) const {
    const kernel::share mine = kernel::share_of(problem_.bounds.segments, group);
    vector_segments<Problem, t>(problem_, problem_.bounds.last()).write(mine.begin, mine.end);
  }

 private:
  const Problem& problem_;
};
template <class Problem, tuning t, int size>
auto equal_segments_for(const kernel::vector_group<size>&)
    -> vector_equal_segments<Problem, t, size>;

/// The kernel of small segments of one length. Operators commute.
template <class Problem, tuning t>
struct alignas(8) reduce_equal_segments {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = simt_segment_policy::equal_threads_per_unit;
  /// The most values of a segment, of which a sub-group has at least one in local memory.
  static constexpr std::uint64_t most = static_cast<std::uint64_t>(t.lanes) *
                                        t.items_per_work_item *
                                        (work_group_size < 32 ? work_group_size : 32);
  template <class Group>
  using segments_type = decltype(equal_segments_for<Problem, t>(std::declval<const Group&>()));
  template <class Group>
  struct local_memory {
    typename Problem::element values[segments_type<Group>::room];
  };

  Problem problem;

  /// Whether all segments have one length that is not too large.
  static bool suits(const kernel::segment_bounds& bounds) {
    return bounds.offsets == nullptr && bounds.length > 0 && bounds.length <= most;
  }

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    segments_type<Group>(group, problem, local.values).reduce(group);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
