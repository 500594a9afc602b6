// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>

#include <omprim/detail/agent/segmented_reduce/cut_segments.hpp>
#include <omprim/detail/agent/segmented_reduce/fold.hpp>
#include <omprim/detail/agent/segmented_reduce/simt_work_queue.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// A work queue of segments. A group takes the next segment by a ticket when it has read the last
/// one. So the addresses that all groups read at one time are close together, and a faster group
/// reads more. A segment much longer than the others is cut into pieces, which all groups take once
/// every segment is taken.
///
/// Phases:
///   (1) Each ticket is a segment. The group that takes it reads the whole segment; or it reads the
///       first piece and lists the others.
///   (2) Each ticket is a listed piece. The group that finishes the last piece of a segment
///       combines all pieces, in order.
///
/// Forward progress: a group waits before (2) only, until all cut segments are listed. The groups
/// that took them are running, and list them without waiting for any other group.
///
/// The order of additions depends on the lengths only. No group waits for its next ticket, which it
/// takes while the values of the current one are loading.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Reduces the segments that a group takes. There is one class for each kind of group.
#if OMPRIM_SIMT
template <class What, tuning t, int size>
auto ticket_taker_for(const kernel::simt_group<size>&)
    -> segment_tickets<What, kernel::simt_group<size>, t.lanes, t.items_per_work_item>;
#endif
template <class What, tuning t, int size>
struct turn_taker {
  using group_type = kernel::vector_group<size>;
  struct local_memory {
    typename group_type::template scratch<typename What::accumulator> scratch;
  };
  const group_type& group;
  const What& what;
  const void* parts;
  const void* counters;
  local_memory& local;

  OMPRIM_INLINE void reduce() const {
    group.for_each_tile_in_order(what.bounds.segments, [&](std::uint64_t s) OMPRIM_INLINE_LAMBDA {
      what.write(
          s, reduce_part<t>(group, what, what.bounds.begin(s), what.bounds.end(s), local.scratch));
    });
  }
};
template <class What, tuning t, int size>
auto ticket_taker_for(const kernel::vector_group<size>&) -> turn_taker<What, t, size>;

/// The kernel of strategy work-queue.
template <class What, tuning t>
struct alignas(8) reduce_segments_by_ticket {
  using parts_type = segment_parts<typename What::accumulator>;
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = t.work_group_size < 256 ? 768 : 512;
  template <class Group>
  using taker = decltype(ticket_taker_for<What, t>(std::declval<const Group&>()));
  template <class Group>
  using local_memory = typename taker<Group>::local_memory;

  What what;
  parts_type* parts;
  segment_counters* counters;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    taker<Group>{group, what, parts, counters, local}.reduce();
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
