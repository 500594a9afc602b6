// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/collectives.hpp>
#include <omprim/kernel/extreme_reducers.hpp>
#include <omprim/strategy/rows.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The same for extremes of floats where an item is a register: the processor's own minimum or
/// maximum, one operation instead of the four of a key. It neither keeps NaN nor tells the zeros
/// apart, so two more accumulators, one for all items, note whether there was a NaN and which signs
/// there were: of values whose extreme is 0, the signs tell which zero it is.
template <class T, class Policy, tuning shape>
  requires(std::is_floating_point_v<T> && kernel::is_extreme<Policy>)
struct reduce_rows<kernel::fold<T, kernel::key_of<T>, Policy>, shape> {
  using reducer = kernel::fold<T, kernel::key_of<T>, Policy>;
  using by_keys = reduce_rows_by_lanes<reducer, shape>;
  using accumulator = typename reducer::accumulator;
  static constexpr int lanes = shape.lanes;
  using vector = kernel::pack<T, lanes>;
  using bits = kernel::pack<kernel::same_size_signed<T>, lanes>;

  template <class Group>
  using local_memory = typename by_keys::template local_memory<Group>;

  template <class Source, class Group>
  static OMPRIM_INLINE accumulator run(const Source& source, Group& group,
                                       local_memory<Group>& local) {
    if constexpr (Group::thread_per_item) {
      return by_keys::run(source, group, local);
    } else {
      return run_natively(source, group, local);
    }
  }

 private:
  template <class Source, class Group>
  static OMPRIM_INLINE accumulator run_natively(const Source& source, Group& group,
                                                local_memory<Group>& local) {
    const rows_of<shape, Source> rows(source);
    const vector worst = kernel::broadcast<T, lanes>(-Policy::template best<T>());
    typename Group::template private_memory<vector> mine;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA { mine[item] = worst; });
    bits nan{};
    bits signs = kernel::bits_as<kernel::same_size_signed<T>, lanes>(worst);
    const auto take_pair = [&](const vector& a, const vector& b, auto item) OMPRIM_INLINE_LAMBDA {
      mine[item] = Policy::combine(mine[item], a);
      mine[item] = Policy::combine(mine[item], b);
      nan |= (a != a) | (b != b);
      signs = Policy::merge_signs(signs, bits_of(a), bits_of(b));
    };
    constexpr std::uint64_t together = shape.items_per_work_item % 2 == 0 ? 2 : 1;
    group.for_each_tile(rows.tiles(), [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 32
      for (std::uint64_t r = 0; r < rows.per_tile; r += together) {
        const std::uint64_t row = tile * rows.per_tile + r;
        group.keep_load_order();
        group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          take_pair(rows.load(row, item.id), rows.load(row + together - 1, item.id), item);
        });
      }
    });
    rows.for_each_rest(group, [&](std::uint64_t row, auto item) OMPRIM_INLINE_LAMBDA {
      const vector x = rows.load(row, item.id);
      take_pair(x, x, item);
    });

    // An extreme that is zero has the sign that the signs say; where there was a NaN, a NaN it is.
    typename Group::template private_memory<typename reducer::template vector<lanes>> keys;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      const bits zero = signs & kernel::broadcast<kernel::same_size_signed<T>, lanes>(
                                    std::numeric_limits<kernel::same_size_signed<T>>::min());
      const bits value = mine[item] == vector{} ? zero : bits_of(mine[item]);
      const bits quiet = bits_of(kernel::broadcast<T, lanes>(std::numeric_limits<T>::quiet_NaN()));
      keys[item] = kernel::to_keys<T, Policy, lanes>(
          kernel::bits_as<T, lanes>(nan != bits{} ? quiet : value));
    });
    return kernel::reduce_lanes<reducer, lanes>(group, keys, local.scratch);
  }

  static OMPRIM_INLINE bits bits_of(const vector& x) {
    return kernel::bits_as<kernel::same_size_signed<T>, lanes>(x);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
