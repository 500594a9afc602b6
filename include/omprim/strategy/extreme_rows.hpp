// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/collectives.hpp>
#include <omprim/kernel/extreme_reducers.hpp>
#include <omprim/kernel/read_places.hpp>
#include <omprim/strategy/rows.hpp>
#include <omprim/strategy/running_extreme.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The same for extremes of floats, which processors compare without keys.
template <class T, class Policy, tuning shape>
  requires(std::is_floating_point_v<T> && kernel::is_extreme<Policy>)
struct reduce_rows<kernel::fold<T, kernel::key_of<T>, Policy>, shape> {
  using reducer = kernel::fold<T, kernel::key_of<T>, Policy>;
  using by_keys = reduce_rows_by_lanes<reducer, shape>;
  using accumulator = typename reducer::accumulator;
  static constexpr int lanes = shape.lanes;

  template <class Group>
  using local_memory = typename by_keys::template local_memory<Group>;

  template <class Source, class Group>
  static OMPRIM_INLINE accumulator run(const Source& source, Group& group,
                                       local_memory<Group>& local) {
    if constexpr (Group::thread_per_item) {
      return by_keys::run(source, group, local);
    } else {
      const rows_of<shape, Source> rows(source);
      running_extreme<T, Policy, lanes, Group> extreme(group);
      const auto take_tile = [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 32
        for (std::uint64_t r = 0; r < rows.per_tile; ++r) {
          take_row(rows, group, tile * rows.per_tile + r, extreme);
        }
      };
      group.for_each_tile(rows.tiles(), take_tile, kernel::read_places{source});
      take_rest(rows, group, extreme);
      return extreme.key(group, local.scratch);
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
