// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>

#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/agent/segmented_reduce/work_queue.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/strategy/segmented_reduce/group_per_segment.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// work-queue: as many groups as the device runs at once take segments from a work queue. Segments
/// much longer than others are taken in pieces.
///
/// Phases: (1) tickets for segments; (2) tickets for the pieces of cut segments
/// (agent/segmented_reduce/work_queue.hpp). Where one thread runs the group, as on a processor that
/// plays a device, groups take whole segments in turn instead.
///
/// Wins: for many segments of some thousand values and more, since no group has to search for its
/// share; the default where segments are known to be that long. Loses: for small segments, which
/// take a group each. Deterministic: the order of additions depends on the lengths only. Operators
/// must commute. Needs of the group: sub-groups; of the device: atomics, and room for some thousand
/// pieces. Source: omprim.
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

template <class What, tuning t>
struct segmented_work_queue {
  static constexpr strategy_info info{
      algorithm::segment,
      "work-queue",
      "omprim",
      "large segments one by one, pieces of larger ones; on devices",
      {.deterministic = true, .hosts = false, .for_large_segments = true}};
  using parts_type = segment_parts<typename What::accumulator>;

  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    static constexpr int threads_per_unit = t.work_group_size < 256 ? 768 : 512;
    template <class Group>
    using taker = decltype(ticket_taker_for<What, t>(std::declval<const Group&>()));
    template <class Group>
    using local_memory = typename taker<Group>::local_memory;

    What what;
    parts_type* parts;
    segment_counters* counters;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      taker<Group>{group, what, parts, counters, local}.reduce();
    }
  };

  template <class Backend>
  static void run(Backend& backend, const What& what) {
    const std::uint64_t groups =
        backend.resident_groups(t.work_group_size, kernel_type::threads_per_unit);
    auto* parts = backend.template scratch<parts_type>(1);
    auto* counters = backend.template counters<segment_counters>();
    backend.launch(groups, kernel_type{what, parts, counters});
    backend.record(1, groups, groups * t.work_group_size, what.bounds.segments + groups);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
