// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/short_segment.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/padded_array.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/segments.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Sorts segments all of which are short: each item sorts one. Keys and values go through local
/// memory, so that neighbouring items read and write neighbouring elements.
template <class Word, class Value, class Order>
struct alignas(8) sort_short_segments {
  static constexpr int work_group_size = sort_policy::short_segments_of_group;
  static constexpr int threads_per_unit = sort_policy::merging_threads_per_unit;
  using problem_type = sort_problem<Word, Value>;
  using segment_type = short_segment<Word, Value, Order>;

  static constexpr int most = work_group_size * segment_type::most;  ///< keys of a group
  /// One more, which items without keys read.
  template <class T>
  static constexpr int room = kernel::padded_array<T>::room(most + 1);

  template <class Group>
  union local_memory {
    Word keys[room<Word>];
    Value values[problem_type::has_values ? room<Value> : 1];
  };

  problem_type problem;
  kernel::segment_bounds bounds;

  [[nodiscard]] static std::uint64_t groups(std::uint64_t segments) {
    return (segments - 1) / work_group_size + 1;
  }

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const std::uint64_t first = group.id() * work_group_size;
    const std::uint64_t rest = bounds.segments - first;
    const int segments = rest < work_group_size ? static_cast<int>(rest) : work_group_size;
    const std::uint64_t begin = bounds.begin(first);
    const auto count =
        static_cast<int>(bounds.begin(first + static_cast<std::uint64_t>(segments)) - begin);
    typename Group::template private_memory<segment_type> mine;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      segment_type& own = mine[item];
      own = {most, 0, 0};
      if (item.id < segments) {
        const std::uint64_t segment = first + static_cast<std::uint64_t>(item.id);
        const std::uint64_t own_begin = bounds.begin(segment);
        own.count = static_cast<int>(bounds.end(segment) - own_begin);
        if (own.count != 0) own.begin = static_cast<int>(own_begin - begin);
      }
    });
    load(group, local.keys, problem.keys + begin, count);
    const auto order = segment_type::order_type::of(problem.compared);
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      segment_type& own = mine[item];
      own.longest = kernel::greatest_of_sub_group(group, own.count);
      own.sort(local.keys, order);
    });
    store(group, local.keys, problem.keys_out + begin, count);
    if constexpr (problem_type::has_values) {
      group.barrier();
      if (problem.values != nullptr) {
        load(group, local.values, problem.values + begin, count);
      } else {
        for_each_place<Value>(group, count, [&](int i, int place) OMPRIM_INLINE_LAMBDA {
          local.values[place] = static_cast<Value>(begin + static_cast<std::uint64_t>(i));
        });
        group.barrier();
      }
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA { mine[item].move(local.values); });
      store(group, local.values, problem.values_out + begin, count);
    }
  }

 private:
  /// Calls f(i, place) for each of the first `count` elements, and its place in local memory.
  template <class T, class Group, class Function>
  static OMPRIM_INLINE void for_each_place(Group& group, int count, const Function& f) {
    using places = kernel::padded_array<T>;
    static_assert(work_group_size % places::row == 0);
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      int place = places::place(item.id);
#pragma GCC unroll 4
      for (int i = item.id; i < count; i += work_group_size) {
        f(i, place);
        place += places::place(work_group_size);
      }
    });
  }
  template <class Group, class T>
  static OMPRIM_INLINE void load(Group& group, T* local, const T* from, int count) {
    for_each_place<T>(group, count, [&](int i, int place) OMPRIM_INLINE_LAMBDA {
      kernel::start_local_copy(local + place, from + i);
    });
    kernel::finish_local_copies();
    group.barrier();
  }
  template <class Group, class T>
  static OMPRIM_INLINE void store(Group& group, const T* local, T* to, int count) {
    group.barrier();
    for_each_place<T>(group, count,
                      [&](int i, int place) OMPRIM_INLINE_LAMBDA { to[i] = local[place]; });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
