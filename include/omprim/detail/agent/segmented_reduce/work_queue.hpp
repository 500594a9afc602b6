// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>

#include <omprim/detail/agent/segmented_reduce/cut_segments.hpp>
#include <omprim/detail/agent/segmented_reduce/fold.hpp>
#include <omprim/detail/agent/segmented_reduce/policy.hpp>
#include <omprim/detail/agent/segmented_reduce/simt_work_queue.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// A work queue of segments. A group takes the next segment by a ticket when it has read the
/// segment before. So the addresses that all groups read at one time are close together, and a
/// faster group reads more. A segment much longer than the others is cut into pieces. Groups take
/// the pieces when no whole segment is left.
///
/// Phases:
///   (1) Each ticket is a segment. The group that takes it reads the whole segment; of a cut
///       segment, it reads the first piece and lists the others.
///   (2) Each ticket is a listed piece. The group that finishes the last piece of a segment
///       combines all pieces, in order.
///
/// Forward progress: a group waits only before (2), until all cut segments are listed. The groups
/// that took these segments are running, and list them without waiting for any other group.
///
/// The order of additions depends on the lengths only. No group waits for its next ticket: it takes
/// the ticket while the values of the current one are loading.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The class that reduces the segments that a group takes: one for each kind of group.
#if OMPRIM_SIMT
template <class Problem, tuning t, int size>
auto segment_queue_for(const kernel::simt_group<size>&)
    -> segment_queue<Problem, kernel::simt_group<size>, t.lanes, t.items_per_work_item>;
#endif
template <class Problem, tuning t, int size>
struct vector_segment_queue {
  using group_type = kernel::vector_group<size>;
  struct local_memory {
    typename group_type::template scratch<typename Problem::accumulator> scratch;
  };
  const group_type& group;
  const Problem& problem;
  const void* parts;
  const void* counters;
  local_memory& local;

  OMPRIM_INLINE void reduce() const {
    group.for_each_tile_in_order(
        problem.bounds.segments, [&](std::uint64_t s) OMPRIM_INLINE_LAMBDA {
          problem.write(s, reduce_part<t>(group, problem, problem.bounds.begin(s),
                                          problem.bounds.end(s), local.scratch));
        });
  }
};
template <class Problem, tuning t, int size>
auto segment_queue_for(const kernel::vector_group<size>&) -> vector_segment_queue<Problem, t, size>;

/// The kernel of strategy work-queue.
template <class Problem, tuning t>
struct alignas(8) reduce_segments_by_queue {
  using parts_type = segment_parts<typename Problem::accumulator>;
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = simt_segment_policy::threads_per_unit(t.work_group_size);
  template <class Group>
  using queue = decltype(segment_queue_for<Problem, t>(std::declval<const Group&>()));
  template <class Group>
  using local_memory = typename queue<Group>::local_memory;

  Problem problem;
  parts_type* parts;
  segment_counters* counters;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    queue<Group>{group, problem, parts, counters, local}.reduce();
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
