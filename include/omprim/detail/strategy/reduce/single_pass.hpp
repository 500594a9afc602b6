// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/reduce/accumulate.hpp>
#include <omprim/detail/agent/reduce/arg_reduce_tiles.hpp>
#include <omprim/detail/agent/reduce/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// single-pass: as many groups as the device runs at once read all elements by wide loads, several
/// of them under way at a time; the last group to finish combines the partials. The default.
///
/// Phases:
///   (1) Each group reduces its share of the tiles (agent/reduce/tiles.hpp). The elements at either
///       end that fill no pack go to the last group.
///   (2) Each group stores one partial and takes one ticket.
///   (3) The group with the last ticket reduces the partials and writes the result where the host
///       reads it. It also resets the ticket counter to 0 for the next call.
///
/// On a GPU it is best to have few items, each with many loads under way. All their registers then
/// fit at once; groups for which there is no room would begin only when others end.
///
/// Wins: for all n, on GPUs and CPUs: one launch, no copies, one atomic per group. Loses: to
/// sequential for some ten elements. Deterministic for floats only for a given number of
/// groups. Needs of the group: reduce, for_each_tile, wide loads, a ticket.
/// Source: omprim; the tickets follow the usual "last block" reduction.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_single_pass {
  static constexpr strategy_info info{
      algorithm::reduce,
      "single-pass",
      "omprim",
      "wide loads, group reduce, the last group finishes; the default",
      {.by_default = true}};
  using accumulator = typename Reducer::accumulator;
  static constexpr int lanes = t.lanes;
  using rows = reduce_rows<Reducer, t>;

  template <class Source>
  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    static constexpr bool often_alone = true;
    static constexpr int threads_per_unit = 512;
    template <class Group>
    struct local_memory {
      typename rows::template local_memory<Group> rows_memory;
      bool is_last;
    };

    Source source;
    accumulator* partials;
    accumulator* result;
    unsigned* tickets;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      accumulator total = rows::run(source, group, local.rows_memory);
      if (group.id() == group.count() - 1) {
        total = Reducer::template combine<1>(total, reduce_ends<Reducer, lanes>(source));
      }
      if (group.count() == 1) {
        group.single_item([&]() OMPRIM_INLINE_LAMBDA { *result = total; });
      } else {
        finish(group, local, total);
      }
    }

    /// Phases 2 and 3.
    template <class Group>
    OMPRIM_INLINE void finish(Group& group, local_memory<Group>& local,
                              const accumulator& mine) const {
      group.single_item([&]() OMPRIM_INLINE_LAMBDA {
        partials[group.id()] = mine;
        local.is_last = kernel::take_ticket(*tickets) == group.count() - 1;
      });
      group.barrier();
      if (!local.is_last) return;
      kernel::acquire_tickets();
      typename Group::template private_memory<accumulator> partial;
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        accumulator sum = Reducer::template identity<1>();
        for (std::uint64_t g = static_cast<std::uint64_t>(item.id); g < group.count();
             g += Group::size) {
          sum = Reducer::template combine<1>(sum, partials[g]);
        }
        partial[item] = sum;
      });
      const accumulator total = kernel::reduce(group, partial, kernel::combine_lanes<Reducer, 1>{},
                                               local.rows_memory.scratch);
      group.single_item([&]() OMPRIM_INLINE_LAMBDA {
        *result = total;
        *tickets = 0;
      });
    }
  };

  template <class Backend, class Source>
  static OMPRIM_INLINE accumulator run(Backend& backend, const Source& source) {
    const std::uint64_t groups = std::clamp<std::uint64_t>(
        source.size() / static_cast<std::uint64_t>(t.tile()), 1,
        backend.resident_groups(t.work_group_size, kernel_type<Source>::threads_per_unit));
    auto* partials = backend.template scratch<accumulator>(groups);
    auto* result = backend.template result<accumulator>();
    backend.launch(groups, kernel_type<Source>{source, partials, result, backend.tickets()});
    backend.record(1, groups, groups * t.work_group_size, groups > 1 ? groups : 0);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
