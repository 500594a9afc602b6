// SPDX-License-Identifier: BSD-3-Clause
// Own kernels over the work-group (omprim::open::launch): each primitive of the kernel layer keeps
// the contract of group/work_group.hpp, on every backend.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/open/kernel.hpp>

#include "support/backends.hpp"
#include "support/memory.hpp"

namespace {

using omprim_test::placed_array;

struct plus_of_two {
  template <class T>
  OMPRIM_INLINE T operator()(T a, T b) const {
    return a + b;
  }
};

class OpenKernel : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(OpenKernel);

/// Every logical item writes its number in the grid.
template <int size>
struct alignas(8) number_items {
  static constexpr int work_group_size = size;
  template <class Group>
  struct local_memory {};
  std::int32_t* out;

  template <class Group>
  void operator()(Group& group, local_memory<Group>& /*local*/) const {
    group.for_each_item([&](auto item) {
      const auto place = group.id() * size + static_cast<std::uint64_t>(item.id);
      out[place] += static_cast<std::int32_t>(place) + 1;
    });
  }
};

template <int size>
void expect_each_item_once(const omprim::execution& where, std::uint64_t groups) {
  const std::size_t n = groups * size;
  const placed_array<std::int32_t> out(where, std::vector<std::int32_t>(n, 0));
  omprim::open::launch(where, groups, number_items<size>{out.pointer()});
  const auto values = out.values();
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(values[i], static_cast<std::int32_t>(i) + 1) << "size " << size << ", item " << i;
  }
}

TEST_P(OpenKernel, EveryItemOfEveryGroupRunsOnce) {
  expect_each_item_once<1>(where(), 100);
  expect_each_item_once<16>(where(), 1);
  expect_each_item_once<32>(where(), 1000);
  expect_each_item_once<256>(where(), 777);
  expect_each_item_once<1024>(where(), 33);
}

TEST_P(OpenKernel, NoGroupsAreNoWork) {
  omprim::open::launch(where(), 0, number_items<64>{nullptr});
}

/// Local memory, barriers and private memory: reverses each group's slice, twice over.
template <int size>
struct alignas(8) reverse_slices {
  static constexpr int work_group_size = size;
  template <class Group>
  struct local_memory {
    std::int32_t slice[size];
  };
  const std::int32_t* in;
  std::int32_t* out;

  template <class Group>
  void operator()(Group& group, local_memory<Group>& local) const {
    typename Group::template private_memory<std::int32_t> mine;
    const std::uint64_t start = group.id() * size;
    group.for_each_item_and_wait([&](auto item) {
      mine[item] = 1000 * item.id;
      local.slice[item.id] = in[start + static_cast<std::uint64_t>(item.id)];
    });
    group.for_each_item([&](auto item) { mine[item] += local.slice[size - 1 - item.id]; });
    group.barrier();
    group.for_each_item_and_wait([&](auto item) { local.slice[item.id] = mine[item]; });
    group.for_each_item([&](auto item) {
      out[start + static_cast<std::uint64_t>(item.id)] = local.slice[size - 1 - item.id];
    });
  }
};

TEST_P(OpenKernel, LocalMemoryIsSharedAfterABarrierAndPrivateMemoryIsKept) {
  constexpr int size = 128;
  constexpr std::uint64_t groups = 301;
  std::vector<std::int32_t> values(groups * size);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i % 997);
  const placed_array<std::int32_t> in(where(), values);
  const placed_array<std::int32_t> out(where(), std::vector<std::int32_t>(values.size(), -1));
  omprim::open::launch(where(), groups, reverse_slices<size>{in.data(), out.pointer()});
  const auto got = out.values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto reversed = static_cast<std::int32_t>(size - 1 - i % size);
    ASSERT_EQ(got[i], values[i] + 1000 * reversed) << i;
  }
}

/// The collectives, on values that tell items apart.
template <int size>
struct alignas(8) use_collectives {
  static constexpr int work_group_size = size;
  template <class Group>
  struct local_memory {
    typename Group::template scratch<std::int64_t> sums;
    typename Group::template scratch<int> flags;
  };
  std::int64_t* totals;  // per group: reduce
  std::int64_t* before;  // per item: exclusive_scan
  std::int64_t* all;     // per item: total of the scan, the same by reduce_for_all, number of
                         // odd ids, any above

