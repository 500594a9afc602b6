// SPDX-License-Identifier: BSD-3-Clause
// Allocation and copies where an execution runs.
#include "support/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/buffer_at.hpp>
#include <omprim/memory.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"

namespace {

class Memory : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(Memory);

TEST_P(Memory, CopiesInAndOut) {
  std::vector<int> values(10007);
  std::iota(values.begin(), values.end(), -5000);
  const omprim_test::placed_array<int> data(where(), values, 3);
  EXPECT_EQ(data.values(), values);
}

TEST_P(Memory, CopiesWithin) {
  std::vector<int> values(10007);
  std::iota(values.begin(), values.end(), 7);
  const omprim_test::placed_array<int> from(where(), values, 1);
  const omprim_test::placed_array<int> to(where(), std::vector<int>(values.size()), 5);
  omprim::copy_within(where(), to.pointer(), from.data(), values.size() * sizeof(int));
  EXPECT_EQ(to.values(), values);
  omprim::copy_within(where(), nullptr, nullptr, 0);
  omprim_test::expect_error(omprim::status::invalid_argument, {"copy_within", "16"},
                            [&] { omprim::copy_within(where(), nullptr, from.data(), 16); });
}

TEST_P(Memory, IsAlignedAsDocumented) {
  const int device = where().device_number();
  const bool host_as_device =
      device >= 0 &&
      omprim::devices()[static_cast<std::size_t>(device)].kind == omprim::device_kind::host;
  const std::uintptr_t alignment = host_as_device ? 16 : 256;
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{100}, std::size_t{1} << 20}) {
    const omprim_test::memory data(where(), bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data.data()) % alignment, 0u) << bytes << " bytes";
  }
}

TEST_P(Memory, NothingCanBeAllocatedAndFreed) {
  void* nothing = omprim::allocate(where(), 0);
  omprim::deallocate(where(), nothing);
  omprim::deallocate(where(), nullptr);
}

TEST_P(Memory, MoreThanThereIsIsAnError) {
  omprim_test::expect_error(omprim::status::out_of_memory, {}, [&] {
    omprim::deallocate(where(), omprim::allocate(where(), std::size_t{1} << 60));
  });
}

TEST_P(Memory, BuffersOfCallsDoNotOverlapAndAreUsedAgain) {
  constexpr std::size_t large = 7654321;
  // Nothing else waits: a device that has no room frees what does.
  EXPECT_THROW((void)omprim::allocate(where(), std::size_t{1} << 60), omprim::error);
  const char* before = nullptr;
  {
    const auto first = omprim::detail::buffer_at<char>(where(), large);
    const auto second = omprim::detail::buffer_at<char>(where(), large);
    const auto none = omprim::detail::buffer_at<char>(where(), 0);
    EXPECT_EQ(none.get(), nullptr);
    const std::vector<char> sevens(large, 7);
    const std::vector<char> eights(large, 8);
    omprim::copy_in(where(), first.get(), sevens.data(), large);
    omprim::copy_in(where(), second.get(), eights.data(), large);
    std::vector<char> got(large);
    omprim::copy_out(where(), got.data(), first.get(), large);
    EXPECT_EQ(got, sevens);
    before = first.get();
  }
  if (where().where() != omprim::backend::device) return;
  const auto one = omprim::detail::buffer_at<char>(where(), large - 100);
  const auto other = omprim::detail::buffer_at<char>(where(), large);
  EXPECT_TRUE(one.get() == before || other.get() == before);
}

// What waits for the next call has at most 256 MB.
TEST_P(Memory, MoreBuffersThanWait) {
  for (const std::size_t megabytes :
       std::initializer_list<std::size_t>{1, 200, 2, 100, 3, 4, 300, 6}) {
    const std::size_t bytes = megabytes << 20;
    const auto one = omprim::detail::buffer_at<char>(where(), bytes);
    const auto other = omprim::detail::buffer_at<char>(where(), bytes / 2);
    const char last = 5;
    omprim::copy_in(where(), one.get() + bytes - 1, &last, 1);
    omprim::copy_in(where(), other.get() + bytes / 2 - 1, &last, 1);
  }
}

}  // namespace
