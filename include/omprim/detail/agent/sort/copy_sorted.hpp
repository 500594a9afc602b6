// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Copies keys and values, where no digit decides or a sort in place has an odd number of passes.
template <class Word, class Value, tuning t>
struct alignas(8) copy_sorted {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {};

  sorted_data<Word, Value> arrays;
  std::uint64_t positions;  ///< not 0: the values are the positions of the keys

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const kernel::share mine = kernel::share_of(arrays.size, group);
    const auto count = static_cast<int>(mine.end - mine.begin);
    if (arrays.keys != arrays.keys_out) {
      const Word* const from = arrays.keys + mine.begin;
      Word* const to = arrays.keys_out + mine.begin;
      group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA { to[i] = from[i]; });
    }
    if constexpr (sorted_data<Word, Value>::has_values) {
      Value* const to = arrays.values_out + mine.begin;
      if (positions != 0) {
        group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA {
          to[i] = static_cast<Value>(mine.begin + static_cast<std::uint64_t>(i));
        });
      } else if (arrays.values != arrays.values_out) {
        const Value* const from = arrays.values + mine.begin;
        group.for_each_index(count, [&](int i) OMPRIM_INLINE_LAMBDA { to[i] = from[i]; });
      }
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
