// SPDX-License-Identifier: BSD-3-Clause
// The vector code of each ISA level that this CPU runs (levels/).
#include <cstddef>

#include <gtest/gtest.h>

#include <dispatch/isa.hpp>
#include <omprim_build.hpp>

#include "levels/compress.hpp"

#define X(isa)                          \
  namespace omprim_test::isa {          \
  compress_fault find_compress_fault(); \
  }
OMPRIM_ISA_LIST
#undef X

namespace {

/// In the order of omprim::detail::isa_levels().
constexpr omprim_test::compress_fault (*find_fault[])() = {
#define X(isa) omprim_test::isa::find_compress_fault,
    OMPRIM_ISA_LIST
#undef X
};

TEST(Levels, CompressMovesTheLanesOfEveryMask) {
  const auto& levels = omprim::detail::isa_levels();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (!levels[i].runs_here()) continue;
    const omprim_test::compress_fault fault = find_fault[i]();
    EXPECT_FALSE(fault.found) << levels[i].name << ": mask " << std::hex << fault.bits << std::dec
                              << " of " << fault.lanes << " lanes of " << fault.type
                              << ", stored by lane_store::" << fault.store;
  }
}

}  // namespace
