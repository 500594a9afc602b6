// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hierarchy/dgemm_tuned.hpp>
#include <hierarchy/nbody.hpp>
#include <hierarchy/reduction.hpp>

#include "support/values.hpp"

/// Checks every form of every kernel of tools/omprim/hierarchy against the serial result. A `Stage`
/// runs them:
///   stage.place(vector)             an array in its memory, with pointer() and values()
///   stage.launch(groups, kernel)
namespace omprim_test {

namespace hierarchy = omprim::hierarchy;
namespace kernel = omprim::kernel;

/// Whole numbers, whose sums and products are exact in any order.
inline std::vector<double> whole_doubles(std::size_t n, int bound) {
  random_engine random(test_seed() + n);
  std::vector<double> values(n);
  for (double& x : values) x = random_whole<int>(random, -bound, bound);
  return values;
}

// ---- Matrix products -----------------------------------------------------------------------

struct matrix_sizes {
  std::size_t rows, columns, depth;
};

inline std::vector<double> serial_product(const std::vector<double>& a,
                                          const std::vector<double>& b, const matrix_sizes& size) {
  std::vector<double> c(size.rows * size.columns, 0);
  for (std::size_t i = 0; i < size.rows; ++i) {
    for (std::size_t k = 0; k < size.depth; ++k) {
      for (std::size_t j = 0; j < size.columns; ++j) {
        c[i * size.columns + j] += a[i * size.depth + k] * b[k * size.columns + j];
      }
    }
  }
  return c;
}

/// run(product) computes c. The matrices are `offset` elements past an aligned address.
template <class Stage, class Run>
void check_product(Stage&& stage, const matrix_sizes& size, std::size_t offset, Run&& run) {
  SCOPED_TRACE(std::to_string(size.rows) + " x " + std::to_string(size.depth) + " by " +
               std::to_string(size.columns) + ", offset " + std::to_string(offset));
  const auto a = whole_doubles(size.rows * size.depth, 9);
  const auto b = whole_doubles(size.depth * size.columns, 9);
  std::vector<double> shifted_a(offset, 0);
  shifted_a.insert(shifted_a.end(), a.begin(), a.end());
  const auto there_a = stage.place(shifted_a);
  const auto there_b = stage.place(b);
  // There is one element after the end, which no form may write.
  const auto there_c = stage.place(std::vector<double>(size.rows * size.columns + 1, -0.5));
  run(hierarchy::product{there_a.pointer() + offset, there_b.pointer(), there_c.pointer(),
                         size.rows, size.columns, size.depth});
  auto got = there_c.values();
  EXPECT_EQ(got.back(), -0.5);
  got.pop_back();
  EXPECT_EQ(got, serial_product(a, b, size));
}

template <int tile, class Stage>
void check_dgemm_forms(Stage&& stage, const matrix_sizes& size) {
  const auto groups = [](const hierarchy::product& what) {
    return hierarchy::blocks_of(what, tile, tile);
  };
  check_product(stage, size, 0, [&](const hierarchy::product& what) {
    stage.launch(groups(what), kernel::nd_range{hierarchy::dgemm_nd_range<tile>{what}});
  });
  check_product(stage, size, 0, [&](const hierarchy::product& what) {
    stage.launch(groups(what), kernel::hierarchical{hierarchy::dgemm_hierarchical<tile>{what}});
  });
  check_product(stage, size, 0, [&](const hierarchy::product& what) {
    stage.launch(groups(what), hierarchy::dgemm_scoped<tile>{what});
  });
}

template <hierarchy::dgemm_shape shape, class Stage>
void check_tuned_dgemm(Stage&& stage, const matrix_sizes& size, std::size_t offset = 0) {
  check_product(stage, size, offset, [&](const hierarchy::product& what) {
    stage.launch(hierarchy::blocks_of(what, shape.block_rows, shape.block_columns),
                 hierarchy::dgemm_tuned<shape>{what});
  });
}

// ---- Sums ----------------------------------------------------------------------------------

/// form(level) returns a kernel with groups of `size` items.
template <int size, class Stage, class Form>
void check_sums(Stage&& stage, std::size_t n, Form&& form) {
  SCOPED_TRACE(std::to_string(n) + " values");
  const auto values = whole_doubles(n, 1000);
  const std::size_t groups = hierarchy::groups_for<size>(n);
  const auto there = stage.place(values);
  const auto partials = stage.place(std::vector<double>(2 * groups + 2, -0.5));
  const hierarchy::summation what{there.pointer(), n, partials.pointer()};
  const auto launch = [&](std::uint64_t count, const hierarchy::tree_level& level) {
    stage.launch(count, form(level));
  };
  double want = 0;
  for (const double x : values) want += x;
  const double* const at = hierarchy::reduce<size>(what, launch);
  EXPECT_EQ(partials.values()[static_cast<std::size_t>(at - what.partials)], want);

  launch(groups, {what.values, n, what.partials});
  const auto of_groups = partials.values();
  for (std::size_t g = 0; g < groups; ++g) {
    double sum = 0;
    for (std::size_t i = g * size; i < n && i < (g + 1) * size; ++i) sum += values[i];
    ASSERT_EQ(of_groups[g], sum) << "group " << g;
  }
}

template <int size, class Stage>
void check_sum_forms(Stage&& stage, std::size_t n) {
  check_sums<size>(stage, n, [](const hierarchy::tree_level& level) {
    return kernel::nd_range{hierarchy::sum_nd_range<size>{level}};
  });
  check_sums<size>(stage, n, [](const hierarchy::tree_level& level) {
    return kernel::hierarchical{hierarchy::sum_hierarchical<size>{level}};
  });
  check_sums<size>(stage, n, [](const hierarchy::tree_level& level) {
    return hierarchy::sum_scoped<size>{level};
  });
}

// ---- Bodies --------------------------------------------------------------------------------

struct bodies {
  std::vector<double> positions, velocities;
};

inline bodies random_bodies(std::size_t n) {
  random_engine random(test_seed() + n);
  bodies all{std::vector<double>(3 * n), std::vector<double>(3 * n)};
  for (double& x : all.positions) x = random_whole<int>(random, -1000, 1000) / 256.0;
  for (double& x : all.velocities) x = random_whole<int>(random, -1000, 1000) / 1024.0;
  return all;
}

constexpr double softening = 1.0 / 64;
constexpr double time_step = 1.0 / 128;

/// One step, each term computed in extended precision.
inline bodies serial_step(const bodies& now, std::size_t n) {
  bodies next = now;
  for (std::size_t i = 0; i < n; ++i) {
    long double a[3] = {};
    for (std::size_t j = 0; j < n; ++j) {
      long double way[3];
      long double square = softening;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        way[axis] =
            static_cast<long double>(now.positions[axis * n + j]) - now.positions[axis * n + i];
        square += way[axis] * way[axis];
      }
      for (std::size_t axis = 0; axis < 3; ++axis) {
        a[axis] += way[axis] / (square * std::sqrt(square));
      }
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t at = axis * n + i;
      next.velocities[at] = static_cast<double>(now.velocities[at] + time_step * a[axis]);
      next.positions[at] = now.positions[at] + time_step * next.velocities[at];
    }
  }
  return next;
}

