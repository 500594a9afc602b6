// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/group/hierarchical.hpp>
#include <omprim/detail/group/nd_range.hpp>
#include <omprim/detail/group/work_group.hpp>

#include "gravity.hpp"

/// nbody in the four forms, and tuned. Groups have `size` items, one item per body. The bodies that
/// pull on them come in tiles through local memory.
namespace omprim::hierarchy::inline OMPRIM_ABI {

struct nbody_simple {
  nbody_step step;

  OMPRIM_INLINE void operator()(std::uint64_t i) const {
    const double* x = step.positions;
    const double* y = x + step.n;
    const double* z = y + step.n;
    acceleration<double> a{};
    for (std::uint64_t j = 0; j < step.n; ++j) {
      a.pull(x[j] - x[i], y[j] - y[i], z[j] - z[i], step.softening, divided{});
    }
    move_body(step, i, a.x, a.y, a.z);
  }
};

/// A tile of bodies in local memory.
template <int size>
struct body_tile {
  double x[size], y[size], z[size];

  OMPRIM_INLINE void load(const nbody_step& step, std::uint64_t from, int to) {
    x[to] = step.positions[from];
    y[to] = step.positions[step.n + from];
    z[to] = step.positions[2 * step.n + from];
  }
};
/// The number of bodies in the tile at `begin`.
template <int size>
OMPRIM_INLINE int tile_length(const nbody_step& step, std::uint64_t begin) {
  return step.n - begin < size ? static_cast<int>(step.n - begin) : size;
}

template <int size>
struct alignas(8) nbody_nd_range {
  static constexpr int work_group_size = size;
  using local_memory = body_tile<size>;

  nbody_step step;

  template <class Item>
  OMPRIM_INLINE void operator()(const Item& item, local_memory& local) const {
    const std::uint64_t i = item.global_id();
    const std::uint64_t mine = i < step.n ? i : step.n - 1;
    const double x = step.positions[mine];
    const double y = step.positions[step.n + mine];
    const double z = step.positions[2 * step.n + mine];
    acceleration<double> a{};
    for (std::uint64_t begin = 0; begin < step.n; begin += size) {
      const int length = tile_length<size>(step, begin);
      if (item.local_id() < length) {
        local.load(step, begin + static_cast<std::uint64_t>(item.local_id()), item.local_id());
      }
      item.barrier();
      for (int j = 0; j < length; ++j) {
        a.pull(local.x[j] - x, local.y[j] - y, local.z[j] - z, step.softening, divided{});
      }
      item.barrier();
    }
    if (i < step.n) move_body(step, i, a.x, a.y, a.z);
  }
};

template <int size>
struct alignas(8) nbody_hierarchical {
  static constexpr int work_group_size = size;
  using local_memory = body_tile<size>;

  nbody_step step;

  template <class Group>
  OMPRIM_INLINE void operator()(const Group& group, local_memory& local) const {
    typename Group::template private_memory<double> x, y, z;
    typename Group::template private_memory<acceleration<double>> a;
    const std::uint64_t first = group.id() * size;
    group.parallel_for_work_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t i = first + static_cast<std::uint64_t>(item.id);
      const std::uint64_t mine = i < step.n ? i : step.n - 1;
      x[item] = step.positions[mine];
      y[item] = step.positions[step.n + mine];
      z[item] = step.positions[2 * step.n + mine];
      a[item] = acceleration<double>{};
    });
    for (std::uint64_t begin = 0; begin < step.n; begin += size) {
      const int length = tile_length<size>(step, begin);
      group.parallel_for_work_item(length, [&](int j) OMPRIM_INLINE_LAMBDA {
        local.load(step, begin + static_cast<std::uint64_t>(j), j);
      });
      group.parallel_for_work_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        acceleration<double> mine = a[item];
        for (int j = 0; j < length; ++j) {
          mine.pull(local.x[j] - x[item], local.y[j] - y[item], local.z[j] - z[item],
                    step.softening, divided{});
        }
        a[item] = mine;
      });
    }
    group.parallel_for_work_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t i = first + static_cast<std::uint64_t>(item.id);
      if (i < step.n) move_body(step, i, a[item].x, a[item].y, a[item].z);
    });
  }
};

