// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Copies a share of fewer than 2^31 keys and values, where no digit decides or a sort in place has
/// an odd number of passes. `positions`: the values are the positions of the keys.
template <kernel::work_group Group, class Data>
OMPRIM_INLINE void copy_sorted(Group& group, const Data& arrays, bool positions,
                               const kernel::share& mine) {
  using value = typename Data::value;
  const auto count = static_cast<int>(mine.end - mine.begin);
  if (arrays.keys != arrays.keys_out) {
    const auto* const from = arrays.keys + mine.begin;
    auto* const to = arrays.keys_out + mine.begin;
    group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA { to[i] = from[i]; });
  }
  if constexpr (Data::has_values) {
    value* const to = arrays.values_out + mine.begin;
    if (positions) {
      group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA {
        to[i] = static_cast<value>(mine.begin + static_cast<std::uint64_t>(i));
      });
    } else if (arrays.values != arrays.values_out) {
      const value* const from = arrays.values + mine.begin;
      group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA { to[i] = from[i]; });
    }
  }
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
