// SPDX-License-Identifier: BSD-3-Clause
// Allocation and copies where an execution runs.
#include "support/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

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

}  // namespace
