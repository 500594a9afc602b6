// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/histogram/count_share.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/bins.hpp>
#include <omprim/tuning.hpp>

/// Histograms in global memory.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Sets counts to 0.
template <tuning t>
struct alignas(8) clear_counts {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {};

  std::int64_t* counts;
  std::uint64_t size;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const kernel::share share = kernel::share_of(size, group);
    std::int64_t* const first = counts + share.begin;
    group.for_each_index(static_cast<int>(share.end - share.begin),
                         [&](int i) OMPRIM_INLINE_LAMBDA { first[i] = 0; });
  }
};

/// The bins that a group of items met first, counted in local memory: bins that hold many elements
/// are among them. Each has a place that its number names; a bin whose place is taken is counted in
/// global memory.
struct first_bins {
  static constexpr int places = 4096;
  static constexpr std::uint32_t nobody = 0xffffffff;

  std::uint32_t holder[places];
  std::uint32_t count[places];

  template <class Group>
  OMPRIM_INLINE void clear(Group& group) {
    group.for_each_index_and_wait(places, [&](int i) OMPRIM_INLINE_LAMBDA {
      holder[i] = nobody;
      count[i] = 0;
    });
  }
  /// Returns false if the bin has no place.
  OMPRIM_INLINE bool add(std::uint32_t bin, std::uint32_t times) {
    const std::uint32_t place = bin * 2654435769U >> 20;  // spreads numbers in a row
    std::uint32_t seen = __atomic_load_n(&holder[place], __ATOMIC_RELAXED);
    if (seen == nobody && __atomic_compare_exchange_n(&holder[place], &seen, bin, false,
                                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      seen = bin;
    }
    if (seen != bin) return false;
    kernel::add_atomically(count[place], times);
    return true;
  }
  template <class Group>
  OMPRIM_INLINE void add_to(std::int64_t* counts, Group& group) const {
    group.for_each_index(places, [&](int i) OMPRIM_INLINE_LAMBDA {
      if (count[i] != 0) kernel::add_atomically(counts[holder[i]], std::int64_t{count[i]});
    });
  }
};

/// Each item adds to the counts of the call, which are 0 at the beginning, by atomics, or to those
/// of its group's first bins. A thread that runs a group alone has a slice of the bins for itself,
/// and adds without.
template <class Bins, tuning t, class Source>
struct alignas(8) histogram_in_global_bins {
  static_assert(kernel::bins<Bins>);
  static constexpr int work_group_size = t.work_group_size;

  struct no_bins {};
  template <class Group>
  using local_memory = std::conditional_t<Group::thread_per_item, first_bins, no_bins>;

  Source source;
  Bins bins;
  std::int64_t* counts;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const auto all = static_cast<std::uint32_t>(bins.count);
    if constexpr (Group::thread_per_item) {
      const auto share = share_with_all_bins::of(group, all);
      local.clear(group);
      count_share<t>(group, source, bins, share, 1,
                     [&](std::uint32_t bin, std::uint32_t times) OMPRIM_INLINE_LAMBDA {
                       if (local.add(bin, times)) return;
                       kernel::add_atomically(counts[bin], std::int64_t{times});
                     });
      group.barrier();
      local.add_to(counts, group);
    } else {
      const kernel::share slice = kernel::share_of(all, group);
      const share_with_slice share{0, 1, static_cast<std::uint32_t>(slice.begin),
                                   static_cast<std::uint32_t>(slice.end - slice.begin)};
      std::int64_t* const first = counts + share.first;
      std::int64_t elsewhere = 0;  // an address is chosen faster than a branch is mispredicted
      count_share<t>(group, source, bins, share,
                     [&](std::uint32_t place, int /*copy*/) OMPRIM_INLINE_LAMBDA {
                       ++*(place != share.size ? first + place : &elsewhere);
                     });
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
