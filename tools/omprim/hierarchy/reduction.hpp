// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>

#include <omprim/detail/group/hierarchical.hpp>
#include <omprim/detail/group/nd_range.hpp>

#include "problems.hpp"

/// Tree reduction in local memory, in three forms. Each group of `size` items adds `size` values
/// and writes one partial sum. The reduction launches the kernel again until one group is enough.
/// The segmented reduction launches the kernel once, and the host adds the partial sums.
namespace omprim::hierarchy::inline OMPRIM_ABI {

/// The input and output of one launch.
struct tree_level {
  const double* values;
  std::uint64_t n;
  double* partials;
};

/// The values of one group; 0 after the last one.
template <int size>
struct values_of_group {
  const double* values;
  int length;

  OMPRIM_INLINE values_of_group(const tree_level& level, std::uint64_t group)
      : values(level.values + group * size),
        length(level.n - group * size < size ? static_cast<int>(level.n - group * size) : size) {}
  OMPRIM_INLINE double operator[](int i) const { return i < length ? values[i] : 0; }
};

template <int size>
struct alignas(8) sum_nd_range {
  static constexpr int work_group_size = size;
  struct local_memory {
    double partial[size];
  };

  tree_level level;

  template <class Item>
  OMPRIM_INLINE void operator()(const Item& item, local_memory& local) const {
    const int me = item.local_id();
    local.partial[me] = values_of_group<size>(level, item.group_id())[me];
    item.barrier();
    for (int stride = size / 2; stride > 0; stride /= 2) {
      if (me < stride) local.partial[me] += local.partial[me + stride];
      item.barrier();
    }
    if (me == 0) level.partials[item.group_id()] = local.partial[0];
  }
};

template <int size>
struct alignas(8) sum_hierarchical {
  static constexpr int work_group_size = size;
  struct local_memory {
    double partial[size];
  };

  tree_level level;

  template <class Group>
  OMPRIM_INLINE void operator()(const Group& group, local_memory& local) const {
    const values_of_group<size> values(level, group.id());
    group.parallel_for_work_item(
        [&](auto item) OMPRIM_INLINE_LAMBDA { local.partial[item.id] = values[item.id]; });
    for (int stride = size / 2; stride > 0; stride /= 2) {
      group.parallel_for_work_item(stride, [&](int i) OMPRIM_INLINE_LAMBDA {
        local.partial[i] += local.partial[i + stride];
      });
    }
    group.single_work_item(
        [&]() OMPRIM_INLINE_LAMBDA { level.partials[group.id()] = local.partial[0]; });
  }
};

template <int size>
struct alignas(8) sum_scoped {
  static constexpr int work_group_size = size;
  template <class Group>
  struct local_memory {
    double partial[Group::size];
  };

  tree_level level;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const values_of_group<size> values(level, group.id());
    group.for_each_item_and_wait(
        [&](auto item) OMPRIM_INLINE_LAMBDA { local.partial[item.id] = values[item.id]; });
    for (int stride = size / 2; stride > 0; stride /= 2) {
      group.for_each_index_and_wait(stride, [&](int i) OMPRIM_INLINE_LAMBDA {
        local.partial[i] += local.partial[i + stride];
      });
    }
    group.single_item([&]()
                          OMPRIM_INLINE_LAMBDA { level.partials[group.id()] = local.partial[0]; });
  }
};

/// The number of groups that add n values, which is the number of partial sums.
template <int size>
constexpr std::uint64_t groups_for(std::uint64_t n) {
  return (n + size - 1) / size;
}

/// Calls launch(groups, level) for one level after the other. Returns the location of the sum.
template <int size, class Launch>
const double* reduce(const summation& what, Launch&& launch) {
  tree_level level{what.values, what.n, what.partials};
  double* other = what.partials + groups_for<size>(what.n);
  while (true) {
    const std::uint64_t groups = groups_for<size>(level.n);
    launch(groups, level);
    if (groups == 1) return level.partials;
    double* const next = std::exchange(other, level.partials);
    level = {level.partials, groups, next};
  }
}

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
