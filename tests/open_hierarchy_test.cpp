// SPDX-License-Identifier: BSD-3-Clause
// Kernels in four forms (omprim/open/kernel.hpp), on every backend: the kernels of `omprim sweep
// hierarchy`, and the promises of the forms.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/open/kernel.hpp>

#include "support/backends.hpp"
#include "support/hierarchy_checks.hpp"
#include "support/memory.hpp"

namespace {

namespace hierarchy = omprim::hierarchy;
namespace kernel = omprim::kernel;
using omprim_test::placed_array;
using counts = std::initializer_list<std::size_t>;

struct open_stage {
  omprim::execution where;

  template <class T>
  placed_array<T> place(const std::vector<T>& values) const {
    return placed_array<T>(where, values);
  }
  template <class Kernel>
  void launch(std::uint64_t groups, const Kernel& work) const {
    omprim::open::launch(where, groups, work);
  }
};

class OpenHierarchy : public omprim_test::backend_test {
 protected:
  static open_stage stage() { return {where()}; }
};
OMPRIM_ON_EVERY_BACKEND(OpenHierarchy);

// Matrices smaller than a tile, of no whole number of tiles, and of several tiles.
constexpr omprim_test::matrix_sizes matrices[] = {{1, 1, 1},   {16, 16, 16}, {17, 1, 3},
                                                  {5, 40, 33}, {48, 31, 50}, {97, 130, 70}};

TEST_P(OpenHierarchy, ProductsInEveryForm) {
  for (const auto& size : matrices) {
    const auto here = stage();
    omprim_test::check_product(here, size, 0, [&](const hierarchy::product& what) {
      omprim::open::parallel_for(where(), what.rows * what.columns, hierarchy::dgemm_simple{what});
    });
    omprim_test::check_dgemm_forms<16>(here, size);
  }
}

TEST_P(OpenHierarchy, TunedProducts) {
  for (const auto& size : matrices) {
    for (const std::size_t offset : {std::size_t{0}, std::size_t{1}}) {
      omprim_test::check_tuned_dgemm<hierarchy::dgemm_shape{64, 32, 64, 8, 4, 8}>(stage(), size,
                                                                                  offset);
#if !defined(OMPRIM_OFFLOAD)
      // A single thread; on a GPU a group has at least as many as register tiles.
      omprim_test::check_tuned_dgemm<hierarchy::dgemm_shape{1, 32, 48, 20, 8, 24}>(stage(), size,
                                                                                   offset);
      omprim_test::check_tuned_dgemm<hierarchy::dgemm_shape{1, 24, 16, 128, 6, 8}>(stage(), size,
                                                                                   offset);
#endif
    }
  }
}

TEST_P(OpenHierarchy, SumsInEveryForm) {
  for (const std::size_t n : counts{1, 255, 256, 257, 70000}) {
    omprim_test::check_sum_forms<256>(stage(), n);
  }
  omprim_test::check_sum_forms<1>(stage(), 1);
  omprim_test::check_sum_forms<16>(stage(), 1000);
  omprim_test::check_sum_forms<1024>(stage(), 5000);
}

TEST_P(OpenHierarchy, BodiesInEveryForm) {
  for (const std::size_t n : counts{1, 255, 256, 600}) {
    const auto here = stage();
    omprim_test::check_step(here, n, [&](const hierarchy::nbody_step& what) {
      omprim::open::parallel_for(where(), n, hierarchy::nbody_simple{what});
    });
    omprim_test::check_nbody_forms<256>(here, n);
    omprim_test::check_tuned_nbody<4, 8, 128>(here, n);
    omprim_test::check_tuned_nbody<64, 2, 64>(here, n);
    omprim_test::check_tuned_nbody<64, 1, 128>(here, n);
  }
}

template <int lanes>
void expect_inverse_cubes() {
  omprim_test::random_engine random(omprim_test::test_seed());
  for (int i = 0; i < 20000; ++i) {
    const int exponent = omprim_test::random_whole<int>(random, -200, 200);
    const double d =
        std::ldexp(1 + omprim_test::random_whole<int>(random, 0, 1 << 30) * 0x1p-30, exponent);
    const auto got = kernel::lane<lanes>(
        hierarchy::iterated<lanes>{}(kernel::broadcast<double, lanes>(d)), lanes - 1);
    const long double want =
        1 / (static_cast<long double>(d) * std::sqrt(static_cast<long double>(d)));
    ASSERT_LT(std::fabs(static_cast<double>((got - want) / want)), 2e-15) << d;
  }
}

TEST(HierarchyArithmetic, InverseCubesWithoutSquareRootsAreAccurate) {
  expect_inverse_cubes<1>();
  expect_inverse_cubes<2>();
  expect_inverse_cubes<8>();
}

/// Items that wait for each other in a loop: each item reads the value that its neighbour wrote in
/// the previous round.
template <int size>
struct alignas(8) pass_around {
  static constexpr int work_group_size = size;
  struct local_memory {
    std::int64_t slot[size];
  };
  std::int64_t* out;
  std::int64_t rounds;

