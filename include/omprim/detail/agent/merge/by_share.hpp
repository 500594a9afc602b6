// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/merge/by_stream.hpp>
#include <omprim/detail/agent/merge/by_tile.hpp>
#include <omprim/detail/agent/merge/policy.hpp>
#include <omprim/detail/agent/merge/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/partition_point.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// A group's share of a merge: a contiguous part of the output.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Word, class Value, class Order, tuning t>
struct alignas(8) merge_shares {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = merge_policy::threads_per_unit;
  using tiles = tile_merger<Word, Value, Order, t>;

  template <class Group>
  struct local_memory {
    std::conditional_t<Group::thread_per_item, typename tiles::memory,
                       typename Group::template scratch<int>>
        memory;
  };

  merged_input<Word, Value> a;
  merged_input<Word, Value> b;
  Word* keys_out;
  Value* values_out;
  Order order;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const kernel::share mine = share_of(group, a.n + b.n);
    if (mine.begin == mine.end) return;
    if constexpr (Group::thread_per_item) {
      tiles{a, b, keys_out, values_out, order}.run(group, local.memory, mine.begin, mine.end);
    } else {
      merge_streams(group, mine, local.memory);
    }
  }

 private:
  /// Keys of the output. Shares of tiles begin at multiples of `aligned` keys, so that the stores
  /// of a sub-group are of whole lines.
  template <class Group>
  static OMPRIM_INLINE kernel::share share_of(const Group& group, std::uint64_t n) {
    if constexpr (!Group::thread_per_item) return kernel::share_of(n, group);
    constexpr std::uint64_t aligned = 128 / sizeof(Word);
    const kernel::share mine = kernel::share_of((n + aligned - 1) / aligned, group);
    return {mine.begin * aligned, mine.end * aligned < n ? mine.end * aligned : n};
  }

  /// The number of keys of `a` among the first `diagonal` of the output.
  template <class Group>
  OMPRIM_INLINE std::uint64_t keys_of_a(const Group& group, std::uint64_t diagonal,
                                        typename Group::template scratch<int>& scratch) const {
    const std::uint64_t least = diagonal > b.n ? diagonal - b.n : 0;
    const std::uint64_t most = diagonal < a.n ? diagonal : a.n;
    return kernel::partition_point(
        group, least, most,
        [&](std::uint64_t i)
            OMPRIM_INLINE_LAMBDA { return is_before(a.keys, b.keys, diagonal, i, order); },
        scratch);
  }

  template <class Group>
  OMPRIM_INLINE void merge_streams(const Group& group, const kernel::share& mine,
                                   typename Group::template scratch<int>& scratch) const {
    constexpr int streams = merge_policy::streams;
    merge_stream all[streams];
    std::uint64_t begin = mine.begin;
    std::uint64_t i = keys_of_a(group, begin, scratch);
    for (int s = 0; s < streams; ++s) {
      const std::uint64_t end =
          mine.begin +
          kernel::share_of(mine.end - mine.begin, static_cast<std::uint64_t>(s), streams).end;
      const std::uint64_t next = keys_of_a(group, end, scratch);
      all[s] = {i, next, begin, end};
      begin = end;
      i = next;
    }
    stream_merger<Word, Value, Order>{a, b, keys_out, values_out, order}.run(all);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