/// run(step) computes the step.
template <class Stage, class Run>
void check_step(Stage&& stage, std::size_t n, Run&& run) {
  SCOPED_TRACE(std::to_string(n) + " bodies");
  const bodies now = random_bodies(n);
  const auto positions = stage.place(now.positions);
  const auto velocities = stage.place(now.velocities);
  const auto new_positions = stage.place(std::vector<double>(3 * n + 1, -0.5));
  const auto new_velocities = stage.place(std::vector<double>(3 * n + 1, -0.5));
  run(hierarchy::nbody_step{positions.pointer(), velocities.pointer(), new_positions.pointer(),
                            new_velocities.pointer(), n, softening, time_step});
  const auto got_positions = new_positions.values();
  const auto got_velocities = new_velocities.values();
  EXPECT_EQ(got_positions.back(), -0.5);
  EXPECT_EQ(got_velocities.back(), -0.5);
  const bodies want = serial_step(now, n);
  // Velocities are of the order of 1: some thousand terms of up to 8 / time_step / n each.
  constexpr double tolerance = 1e-12;
  for (std::size_t i = 0; i < 3 * n; ++i) {
    ASSERT_NEAR(got_velocities[i], want.velocities[i], tolerance) << i;
    ASSERT_NEAR(got_positions[i], want.positions[i], tolerance) << i;
  }
}

template <int size, class Stage>
void check_nbody_forms(Stage&& stage, std::size_t n) {
  using step = hierarchy::nbody_step;
  const std::uint64_t groups = (n + size - 1) / size;
  check_step(stage, n, [&](const step& what) {
    stage.launch(groups, kernel::nd_range{hierarchy::nbody_nd_range<size>{what}});
  });
  check_step(stage, n, [&](const step& what) {
    stage.launch(groups, kernel::hierarchical{hierarchy::nbody_hierarchical<size>{what}});
  });
  check_step(stage, n,
             [&](const step& what) { stage.launch(groups, hierarchy::nbody_scoped<size>{what}); });
}

template <int size, int lanes, int tile, class Stage>
void check_tuned_nbody(Stage&& stage, std::size_t n) {
  check_step(stage, n, [&](const hierarchy::nbody_step& what) {
    stage.launch((n + size * lanes - 1) / (size * lanes),
                 hierarchy::nbody_tuned<size, lanes, tile>{what});
  });
}

}  // namespace omprim_test
