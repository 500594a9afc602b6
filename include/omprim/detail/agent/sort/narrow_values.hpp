// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// Values of fewer than 4 bytes, which a sort moves as words of 4.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Copies values to words of another size.
template <class From, class To, tuning t>
struct alignas(8) convert_values {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {};

  const From* from;
  To* to;
  std::uint64_t n;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const kernel::share mine = kernel::share_of(n, group);
    const From* const in = from + mine.begin;
    To* const out = to + mine.begin;
    const auto count = static_cast<int>(mine.end - mine.begin);
    if constexpr (Group::thread_per_item) {
      convert_by_items(in, out, count, group.this_item().id);
    } else {
      group.for_each_index(count,
                           [&](int i) OMPRIM_INLINE_LAMBDA { out[i] = static_cast<To>(in[i]); });
    }
  }

 private:
  /// Several loads of an item are under way at once.
  static OMPRIM_INLINE void convert_by_items(const From* in, To* out, int count, int item) {
    constexpr int many = 8;
    for (int first = item; first < count; first += many * work_group_size) {
      From values[many];
#pragma GCC unroll 8
      for (int k = 0; k < many; ++k) {
        const int i = first + k * work_group_size;
        if (i < count) values[k] = in[i];
      }
#pragma GCC unroll 8
      for (int k = 0; k < many; ++k) {
        const int i = first + k * work_group_size;
        if (i < count) out[i] = static_cast<To>(values[k]);
      }
    }
  }
};

template <tuning t, class Backend, class From, class To>
void convert(Backend& backend, const From* from, To* to, std::uint64_t n) {
  const std::uint64_t groups = std::clamp<std::uint64_t>(
      n / 16 / t.work_group_size, 1,
      backend.resident_groups(t.work_group_size, sort_policy::threads_per_unit));
  backend.launch(std::max(groups, n >> 30), convert_values<From, To, t>{from, to, n});
  backend.record(1, groups, groups * t.work_group_size, 0);
}

/// Calls sort(words) to sort n values as words in place.
template <tuning t, class Backend, class Narrow, class Sort>
void sort_narrow_values(Backend& backend, const Narrow* values, Narrow* values_out, std::uint64_t n,
                        const Sort& sort) {
  auto* const words = backend.template input_scratch<std::uint32_t>(n);
  convert<t>(backend, values, words, n);
  sort(words);
  convert<t>(backend, static_cast<const std::uint32_t*>(words), values_out, n);
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
