// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/group/hierarchical.hpp>
#include <omprim/detail/group/nd_range.hpp>
#include <omprim/detail/group/work_group.hpp>

#include "problems.hpp"

/// Matrix multiplication in the four forms. A group computes a tile x tile block of c from tiles of
/// a and b in local memory; an item computes one element. (dgemm_tuned.hpp is the fast kernel.)
namespace omprim::hierarchy::inline OMPRIM_ABI {

struct dgemm_simple {
  product what;

  OMPRIM_INLINE void operator()(std::uint64_t i) const {
    const std::uint64_t row = i / what.columns;
    const std::uint64_t column = i % what.columns;
    double sum = 0;
    for (std::uint64_t k = 0; k < what.depth; ++k) {
      sum += what.a[row * what.depth + k] * what.b[k * what.columns + column];
    }
    what.c[i] = sum;
  }
};

constexpr std::uint64_t blocks_along(std::uint64_t length, int block) {
  return (length + static_cast<std::uint64_t>(block) - 1) / static_cast<std::uint64_t>(block);
}
/// The number of groups for blocks of rows x columns elements.
constexpr std::uint64_t blocks_of(const product& what, int rows, int columns) {
  return blocks_along(what.rows, rows) * blocks_along(what.columns, columns);
}

/// The tile of c that a group computes, and the tiles of a and b that it needs.
template <int tile>
struct tile_of_product {
  const product& what;
  std::uint64_t row, column;  ///< of its first element

  OMPRIM_INLINE tile_of_product(const product& all, std::uint64_t group)
      : what(all),
        row(group / blocks_along(all.columns, tile) * tile),
        column(group % blocks_along(all.columns, tile) * tile) {}

  OMPRIM_INLINE double a(int i, std::uint64_t k) const {
    const std::uint64_t at = row + static_cast<std::uint64_t>(i);
    return at < what.rows && k < what.depth ? what.a[at * what.depth + k] : 0;
  }
  OMPRIM_INLINE double b(std::uint64_t k, int j) const {
    const std::uint64_t at = column + static_cast<std::uint64_t>(j);
    return at < what.columns && k < what.depth ? what.b[k * what.columns + at] : 0;
  }
  OMPRIM_INLINE void put(int i, int j, double value) const {
    const std::uint64_t r = row + static_cast<std::uint64_t>(i);
    const std::uint64_t c = column + static_cast<std::uint64_t>(j);
    if (r < what.rows && c < what.columns) what.c[r * what.columns + c] = value;
  }
};

template <int tile>
struct two_tiles {
  double a[tile][tile];
  double b[tile][tile];
};

template <int tile>
struct alignas(8) dgemm_nd_range {
  static constexpr int work_group_size = tile * tile;
  using local_memory = two_tiles<tile>;

  product what;

  template <class Item>
  OMPRIM_INLINE void operator()(const Item& item, local_memory& local) const {
    const tile_of_product<tile> mine(what, item.group_id());
    const int i = item.local_id() / tile;
    const int j = item.local_id() % tile;
    double sum = 0;
    for (std::uint64_t begin = 0; begin < what.depth; begin += tile) {
      local.a[i][j] = mine.a(i, begin + static_cast<std::uint64_t>(j));
      local.b[i][j] = mine.b(begin + static_cast<std::uint64_t>(i), j);
      item.barrier();
      for (int k = 0; k < tile; ++k) sum += local.a[i][k] * local.b[k][j];
      item.barrier();
    }
    mine.put(i, j, sum);
  }
};

template <int tile>
struct alignas(8) dgemm_hierarchical {
  static constexpr int work_group_size = tile * tile;
  using local_memory = two_tiles<tile>;

  product what;

  template <class Group>
  OMPRIM_INLINE void operator()(const Group& group, local_memory& local) const {
    const tile_of_product<tile> mine(what, group.id());
    typename Group::template private_memory<double> sum;
    group.parallel_for_work_item([&](auto item) OMPRIM_INLINE_LAMBDA { sum[item] = 0; });
    for (std::uint64_t begin = 0; begin < what.depth; begin += tile) {
      group.parallel_for_work_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        const int i = item.id / tile;
        const int j = item.id % tile;
        local.a[i][j] = mine.a(i, begin + static_cast<std::uint64_t>(j));
        local.b[i][j] = mine.b(begin + static_cast<std::uint64_t>(i), j);
      });
      group.parallel_for_work_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        const int i = item.id / tile;
        const int j = item.id % tile;
        double more = sum[item];
        for (int k = 0; k < tile; ++k) more += local.a[i][k] * local.b[k][j];
        sum[item] = more;
      });
    }
    group.parallel_for_work_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      mine.put(item.id / tile, item.id % tile, sum[item]);
    });
  }
};

/// Between two barriers each sub-group multiplies on its own. The loop over its items is the inner
/// loop: vectors on a processor.
template <int tile>
struct alignas(8) dgemm_scoped {
  static constexpr int work_group_size = tile * tile;
  template <class Group>
  using local_memory = two_tiles<tile>;

  product what;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, two_tiles<tile>& local) const {
    const tile_of_product<tile> mine(what, group.id());
    typename Group::template private_memory<double> sum;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA { sum[item] = 0; });
    for (std::uint64_t begin = 0; begin < what.depth; begin += tile) {
      group.for_each_sub_group([&](auto sub_group) OMPRIM_INLINE_LAMBDA {
        sub_group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          const int i = row_of<Group>(item);
          const int j = column_of<Group>(item);
          local.a[i][j] = mine.a(i, begin + static_cast<std::uint64_t>(j));
          local.b[i][j] = mine.b(begin + static_cast<std::uint64_t>(i), j);
        });
      });
      group.barrier();
      group.for_each_sub_group([&](auto sub_group) OMPRIM_INLINE_LAMBDA {
        for (int k = 0; k < tile; ++k) {
          sub_group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
            sum[item] += local.a[row_of<Group>(item)][k] * local.b[k][column_of<Group>(item)];
          });
        }
      });
      group.barrier();
    }
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      mine.put(row_of<Group>(item), column_of<Group>(item), sum[item]);
    });
  }

 private:
  // If a sub-group is exactly one row, the position is known without a division.
  template <class Group>
  static OMPRIM_INLINE int row_of(kernel::work_item item) {
    return Group::sub_group_size == tile ? item.sub_group : item.id / tile;
  }
  template <class Group>
  static OMPRIM_INLINE int column_of(kernel::work_item item) {
    return Group::sub_group_size == tile ? item.sub_group_lane : item.id % tile;
  }
};

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
