// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/by_share.hpp>
#include <omprim/detail/agent/reduce/min_max_accumulator.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/reducer/min_max.hpp>
#include <omprim/detail/simd/policy.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// reduce_share (agent/reduce/by_share.hpp) for reducers that return a position.
///
///   - On GPUs, an item compares its packs of a tile with each other first, then once with its best
///     so far. At the end the group determines the best key. Only the lanes that have this key look
///     up the element, in the tile that they noted.
///   - On processors, the group is one thread. It compares whole tiles and looks up the element in
///     the best tile.
template <class T, class Policy, tuning t>
struct reduce_share<kernel::indexed_reducer<T, Policy>, t> {
  using reducer = kernel::indexed_reducer<T, Policy>;
  using key_reducer = typename reducer::key_reducer;
  using accumulator = typename reducer::accumulator;
  static constexpr int lanes = t.lanes;
  static constexpr auto width = static_cast<std::uint64_t>(lanes);
  using keys = typename key_reducer::template vector<lanes>;
  using best_of_lanes = typename reducer::template best_of_lanes<lanes>;

  template <class Group>
  struct local_memory {
    typename Group::template scratch<accumulator> scratch;
    typename Group::template scratch<typename reducer::key> best;
  };

  template <class Source, class Group>
  static OMPRIM_INLINE accumulator run(const Source& source, Group& group,
                                       local_memory<Group>& local) {
    const pack_rows<t, Source> rows(source);
    if constexpr (Group::thread_per_item) {
      return run_by_lanes(rows, group, local);
    } else {
      return run_by_tiles(rows, group, local);
    }
  }

 private:
  template <class Rows, class Group>
  static OMPRIM_INLINE accumulator run_by_tiles(const Rows& rows, Group& group,
                                                local_memory<Group>& local) {
    using extreme_type = min_max_accumulator<T, Policy, lanes, Group>;
    best_tile found[vector_reduce_policy::streams];
    const kernel::share share = kernel::share_of(rows.tiles(), group);
    const std::uint64_t streams = streams_of<Group>(share, rows);
    const auto search = [&](const auto& loaded) OMPRIM_INLINE_LAMBDA {
      take_streams<vector_reduce_policy::streams>(
          share, streams, [&](std::uint64_t tile, std::uint64_t stream) OMPRIM_INLINE_LAMBDA {
            best_tile& best = found[stream];
            if (best.is_nan()) return;  // nothing beats the first NaN
            extreme_type extreme(group);
            const std::uint64_t row = tile * rows.per_tile;
            // If the loop is unrolled, a whole tile is loaded at once, and registers are spilled.
            OMPRIM_KEEP_ROLLED
            for (std::uint64_t r = 0; r < rows.per_tile; ++r) {
              take_row(loaded, group, row + r, extreme);
            }
            best.compare(extreme, row, group, local);
          });
    };
    if (streams > 1) {
      using source = decltype(rows.source);
      search(fetching_rows<t, source>{rows, kernel::vector_fetch_policy::bytes_ahead()});
    } else {
      search(rows);
    }
    best_tile best = found[0];
    for (std::uint64_t s = 1; s < streams; ++s) best.compare(found[s]);
    const std::uint64_t rest = rows.tiles() * rows.per_tile;
    if (!best.is_nan() && group.id() == group.count() - 1 && rest * rows.size < rows.packs) {
      extreme_type extreme(group);
      take_rest(rows, group, extreme);
      best.compare(extreme, rest, group, local);
    }
    if (best.row == reducer::nowhere) return reducer::template identity<1>();
    return first_of<extreme_type>(rows, best.row, best.value);
  }

  /// The extreme of the tiles that a group has taken in order, and the first row of its tile.
  struct best_tile {
    T value = worst_of<T, Policy>();
    std::uint64_t row = reducer::nowhere;

    [[nodiscard]] OMPRIM_INLINE bool is_nan() const { return value != value; }
    template <class Extreme, class Group>
    OMPRIM_INLINE void compare(const Extreme& extreme, std::uint64_t first_row, const Group& group,
                               local_memory<Group>& local) {
      if (row == reducer::nowhere) row = first_row;  // all values may equal the worst
      if (!extreme.beats(group, value)) return;
      value = kernel::from_key<T, Policy>(extreme.total(group, local.best));
      row = first_row;
    }
    /// Compares with the best of later tiles.
    OMPRIM_INLINE void compare(const best_tile& later) {
      if (Policy::better(kernel::to_keys<T, Policy, 1>(later.value),
                         kernel::to_keys<T, Policy, 1>(value))) {
        *this = later;
      }
    }
  };

