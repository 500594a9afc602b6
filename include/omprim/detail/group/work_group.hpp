// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Scoped parallelism over work-groups. README.md beside this file is the introduction;
/// group/nd_range.hpp and group/hierarchical.hpp are two other forms over the same groups.
///
/// A kernel is a trivially copyable struct of at most twelve 8-byte words with
///
///   static constexpr int work_group_size;                        // a power of two, <= 1024
///   template <class Group> struct local_memory { ... };          // may be empty
///   template <class Group>
///   void operator()(Group& group, local_memory<Group>& local) const;
///
/// A backend calls it once per work-group. The backend chooses the number of threads that execute
/// the call: on a GPU one per work-item (group/simt.hpp), elsewhere a single thread that loops over
/// the items with SIMD (group/vector.hpp). The kernel is the same.
///
/// Sizes.
///  - The logical size, Group::size, is the number of work-items, a compile-time constant.
///  - The physical size is the number of threads; a kernel can neither see it nor depend on it.
///  - group.id() is in [0, group.count()). Groups run in any order, several or one at a time, and
///    not all of them need to run at once. So a group never waits for another one by its id.
///    group/look_back.hpp waits for tiles taken by ticket, whose holders are running.
///
/// Where variables live.
///   declared in for_each_item            private to the logical item, gone after the call
///   Group::private_memory<T> x; x[item]  private to the logical item, kept between calls
///   member of local_memory               local: one per group, shared by its items,
///                                        uninitialised when the group starts
///   anything else in the kernel          private to the physical thread: only for values
///                                        that are the same for the whole group
///
/// Operations.
///   group.for_each_item(f)            f(item) for each logical item; items are independent
///   group.for_each_item_and_wait(f)   the same, then a barrier
///   group.for_each_index(count, f), ..._and_wait
///                                     f(i) for each i in [0, count), which may be more or fewer
///                                     than the group's items
///   group.barrier()                   local memory written before is visible after
///   group.sub_group_barrier()         the same among the items of each sub-group only
///   group.single_item(f)              f() once, by item 0; no barrier
///   group.for_each_sub_group(f)       f(sub_group) for each sub-group of Group::sub_group_size;
///                                     inside, sub_group.for_each_item(f) and sub_group.id()
///   group.for_each_tile(count, f)     f(tile) for this group's share of [0, count), in the order
///                                     that suits the memory
///   group.for_each_tile_in_order(count, f)   the same share, in ascending order
///   group.combine_local(cell, value)  one item's contribution to a local atomic_cell
///   reduce, reduce_for_all, reduce_lanes, reduce_threads, exclusive_scan, count, any
///                                     collectives, group/collectives.hpp
///
/// Rules.
///  1. All operations but combine_local are called by the whole group: outside
///     for_each_item and for_each_index, and under conditions that are the same for all items.
///       right:  if (local.is_last) group.for_each_item([&](auto item) { ... });
///       wrong:  group.for_each_item([&](auto item) { group.barrier(); });          // nested
///       wrong:  group.for_each_item([&](auto item) { if (item.id == 0) group.single_item(f); });
///  2. Items of one for_each_item do not see each other's writes. Put a barrier between a
///     write to local memory and its reading by another item, and between that reading and
///     the next write.
///       right:  group.for_each_item_and_wait([&](auto item) { local.x[item.id] = 1; });
///               group.for_each_item([&](auto item) { use(local.x[size - 1 - item.id]); });
///       wrong:  the same with for_each_item: right on a CPU by luck, a race on a GPU
///  3. A value that outlives for_each_item is private_memory or local memory.
///       wrong:  float mine; group.for_each_item([&](auto item) { mine = load(item); });
///               group.for_each_item([&](auto item) { store(mine); });   // one for all on a CPU
///  4. Shared results of several items go through combine_local, never through `+=`.
///  5. sub_group operations belong inside for_each_sub_group and outside for_each_item. Sub-groups
///     do not nest further, and there is no barrier of the group inside them.
///
/// The callers of the collectives, and the items that know the result.
///   operation                 called by           result known to
///   group reduce, reduce_lanes, reduce_threads
///                             whole group         item 0 (single_item)
///   group reduce_for_all      whole group         every item
///   group exclusive_scan      whole group         each item its own; the total: every item
///   group count, any          whole group         every item
///   sub_group.reduce          whole sub-group     its first item (sub_group.single_item)
///   sub_group.ballot          whole sub-group     every item of it: a bit per true flag
///   combine_local             one item            all, after the next barrier
///
/// The model is that of T. Deakin, S. McIntosh-Smith, A. Alpay and V. Heuveline, "Benchmarking
/// and Extending SYCL Hierarchical Parallelism", HiPar 2021, section IV and listing 3.

#include <concepts>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/item.hpp>
#include <omprim/detail/group/vector.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/group/simt.hpp>
#endif

namespace omprim::inline OMPRIM_ABI::kernel {

/// The part of the contract above that a compiler can check: a kind of group has these types,
/// constants and operations.
template <class Group>
concept work_group =
    requires(Group& group, void (*each)(work_item), void (*index)(std::uint64_t), void (*once)()) {
      typename Group::template private_memory<int>;
      typename Group::template scratch<int>;
      { Group::size } -> std::convertible_to<int>;
      { Group::sub_group_size } -> std::convertible_to<int>;
      { Group::thread_per_item } -> std::convertible_to<bool>;
      { group.id() } -> std::same_as<std::uint64_t>;
      { group.count() } -> std::same_as<std::uint64_t>;
      group.for_each_item(each);
      group.for_each_item_and_wait(each);
      group.for_each_tile(std::uint64_t{}, index);
      group.for_each_tile_in_order(std::uint64_t{}, index);
      group.single_item(once);
      group.barrier();
      group.compiler_barrier();
    };

static_assert(work_group<vector_group<16>>);
#if OMPRIM_SIMT
static_assert(work_group<simt_group<64>>);
#endif

}  // namespace omprim::inline OMPRIM_ABI::kernel
