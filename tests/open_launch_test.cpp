// SPDX-License-Identifier: BSD-3-Clause
// How open templates are launched: memory for over-aligned types, and which devices have a
// translation unit's kernels.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/backend/host.hpp>
#include <omprim/detail/backend/image_probe.hpp>
#include <omprim/detail/backend/serial.hpp>
#include <omprim/open/reduce.hpp>
#if defined(OMPRIM_OFFLOAD)
#include <omprim/detail/backend/target.hpp>

#include "support/backends.hpp"
#include "support/memory.hpp"
#endif

namespace {

template <std::size_t alignment>
struct alignas(alignment) counter {
  std::uint64_t count;
  std::uint64_t greatest;
};

struct merge_counters {
  template <class T>
  static constexpr T identity() {
    return {0, 0};
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return {a.count + b.count, a.greatest > b.greatest ? a.greatest : b.greatest};
  }
};

// A backend refers to its executor.
using omprim::backends::host_backend;
using omprim::detail::executor;
static_assert(std::is_constructible_v<host_backend, const executor&, omprim::reduce_profile*>);
static_assert(!std::is_constructible_v<host_backend, executor, omprim::reduce_profile*>);

template <class T>
class OpenAligned : public testing::Test {};
using aligned_types = testing::Types<counter<32>, counter<64>, counter<128>>;
TYPED_TEST_SUITE(OpenAligned, aligned_types);

TYPED_TEST(OpenAligned, ScratchIsAligned) {
  using T = TypeParam;
  omprim::backends::host_backend backend(omprim::detail::serial_executor, nullptr);
  const auto misaligned = [](const void* p, std::size_t alignment) {
    return reinterpret_cast<std::uintptr_t>(p) % alignment;
  };
  // More than one of each size: a heap aligned to 16 gives an aligned block by chance.
  for (const auto count :
       std::initializer_list<std::uint64_t>{1, 33, 129, 130, 131, 132, 133, 1000, 1001, 100000}) {
    EXPECT_EQ(misaligned(backend.scratch<T>(count), alignof(T)), 0u) << count;
    EXPECT_EQ(misaligned(backend.input_scratch<T>(count), alignof(T)), 0u) << count;
    EXPECT_EQ(misaligned(backend.look_back(count), 64), 0u) << count;
  }
  EXPECT_EQ(misaligned(backend.result<T>(), alignof(T)), 0u);
}

TYPED_TEST(OpenAligned, IsReducedByManyThreads) {
  using T = TypeParam;
  constexpr std::size_t n = 200000;
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = {1, i * 7919 % n};
  for (const auto& where : {omprim::serial(), omprim::host(2), omprim::host(200)}) {
    const T total = omprim::open::reduce(where, values.data(), n, merge_counters{});
    EXPECT_EQ(total.count, n);
    EXPECT_EQ(total.greatest, n - 1);
  }
}

#if defined(OMPRIM_OFFLOAD)
class OpenAlignedOn : public omprim_test::backend_test {
 protected:
  template <class T>
  static void expect_aligned(const T* p, std::uint64_t count) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % alignof(T), 0U)
        << count << " of alignment " << alignof(T);
  }
  template <class T>
  static void expect_aligned_workspace() {
    omprim::backends::target_backend backend(where().device_number(), nullptr);
    expect_aligned(backend.result<T>(), 1);
    expect_aligned(backend.counters<T>(), 1);
    // Larger ones each time: the workspace keeps its memory until more is asked for.
    for (const auto count :
         std::initializer_list<std::uint64_t>{1, 1001, 10001, 20001, 40001, 80001, 160001}) {
      expect_aligned(backend.scratch<T>(count), count);
      expect_aligned(backend.input_scratch<T>(count), count);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(backend.look_back(count)) % 64, 0U) << count;
    }
  }
  template <class T>
  static void expect_reduced() {
    constexpr std::size_t n = 20000;
    std::vector<T> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = {1, i * 7919 % n};
    // omprim::allocate aligns memory of the host as a device to 16 bytes only.
    omprim_test::memory data(where(), (n + 1) * sizeof(T));
    const std::size_t start = reinterpret_cast<std::uintptr_t>(data.data()) % alignof(T);
    const std::size_t skipped = start == 0 ? 0 : alignof(T) - start;
    data.write(skipped, values.data(), n * sizeof(T));
    const auto* const there = reinterpret_cast<const T*>(data.data() + skipped);
    const T total = omprim::open::reduce(where(), there, n, merge_counters{});
    EXPECT_EQ(total.count, n);
    EXPECT_EQ(total.greatest, n - 1);
  }
};
OMPRIM_ON_EVERY_DEVICE(OpenAlignedOn);

TEST_P(OpenAlignedOn, WorkspaceIsAligned) {
  expect_aligned_workspace<counter<32>>();
  expect_aligned_workspace<counter<64>>();
  expect_aligned_workspace<counter<128>>();
}

TEST_P(OpenAlignedOn, IsReduced) {
  expect_reduced<counter<32>>();
  expect_reduced<counter<64>>();
  expect_reduced<counter<128>>();
}
#endif

// Where the host is a device, too, some devices have the images and others not.
TEST(OpenLaunch, EachDeviceIsAskedForItself) {
  omprim::backends::answers_by_device answers;
  int asked = 0;
  const auto is_odd = [&](int device) {
    ++asked;
    return device % 2 != 0;
  };
  for (int round = 0; round < 3; ++round) {
    for (int device = 0; device < 8; ++device) {
      EXPECT_EQ(answers.get(device, is_odd), device % 2 != 0) << "device " << device;
    }
  }
  EXPECT_EQ(asked, 8);
  EXPECT_TRUE(answers.get(1001, is_odd));
  EXPECT_FALSE(answers.get(1000, is_odd));
}

// The words of a look-back also lie where its headers have padding.
TEST(HostBackend, MemoryOfALookBackIsZeroEverywhere) {
  constexpr std::uint64_t tiles = 200;
  constexpr std::size_t bytes = omprim::kernel::look_back_bytes(tiles);
  constexpr std::size_t line = sizeof(omprim::kernel::look_back_header);
  {
    omprim::backends::host_backend earlier(omprim::detail::serial_executor, nullptr);
    auto* const used = earlier.input_scratch<unsigned char>((bytes / line + 1) * line);
    std::fill_n(used, (bytes / line + 1) * line, static_cast<unsigned char>(255));
  }
  omprim::backends::host_backend backend(omprim::detail::serial_executor, nullptr);
  const auto* const first = reinterpret_cast<const unsigned char*>(backend.look_back(tiles));
  EXPECT_EQ(std::count(first, first + bytes, 0), static_cast<std::ptrdiff_t>(bytes));
}

}  // namespace
