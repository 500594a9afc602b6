// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/gather.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Every work-item combines its own partial into the result by one global atomic. `Gather`
/// (agent/reduce/gather.hpp) says which elements are the item's.
template <class Reducer, tuning t, class Gather, class Source>
struct alignas(8) reduce_to_global_cell {
  using accumulator = typename Reducer::accumulator;
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {};

  Source source;
  kernel::atomic_cell<Reducer>* result;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    typename Group::template private_memory<accumulator> partial;
    const std::uint64_t first_item = group.id() * Group::size;
    const std::uint64_t all_items = group.count() * Group::size;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      partial[item] = Gather::template sum<Reducer>(
          source, first_item + static_cast<std::uint64_t>(item.id), all_items);
    });
    group.combine_global(*result, partial);
  }
};

/// The items combine their partials in local memory by local atomics, and each group combines its
/// sum into the result by one global atomic. `Gather` (agent/reduce/gather.hpp) says which elements
/// of the group's tile are an item's.
template <class Reducer, tuning t, class Gather, class Source>
struct alignas(8) reduce_to_local_cell {
  using accumulator = typename Reducer::accumulator;
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {
    kernel::atomic_cell<Reducer> sum;
  };

  Source source;
  kernel::atomic_cell<Reducer>* result;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    typename Group::template private_memory<accumulator> partial;
    const std::uint64_t tile = group.id() * static_cast<std::uint64_t>(t.tile());
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { local.sum.reset(); });
    group.for_each_item_and_wait([&](auto item) OMPRIM_INLINE_LAMBDA {
      partial[item] = Gather::template sum<Reducer>(source, tile, item.id);
    });
    group.combine_local(local.sum, partial);
    group.barrier();
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { atomic_combine(*result, local.sum.value); });
  }
};

/// Every sub-group reduces by shuffles, and its first item combines the sum into local memory. Each
/// group combines its sum into the result by one global atomic.
template <class Reducer, tuning t, class Source>
struct alignas(8) reduce_by_sub_groups {
  using accumulator = typename Reducer::accumulator;
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {
    kernel::atomic_cell<Reducer> sum;
  };

  Source source;
  kernel::atomic_cell<Reducer>* result;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    typename Group::template private_memory<accumulator> partial;
    const std::uint64_t tile = group.id() * static_cast<std::uint64_t>(t.tile());
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { local.sum.reset(); });
    group.for_each_item_and_wait([&](auto item) OMPRIM_INLINE_LAMBDA {
      partial[item] = gather_workload<t>::template sum<Reducer>(source, tile, item.id);
    });
    group.for_each_sub_group([&](auto sub_group) OMPRIM_INLINE_LAMBDA {
      const accumulator sum = sub_group.reduce(partial, kernel::combine_lanes<Reducer, 1>{});
      sub_group.single_item([&]() OMPRIM_INLINE_LAMBDA { group.combine_local(local.sum, sum); });
    });
    group.barrier();
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { atomic_combine(*result, local.sum.value); });
  }
};

/// The group reduces the sums of its items, and combines its sum into the result by one global
/// atomic.
template <class Reducer, tuning t, class Source>
struct alignas(8) reduce_by_groups {
  using accumulator = typename Reducer::accumulator;
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {
    typename Group::template scratch<accumulator> scratch;
  };

  Source source;
  kernel::atomic_cell<Reducer>* result;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    typename Group::template private_memory<accumulator> partial;
    const std::uint64_t tile = group.id() * static_cast<std::uint64_t>(t.tile());
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      partial[item] = gather_workload<t>::template sum<Reducer>(source, tile, item.id);
    });
    const accumulator sum =
        kernel::reduce(group, partial, kernel::combine_lanes<Reducer, 1>{}, local.scratch);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { atomic_combine(*result, sum); });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
