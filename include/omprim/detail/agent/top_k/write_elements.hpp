// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Writes the elements at some positions, and the positions.
template <class Word, tuning t>
struct alignas(8) write_elements {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {};

  const Word* data;
  const std::uint64_t* found;  ///< the positions
  std::uint64_t count;
  Word* out;
  std::int64_t* positions;  ///< may be null

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const kernel::share mine = kernel::share_of(count, group);
    const auto size = static_cast<int>(mine.end - mine.begin);
    group.for_each_index(size, [&](int i) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t to = mine.begin + static_cast<std::uint64_t>(i);
      out[to] = data[found[to]];
    });
    if (positions == nullptr) return;
    group.for_each_index(size, [&](int i) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t to = mine.begin + static_cast<std::uint64_t>(i);
      positions[to] = static_cast<std::int64_t>(found[to]);
    });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