  /// The first element that equals `best`; it is in `row` or soon after. Never reads past the rows:
  /// if a comparison of floats gives another result the second time (in code compiled with
  /// -ffast-math), the answer is the last element of the rows.
  template <class Extreme, class Rows>
  static OMPRIM_INLINE accumulator first_of(const Rows& rows, std::uint64_t row, T best) {
    using flag = kernel::same_size_signed<T>;
    const std::uint64_t last = rows.first + (rows.packs - 1) * width;
    std::uint64_t position = rows.first + row * rows.size * width;
    while (position < last && !kernel::any_lane<flag, lanes>(Extreme::equal(
                                  rows.source.template load<lanes>(position), best))) {
      position += width;
    }
    const auto found = Extreme::equal(rows.source.template load<lanes>(position), best);
    int i = 0;
    while (i < lanes - 1 && kernel::lane<lanes>(found, i) == 0) ++i;
    return reducer::template lift<1>(
        rows.source.template load<1>(position + static_cast<std::uint64_t>(i)),
        rows.source.index(position + static_cast<std::uint64_t>(i)));
  }

  template <class Rows, class Group>
  static OMPRIM_INLINE accumulator run_by_lanes(const Rows& rows, Group& group,
                                                local_memory<Group>& local) {
    const auto load_keys = [&](std::uint64_t row, auto item) OMPRIM_INLINE_LAMBDA {
      return key_reducer::template lift<lanes>(rows.load(row, item.id), 0);
    };
    typename Group::template private_memory<best_of_lanes> mine;
    group.for_each_item(
        [&](auto item) OMPRIM_INLINE_LAMBDA { mine[item] = reducer::template start<lanes>(); });

    group.for_each_tile_in_order(rows.tiles(), [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t row = tile * rows.per_tile;
      typename Group::template private_memory<keys> block;
      group.for_each_item([&](auto item)
                              OMPRIM_INLINE_LAMBDA { block[item] = load_keys(row, item); });
#pragma GCC unroll 32
      for (std::uint64_t r = 1; r < rows.per_tile; ++r) {
        group.compiler_barrier();
        group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          block[item] = key_reducer::combine(block[item], load_keys(row + r, item));
        });
      }
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        reducer::template absorb<lanes>(mine[item], block[item], row);
      });
    });
    const auto absorb = [&](std::uint64_t row, auto item) OMPRIM_INLINE_LAMBDA {
      reducer::template absorb<lanes>(mine[item], load_keys(row, item), row);
    };
    rows.for_each_rest(
        group,
        [&](std::uint64_t row) OMPRIM_INLINE_LAMBDA {
          group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA { absorb(row, item); });
        },
        absorb);
    return settle(rows, group, mine, local);
  }

  template <class Rows, class Group, class Private>
  static OMPRIM_INLINE accumulator settle(const Rows& rows, Group& group, const Private& mine,
                                          local_memory<Group>& local) {
    typename Group::template private_memory<typename reducer::key> best_keys;
    typename Group::template private_memory<accumulator> found;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      best_keys[item] = kernel::fold_lanes<key_reducer, lanes>(mine[item].value);
    });
    const auto best = kernel::reduce_for_all(group, best_keys,
                                             kernel::combine_lanes<key_reducer, 1>{}, local.best);
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      found[item] = reducer::template identity<1>();
      if (best_keys[item] == best) found[item] = look_up(rows, mine[item], item.id, best);
    });
    return kernel::reduce(group, found, kernel::combine_lanes<reducer, 1>{}, local.scratch);
  }

  /// The first element with key `best` among the elements that an item has read.
  template <class Rows>
  static OMPRIM_INLINE accumulator look_up(const Rows& rows, const best_of_lanes& mine, int item,
                                           typename reducer::key best) {
    auto first = reducer::template identity<1>();
    OMPRIM_KEEP_SCALAR
    for (int i = 0; i < lanes; ++i) {
      const auto locate = [&](std::uint64_t row, const auto& has_key) OMPRIM_INLINE_LAMBDA {
        const auto step = rows.size * static_cast<std::uint64_t>(lanes);
        std::uint64_t p = rows.first + row * step + static_cast<std::uint64_t>(item * lanes + i);
        const std::uint64_t end = rows.first + rows.packs * static_cast<std::uint64_t>(lanes);
        OMPRIM_KEEP_SCALAR
        for (; p < end; p += step) {
          if (has_key(rows.source.template load<1>(p))) break;
        }
        return rows.source.index(p);
      };
      first = reducer::combine(first, reducer::template settle<lanes>(mine, i, best, locate));
    }
    return first;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
