// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// One logical work-item, seen from inside for_each_item.
struct work_item {
  int id;              ///< in [0, Group::size)
  int sub_group;       ///< in [0, Group::size / Group::sub_group_size)
  int sub_group_lane;  ///< in [0, Group::sub_group_size)
};

constexpr bool is_power_of_two(int x) { return x > 0 && (x & (x - 1)) == 0; }

}  // namespace omprim::inline OMPRIM_ABI::kernel