  template <class Group>
  void operator()(Group& group, local_memory<Group>& local) const {
    namespace kernel = omprim::kernel;
    typename Group::template private_memory<std::int64_t> value;
    typename Group::template private_memory<bool> odd;
    typename Group::template private_memory<bool> last;
    const auto id = static_cast<std::int64_t>(group.id());
    group.for_each_item([&](auto item) {
      value[item] = id + item.id;
      odd[item] = item.id % 2 != 0;
      last[item] = item.id == size - 1 && id % 2 == 0;
    });
    const std::int64_t total = kernel::reduce(group, value, plus_of_two{}, local.sums);
    group.single_item([&] { totals[group.id()] = total; });
    const std::int64_t for_all = kernel::reduce_for_all(group, value, plus_of_two{}, local.sums);
    const auto scanned =
        kernel::exclusive_scan(group, value, std::int64_t{0}, plus_of_two{}, local.sums);
    const int odds = kernel::count(group, odd, local.flags);
    const bool some = kernel::any(group, last, local.flags);
    group.for_each_item([&](auto item) {
      const auto place = group.id() * size + static_cast<std::uint64_t>(item.id);
      before[place] = value[item];
      all[place] = scanned.total * 10000 + for_all * 10000000 + odds * 2 + (some ? 1 : 0);
    });
  }
};

template <int size>
void expect_collectives(const omprim::execution& where) {
  constexpr std::uint64_t groups = 57;
  const placed_array<std::int64_t> totals(where, std::vector<std::int64_t>(groups, -1));
  const placed_array<std::int64_t> before(where, std::vector<std::int64_t>(groups * size, -1));
  const placed_array<std::int64_t> all(where, std::vector<std::int64_t>(groups * size, -1));
  omprim::open::launch(where, groups,
                       use_collectives<size>{totals.pointer(), before.pointer(), all.pointer()});
  const auto got_totals = totals.values();
  const auto got_before = before.values();
  const auto got_all = all.values();
  for (std::size_t g = 0; g < groups; ++g) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(got_before[g * size + i], sum) << "size " << size << ", group " << g;
      sum += static_cast<std::int64_t>(g + i);
    }
    ASSERT_EQ(got_totals[g], sum) << "size " << size << ", group " << g;
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(got_all[g * size + i],
                sum * 10000 + sum * 10000000 + size / 2 * 2 + (g % 2 == 0 ? 1 : 0))
          << "size " << size << ", group " << g << ", item " << i;
    }
  }
}

TEST_P(OpenKernel, CollectivesHaveTheirResultsWhereTheContractSays) {
  expect_collectives<16>(where());
  expect_collectives<32>(where());
  expect_collectives<64>(where());
  expect_collectives<256>(where());
  expect_collectives<1024>(where());
}

/// Tiles: each is counted by the group that it belongs to.
template <bool in_order>
struct alignas(8) share_tiles {
  static constexpr int work_group_size = 64;
  template <class Group>
  struct local_memory {};
  std::uint64_t tiles;
  std::uint32_t* seen;  // per tile

  template <class Group>
  void operator()(Group& group, local_memory<Group>& /*local*/) const {
    if constexpr (in_order) {
      std::uint64_t next = 0;  // the same for the whole group
      group.for_each_tile_in_order(tiles, [&](std::uint64_t tile) {
        group.single_item([&] { seen[tile] += tile >= next ? 1 : 100; });
        next = tile + 1;
      });
    } else {
      group.for_each_tile(tiles,
                          [&](std::uint64_t tile) { group.single_item([&] { seen[tile] += 1; }); });
    }
  }
};

template <bool in_order>
void expect_each_tile_once(const omprim::execution& where) {
  for (const std::size_t tiles : {std::size_t{0}, std::size_t{1}, std::size_t{6}, std::size_t{7},
                                  std::size_t{8}, std::size_t{1000}, std::size_t{12345}}) {
    const placed_array<std::uint32_t> seen(where, std::vector<std::uint32_t>(tiles + 1, 0));
    omprim::open::launch(where, 7, share_tiles<in_order>{tiles, seen.pointer()});
    const auto got = seen.values();
    for (std::size_t t = 0; t < tiles; ++t) ASSERT_EQ(got[t], 1u) << "tile " << t;
    EXPECT_EQ(got[tiles], 0u) << "past the last of " << tiles;
  }
}

