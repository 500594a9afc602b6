// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/top_k/few_elements.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Orders few kept elements by one group, and writes the first k: a bitonic sort in local memory.
template <class Word, int size>
struct alignas(8) order_few {
  static constexpr int work_group_size = size;
  static constexpr auto most = static_cast<int>(top_k_policy::few_of_device);
  template <class Group>
  struct local_memory {
    placed_element element[most];
  };

  const Word* data;
  const std::uint64_t* places;
  const std::uint64_t* found;  ///< the positions of the elements
  std::uint64_t count;         ///< at most `most`
  Word* out;
  std::int64_t* positions;  ///< may be null
  std::uint64_t k;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const auto given = static_cast<int>(count);
    int length = 2;
    OMPRIM_KEEP_ROLLED
    while (length < given) length *= 2;
    group.for_each_index_and_wait(length, [&](int i) OMPRIM_INLINE_LAMBDA {
      local.element[i] = i < given ? placed_element{places[i], found[i]} : placed_element::last();
    });
    OMPRIM_KEEP_ROLLED
    for (int run = 2; run <= length; run *= 2) {
      OMPRIM_KEEP_ROLLED
      for (int stride = run / 2; stride > 0; stride /= 2) {
        group.for_each_index_and_wait(length / 2, [&](int pair) OMPRIM_INLINE_LAMBDA {
          const int i = 2 * pair - (pair & (stride - 1));
          const placed_element a = local.element[i];
          const placed_element b = local.element[i + stride];
          const bool ascends = (i & run) == 0;
          if ((b < a) != ascends) return;
          local.element[i] = b;
          local.element[i + stride] = a;
        });
      }
    }
    group.for_each_index(static_cast<int>(k), [&](int i) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t position = local.element[i].position;
      out[i] = data[position];
      if (positions != nullptr) positions[i] = static_cast<std::int64_t>(position);
    });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