  template <class Item>
  void operator()(const Item& item, local_memory& local) const {
    const int me = item.local_id();
    std::int64_t mine = static_cast<std::int64_t>(item.global_id());
    for (std::int64_t r = 0; r < rounds; ++r) {
      local.slot[me] = mine;
      item.barrier();
      mine = local.slot[(me + 1) % size];
      item.barrier();
    }
    out[item.global_id()] = mine * 10 + static_cast<std::int64_t>(item.group_count() % 10);
  }
};

template <int size>
void expect_passed_around(const omprim::execution& where, std::uint64_t groups,
                          std::int64_t rounds) {
  const placed_array<std::int64_t> out(where, std::vector<std::int64_t>(groups * size, -1));
  omprim::open::launch(where, groups, kernel::nd_range{pass_around<size>{out.pointer(), rounds}});
  const auto got = out.values();
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto from = i / size * size + (i + static_cast<std::size_t>(rounds)) % size;
    ASSERT_EQ(got[i], static_cast<std::int64_t>(from * 10 + groups % 10)) << i;
  }
}

TEST_P(OpenHierarchy, ItemsOfAnNdRangeWaitForEachOther) {
  expect_passed_around<1>(where(), 5, 3);
  expect_passed_around<64>(where(), 33, 0);
  expect_passed_around<256>(where(), 9, 100);
  expect_passed_around<32>(where(), 1, 31);  // fewer fibers than before
  expect_passed_around<1024>(where(), 3, 7);
}

/// Loops over more and fewer logical items than the group has.
struct alignas(8) count_logical_items {
  static constexpr int work_group_size = 64;
  struct local_memory {
    int seen[300];
  };
  int* out;

  template <class Group>
  void operator()(const Group& group, local_memory& local) const {
    group.parallel_for_work_item(300, [&](int i) { local.seen[i] = i; });
    group.parallel_for_work_item(7, [&](int i) { local.seen[i] += 1000; });
    group.parallel_for_work_item(0, [&](int i) { local.seen[i] = -1; });
    group.single_work_item([&] { local.seen[299] += 5; });
    group.parallel_for_work_item(300, [&](int i) {
      out[group.id() * 300 + static_cast<std::uint64_t>(i)] = local.seen[299 - i];
    });
  }
};

TEST_P(OpenHierarchy, LoopsHaveAsManyLogicalItemsAsTheyAskFor) {
  constexpr std::size_t groups = 5;
  const placed_array<int> out(where(), std::vector<int>(300 * groups, -1));
  omprim::open::launch(where(), groups, kernel::hierarchical{count_logical_items{out.pointer()}});
  const auto got = out.values();
  for (std::size_t i = 0; i < got.size(); ++i) {
    const int from = 299 - static_cast<int>(i % 300);
    ASSERT_EQ(got[i], from + (from < 7 ? 1000 : 0) + (from == 299 ? 5 : 0)) << i;
  }
}

/// Items of sub-groups know where they are.
struct alignas(8) name_sub_group_items {
  static constexpr int work_group_size = 128;
  template <class Group>
  struct local_memory {};
  int* out;

  template <class Group>
  void operator()(Group& group, local_memory<Group>& /*local*/) const {
    int* const mine = out + group.id() * work_group_size;
    group.for_each_sub_group([&](auto sub_group) {
      sub_group.for_each_item([&](auto item) {
        const bool right = item.sub_group == sub_group.id() &&
                           item.id == item.sub_group * Group::sub_group_size + item.sub_group_lane;
        mine[item.id] += right ? item.id + 1 : 100000;
      });
    });
  }
};

TEST_P(OpenHierarchy, SubGroupsDistributeTheirItems) {
  constexpr std::size_t groups = 3;
  const placed_array<int> out(where(), std::vector<int>(128 * groups, 0));
  omprim::open::launch(where(), groups, name_sub_group_items{out.pointer()});
  const auto got = out.values();
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], static_cast<int>(i % 128) + 1);
}

struct square_numbers {
  std::uint64_t* out;
  void operator()(std::uint64_t i) const { out[i] = i * i; }
};

TEST_P(OpenHierarchy, ParallelForVisitsEveryIndexOnce) {
  for (const std::size_t n : counts{0, 1, 1000, 65537}) {
    const placed_array<std::uint64_t> out(where(), std::vector<std::uint64_t>(n + 1, 7));
    omprim::open::parallel_for(where(), n, square_numbers{out.pointer()});
    const auto got = out.values();
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(got[i], i * i);
    EXPECT_EQ(got[n], 7u);
  }
}

}  // namespace