/// The loop over items is the inner loop. It costs nothing where each item is a thread, and becomes
/// vectors where one thread runs all items. In the hierarchical form, a barrier would follow it.
template <int size>
struct alignas(8) nbody_scoped {
  static constexpr int work_group_size = size;
  template <class Group>
  using local_memory = body_tile<size>;

  nbody_step step;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, body_tile<size>& local) const {
    typename Group::template private_memory<double> x, y, z, ax, ay, az;
    const std::uint64_t first = group.id() * size;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t i = first + static_cast<std::uint64_t>(item.id);
      const std::uint64_t mine = i < step.n ? i : step.n - 1;
      x[item] = step.positions[mine];
      y[item] = step.positions[step.n + mine];
      z[item] = step.positions[2 * step.n + mine];
      ax[item] = ay[item] = az[item] = 0;
    });
    for (std::uint64_t begin = 0; begin < step.n; begin += size) {
      const int length = tile_length<size>(step, begin);
      group.for_each_index_and_wait(length, [&](int j) OMPRIM_INLINE_LAMBDA {
        local.load(step, begin + static_cast<std::uint64_t>(j), j);
      });
      for (int j = 0; j < length; ++j) {
        const double xj = local.x[j];
        const double yj = local.y[j];
        const double zj = local.z[j];
        group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          acceleration<double> mine{ax[item], ay[item], az[item]};
          mine.pull(xj - x[item], yj - y[item], zj - z[item], step.softening, divided{});
          ax[item] = mine.x;
          ay[item] = mine.y;
          az[item] = mine.z;
        });
      }
      group.barrier();
    }
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t i = first + static_cast<std::uint64_t>(item.id);
      if (i < step.n) move_body(step, i, ax[item], ay[item], az[item]);
    });
  }
};

/// The scoped form with `lanes` bodies per item, which stay in registers throughout, and without
/// square roots and divisions. `tile` bodies are in local memory.
template <int size, int lanes, int tile>
struct alignas(8) nbody_tuned {
  static constexpr int work_group_size = size;
  template <class Group>
  using local_memory = body_tile<tile>;
  using bodies = kernel::pack<double, lanes>;

  nbody_step step;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, body_tile<tile>& local) const {
    typename Group::template private_memory<bodies> x, y, z;
    typename Group::template private_memory<acceleration<bodies>> a;
    const std::uint64_t first = group.id() * size * lanes;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t mine = first + static_cast<std::uint64_t>(item.id * lanes);
      x[item] = load(step.positions, mine);
      y[item] = load(step.positions + step.n, mine);
      z[item] = load(step.positions + 2 * step.n, mine);
      a[item] = acceleration<bodies>{};
    });
    for (std::uint64_t begin = 0; begin < step.n; begin += tile) {
      const int length = tile_length<tile>(step, begin);
      group.for_each_index_and_wait(length, [&](int j) OMPRIM_INLINE_LAMBDA {
        local.load(step, begin + static_cast<std::uint64_t>(j), j);
      });
      for (int j = 0; j < length; ++j) {
        const double xj = local.x[j];
        const double yj = local.y[j];
        const double zj = local.z[j];
        group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          a[item].pull(xj - x[item], yj - y[item], zj - z[item], step.softening, iterated<lanes>{});
        });
      }
      group.barrier();
    }
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 8
      for (int lane = 0; lane < lanes; ++lane) {
        const std::uint64_t i = first + static_cast<std::uint64_t>(item.id * lanes + lane);
        if (i < step.n) {
          move_body(step, i, kernel::lane<lanes>(a[item].x, lane),
                    kernel::lane<lanes>(a[item].y, lane), kernel::lane<lanes>(a[item].z, lane));
        }
      }
    });
  }

 private:
  /// Loads bodies first, first + 1, ...; past the last body, the last one again.
  OMPRIM_INLINE bodies load(const double* axis, std::uint64_t from) const {
    if constexpr (lanes == 1) {
      return axis[from < step.n ? from : step.n - 1];
    } else {
      bodies some{};
#pragma GCC unroll 8
      for (int lane = 0; lane < lanes; ++lane) {
        const std::uint64_t i = from + static_cast<std::uint64_t>(lane);
        some[lane] = axis[i < step.n ? i : step.n - 1];
      }
      return some;
    }
  }
};

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
