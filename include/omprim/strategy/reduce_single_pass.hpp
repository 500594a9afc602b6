// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/atomic.hpp>
#include <omprim/kernel/collectives.hpp>
#include <omprim/strategy/accumulate.hpp>
#include <omprim/tuning.hpp>

/// single-pass: as many groups as the device runs at once read everything with wide loads,
/// several in flight; the last group to finish folds the partial results. The default.
///
/// A row is one pack of `lanes` per item of the group; a tile is `items_per_work_item` rows.
///
/// Phases: (1) each group walks its share of the full tiles; an item combines the rows of a
/// tile with each other, then once with its running accumulator. What does not fill a tile at
/// the end, and the elements before the first aligned pack, go to the last group. (2) fold over
/// lanes, group reduce, one partial result per group, one ticket per group. (3) the group with the
/// last ticket reduces the partial results and writes the result where the host reads it; it also
/// puts the ticket counter back to 0 for the next call.
///
/// Wins: for all n, on GPUs and CPUs: one launch, no copies, one atomic per group. Loses: to
/// sequential for some ten elements. Deterministic for floats only for a given number of
/// groups. Needs of the group: reduce, for_each_tile, wide loads, a ticket.
/// Source: omprim; the tickets follow the usual "last block" reduction.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning shape>
struct reduce_single_pass {
  using accumulator = typename Reducer::accumulator;
  static constexpr int lanes = shape.lanes;
  static constexpr int rows = shape.items_per_work_item;
  static constexpr std::uint64_t row = static_cast<std::uint64_t>(shape.work_group_size) * lanes;
  static constexpr std::uint64_t tile = row * rows;

  template <class Source>
  struct alignas(8) kernel_type {
    static constexpr int work_group_size = shape.work_group_size;
    template <class Group>
    struct local_memory {
      typename Group::template scratch<accumulator> scratch;
      bool is_last;
    };
    using running = decltype(Reducer::template start<lanes>());

    Source source;
    accumulator* partials;
    accumulator* result;
    unsigned* tickets;

    OMPRIM_INLINE std::uint64_t begin() const { return first_pack<lanes>(source); }
    OMPRIM_INLINE std::uint64_t packs() const { return whole_packs<lanes>(source); }

    /// The pack of an item in a row.
    OMPRIM_INLINE auto block_at(std::uint64_t first, std::uint64_t row_index, int item) const {
      const std::uint64_t position =
          first + row_index * row + static_cast<std::uint64_t>(item * lanes);
      return Reducer::template lift_block<lanes>(source.template load<lanes>(position));
    }

    /// Phase 1. Rows come in ascending order, as located reducers ask.
    template <class Group, class Private>
    OMPRIM_INLINE void gather(Group& group, Private& mine) const {
      const std::uint64_t first = begin();
      const std::uint64_t all = packs();
      const std::uint64_t tiles = all / (tile / lanes);
      group.for_each_tile(tiles, [&](std::uint64_t t) OMPRIM_INLINE_LAMBDA {
        group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          auto block = block_at(first, t * rows, item.id);
#pragma GCC unroll 32
          for (int r = 1; r < rows; ++r) {
            block = Reducer::template combine_block<lanes>(
                block, block_at(first, t * rows + static_cast<std::uint64_t>(r), item.id));
          }
          Reducer::template absorb<lanes>(mine[item], block, t * rows);
        });
      });
      if (group.id() != group.count() - 1) return;
      OMPRIM_KEEP_ROLLED
      for (std::uint64_t r = tiles * rows; r * Group::size < all; ++r) {
        group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          if (r * Group::size + static_cast<std::uint64_t>(item.id) < all) {
            Reducer::template absorb<lanes>(mine[item], block_at(first, r, item.id), r);
          }
        });
      }
    }

    /// The elements before the first and after the last whole pack, fewer than two packs.
    OMPRIM_INLINE accumulator ends() const {
      const std::uint64_t first = begin();
      auto total = Reducer::template identity<1>();
      OMPRIM_KEEP_ROLLED
      for (std::uint64_t p = source.first; p < first; ++p) {
        total = accumulate<Reducer, 1>(total, source, p);
      }
      OMPRIM_KEEP_ROLLED
      for (std::uint64_t p = first + packs() * lanes; p < source.last; ++p) {
        total = accumulate<Reducer, 1>(total, source, p);
      }
      return total;
    }

    /// What an item gathered, as one accumulator. Located reducers look up the element: the
    /// first one of the row block that has the wanted key.
    OMPRIM_INLINE accumulator settle(const running& mine, int item) const {
      const std::uint64_t first = begin();
      const std::uint64_t end = first + packs() * lanes;
      auto total = Reducer::template identity<1>();
      for (int i = 0; i < lanes; ++i) {
        const auto locate = [&](std::uint64_t first_row, const auto& matches) OMPRIM_INLINE_LAMBDA {
          std::uint64_t p = first + first_row * row + static_cast<std::uint64_t>(item * lanes + i);
          OMPRIM_KEEP_ROLLED
          while (p < end && !matches(source.template load<1>(p))) p += row;
          return source.index(p);
        };
        total =
            Reducer::template combine<1>(total, Reducer::template settle<lanes>(mine, i, locate));
      }
      return total;
    }

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      typename Group::template private_memory<running> mine;
      typename Group::template private_memory<accumulator> partial;
      group.for_each_item(
          [&](auto item) OMPRIM_INLINE_LAMBDA { mine[item] = Reducer::template start<lanes>(); });
      gather(group, mine);
      group.for_each_item(
          [&](auto item) OMPRIM_INLINE_LAMBDA { partial[item] = settle(mine[item], item.id); });
      accumulator total = kernel::reduce(group, partial, combiner<Reducer>{}, local.scratch);
      if (group.id() == group.count() - 1) total = Reducer::template combine<1>(total, ends());
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
      const accumulator total = kernel::reduce(group, partial, combiner<Reducer>{}, local.scratch);
      group.single_item([&]() OMPRIM_INLINE_LAMBDA {
        *result = total;
        *tickets = 0;
      });
    }
  };

  template <class Backend, class Source>
  static accumulator run(Backend& backend, const Source& source) {
    const std::uint64_t groups =
        std::clamp<std::uint64_t>(whole_packs<lanes>(source) / (tile / lanes), 1,
                                  backend.resident_groups(shape.work_group_size));
    auto* partials = backend.template scratch<accumulator>(groups);
    auto* result = backend.template result<accumulator>();
    backend.launch(groups, kernel_type<Source>{source, partials, result, backend.tickets()});
    backend.record(1, groups, groups * shape.work_group_size, groups > 1 ? groups : 0);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
