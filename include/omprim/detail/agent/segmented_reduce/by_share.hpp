// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/agent/segmented_reduce/simt.hpp>
#include <omprim/detail/agent/segmented_reduce/vector.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Walks a share of the merge path: `steps` steps from `diagonal` on. `s` segments end before the
/// share. There is one walker for each kind of group.
#if OMPRIM_SIMT
template <class Problem, tuning t>
struct simt_share_walker {
  using carry_type = carry_out<typename Problem::accumulator>;
  using tiles_type = segment_tiles<Problem, t>;
  struct local_memory {
    typename tiles_type::local_memory tiles;
    Problem problem;  ///< one copy for all items: registers limit the number of groups
  };
  template <class Group>
  static OMPRIM_INLINE void walk(const Group& group, const Problem& problem, std::uint64_t s,
                                 std::uint64_t diagonal, std::uint64_t steps, carry_type& carry,
                                 local_memory& local) {
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { local.problem = problem; });
    group.barrier();
    tiles_type(local.problem, s, diagonal).walk(group, steps, carry, local.tiles);
  }
};
template <class Problem, tuning t, int size>
auto share_walker_for(const kernel::simt_group<size>&) -> simt_share_walker<Problem, t>;
#endif
template <class Problem, tuning t, int size>
struct vector_share_walker {
  using carry_type = carry_out<typename Problem::accumulator>;
  struct local_memory {
    typename kernel::vector_group<size>::template scratch<int> counts;
  };
  template <class Group>
  static OMPRIM_INLINE void walk(const Group& group, const Problem& problem, std::uint64_t s,
                                 std::uint64_t diagonal, std::uint64_t steps, carry_type& carry,
                                 local_memory& local) {
    const std::uint64_t end = diagonal + steps;
    const std::uint64_t next = kernel::ends_before(group, problem.bounds, end, local.counts);
    const std::uint64_t first_value = problem.bounds.first() + diagonal - s;
    const std::uint64_t last_value = problem.bounds.first() + end - next;
    const segment_rows<Problem, t> rows(problem, problem.bounds.last());
    carry.segment = s;
    carry.ended = next > s ? 1 : 0;
    if (next == s) {
      carry.tail = rows.fold(first_value, last_value);
      return;
    }
    carry.head = rows.fold(first_value, problem.bounds.end(s));
    rows.write(s + 1, next);
    carry.tail = rows.fold(problem.bounds.end(next - 1), last_value);
  }
};
template <class Problem, tuning t, int size>
auto share_walker_for(const kernel::vector_group<size>&) -> vector_share_walker<Problem, t, size>;

/// The kernel of strategy merge-path: each group takes one of the equal shares of the merge path,
/// and the last group to finish joins the carries.
template <class Problem, tuning t>
struct alignas(8) reduce_segments_by_share {
  using carry_type = carry_out<typename Problem::accumulator>;
  using partial_segment = kernel::partial_segment<typename Problem::accumulator>;

  static constexpr int work_group_size = t.work_group_size;
  // Small segments need many groups. Large segments need many registers; the tunings for them have
  // groups of at least 256 items.
  static constexpr bool many_groups =
      sizeof(typename Problem::accumulator) <= 16 && t.work_group_size < 256;
  static constexpr int threads_per_unit = many_groups ? 768 : 512;
  template <class Group>
  using walker = decltype(share_walker_for<Problem, t>(std::declval<const Group&>()));
  template <class Group>
  struct local_memory {
    typename walker<Group>::local_memory walk;
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
    walker<Group>::walk(group, problem, s, first, mine, carries[group.id()], local.walk);
    group.barrier();
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      local.is_last = kernel::take_ticket(*tickets) == shares - 1;
    });
    group.barrier();
    if (!local.is_last) return;
    kernel::acquire_tickets();
    join_carries(group, problem, carries, shares, local.partials);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { *tickets = 0; });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