TEST_P(OpenKernel, EveryTileBelongsToOneGroup) { expect_each_tile_once<false>(where()); }
TEST_P(OpenKernel, TilesComeInAscendingOrderWhereAsked) { expect_each_tile_once<true>(where()); }

/// The first item of each sub-group writes the sum over the sub-group.
template <int size>
struct alignas(8) sum_sub_groups {
  static constexpr int work_group_size = size;
  template <class Group>
  struct local_memory {};
  std::int32_t* out;    // per sub-group, at the place of its first item
  std::int32_t* width;  // per item

  template <class Group>
  void operator()(Group& group, local_memory<Group>& /*local*/) const {
    typename Group::template private_memory<std::int32_t> value;
    const std::uint64_t start = group.id() * size;
    group.for_each_item([&](auto item) {
      value[item] = item.id + 1;
      width[start + static_cast<std::uint64_t>(item.id)] =
          item.sub_group_lane == 0 ? Group::sub_group_size : 0;
    });
    std::int32_t* const next = out + start;
    group.for_each_sub_group([&](auto sub_group) {
      const std::int32_t total = sub_group.reduce(value, plus_of_two{});
      // The first id of the sub-group follows from its sum, so the kernel need not know it.
      constexpr int items = Group::sub_group_size;
      sub_group.single_item([&] {
        const int first = (total - items * (items + 1) / 2) / items;
        next[first] = total;
      });
    });
  }
};

template <int size>
void expect_sub_groups(const omprim::execution& where) {
  constexpr std::uint64_t groups = 11;
  const placed_array<std::int32_t> out(where, std::vector<std::int32_t>(groups * size, 0));
  const placed_array<std::int32_t> width(where, std::vector<std::int32_t>(groups * size, -1));
  omprim::open::launch(where, groups, sum_sub_groups<size>{out.pointer(), width.pointer()});
  const auto got = out.values();
  const auto widths = width.values();
  for (std::size_t g = 0; g < groups; ++g) {
    const int items = widths[g * size];
    ASSERT_GT(items, 0);
    for (int i = 0; i < size; ++i) {
      const bool first = i % items == 0;
      const int sum = items * i + items * (items + 1) / 2;
      const std::size_t place = g * size + static_cast<std::size_t>(i);
      ASSERT_EQ(widths[place], first ? items : 0) << "size " << size << ", item " << i;
      ASSERT_EQ(got[place], first ? sum : 0) << "size " << size << ", item " << i;
    }
  }
}

TEST_P(OpenKernel, SubGroupsReduceTheirOwnItems) {
  expect_sub_groups<16>(where());
  expect_sub_groups<32>(where());
  expect_sub_groups<128>(where());
  expect_sub_groups<1024>(where());
}

/// Counts by ballots the items whose number is a multiple of three.
template <int size>
struct alignas(8) count_by_ballot {
  static constexpr int work_group_size = size;
  template <class Group>
  struct local_memory {};
  std::uint64_t* total;

  template <class Group>
  void operator()(Group& group, local_memory<Group>& /*local*/) const {
    typename Group::template private_memory<bool> flag;
    group.for_each_item([&](auto item) { flag[item] = item.id % 3 == 0; });
    group.for_each_sub_group([&](auto sub_group) {
      const std::uint64_t bits = sub_group.ballot(flag);
      sub_group.single_item([&] {
        __atomic_fetch_add(total, static_cast<std::uint64_t>(__builtin_popcountll(bits)),
                           __ATOMIC_RELAXED);
      });
    });
  }
};

TEST_P(OpenKernel, BallotsHaveABitForEachTrueFlag) {
  const placed_array<std::uint64_t> total(where(), {0});
  omprim::open::launch(where(), 7, count_by_ballot<16>{total.pointer()});
  EXPECT_EQ(total.values()[0], 7u * 6u);
  omprim::open::launch(where(), 5, count_by_ballot<256>{total.pointer()});
  EXPECT_EQ(total.values()[0], 7u * 6u + 5u * 86u);
}

}  // namespace
