// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/agent/segmented_reduce/policy.hpp>
#include <omprim/detail/agent/segmented_reduce/simt.hpp>
#include <omprim/detail/agent/segmented_reduce/vector.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Walks a share of the merge path from `diagonal` on, before which `first_segment` segments end.
///   next(group, left, carry, local)   takes some of the `left` steps off, in place: to return
///   their
///                                     number costs registers (8 % slower for large segments, H200)
///   finish(group, carry)              stores the rest of the carry
/// There is one class for each kind of group: segment_tiles (simt.hpp), and one that takes the
/// whole share at once.
template <class Problem, tuning t, int size>
class vector_share_walk {
  using carry_type = carry_out<typename Problem::accumulator>;
  using group_type = kernel::vector_group<size>;

 public:
  struct local_memory {
    typename group_type::template scratch<int> counts;
  };

  OMPRIM_INLINE vector_share_walk(const group_type& /*group*/, const Problem& problem,
                                  std::uint64_t first_segment, std::uint64_t diagonal,
                                  local_memory& /*local*/)
      : problem_(problem), segment_(first_segment), diagonal_(diagonal) {}

  OMPRIM_INLINE void next(const group_type& group, std::uint64_t& left, carry_type& carry,
                          local_memory& local) const {
    const std::uint64_t first_value = problem_.bounds.first();
    const std::uint64_t end = diagonal_ + left;
    const std::uint64_t end_segment =
        kernel::ends_before(group, problem_.bounds, end, local.counts);
    const std::uint64_t begin_value = first_value + diagonal_ - segment_;
    const std::uint64_t end_value = first_value + end - end_segment;
    const vector_segments<Problem, t> rows(problem_, problem_.bounds.last());
    carry.ended = end_segment > segment_ ? 1 : 0;
    if (carry.ended == 0) {
      carry.tail = rows.fold(begin_value, end_value);
    } else {
      carry.head = rows.fold(begin_value, problem_.bounds.end(segment_));
      rows.write(segment_ + 1, end_segment);
      carry.tail = rows.fold(problem_.bounds.end(end_segment - 1), end_value);
    }
    left = 0;
  }
  OMPRIM_INLINE void finish(const group_type& /*group*/, carry_type& /*carry*/) const {}

 private:
  const Problem& problem_;
  std::uint64_t segment_;
  std::uint64_t diagonal_;
};

#if OMPRIM_SIMT
template <class Problem, tuning t, int size>
auto share_walk_for(const kernel::simt_group<size>&) -> segment_tiles<Problem, t>;
#endif
template <class Problem, tuning t, int size>
auto share_walk_for(const kernel::vector_group<size>&) -> vector_share_walk<Problem, t, size>;

/// The kernel of strategy merge-path: each group takes one of the equal shares of the merge path,
/// and the last group to finish joins the carries.
template <class Problem, tuning t>
struct alignas(8) reduce_segments_by_share {
  using carry_type = carry_out<typename Problem::accumulator>;
  using partial_segment = kernel::partial_segment<typename Problem::accumulator>;

  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit =
      sizeof(typename Problem::accumulator) <= 16
          ? simt_segment_policy::threads_per_unit(t.work_group_size)
          : 512;
  template <class Group>
  using walk_type = decltype(share_walk_for<Problem, t>(std::declval<const Group&>()));
  template <class Group>
  struct local_memory {
    typename walk_type<Group>::local_memory walk;
    typename Group::template scratch<int> counts;
    typename Group::template scratch<partial_segment> partials;
    bool is_last;
  };

  Problem problem;
  carry_type* carries;
  unsigned* tickets;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const std::uint64_t steps = problem.bounds.steps();
    const std::uint64_t share =
        std::max((steps - 1) / group.count() + 1, static_cast<std::uint64_t>(t.tile()));
    const std::uint64_t shares = (steps - 1) / share + 1;
    if (group.id() >= shares) return;
    const std::uint64_t first = group.id() * share;
    const std::uint64_t mine = std::min(share, steps - first);
    const std::uint64_t s = kernel::ends_before(group, problem.bounds, first, local.counts);
    carry_type& carry = carries[group.id()];
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { carry.segment = s; });
    walk_type<Group> walk(group, problem, s, first, local.walk);
    for (std::uint64_t left = mine; left > 0;) walk.next(group, left, carry, local.walk);
    walk.finish(group, carry);
    kernel::finish_writes(group);
    if (!kernel::takes_last_ticket(group, local.is_last, *tickets, shares)) return;
    join_carries(group, problem, carries, shares, local.partials);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
