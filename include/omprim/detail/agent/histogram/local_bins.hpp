// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/histogram/count_share.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/bins.hpp>
#include <omprim/detail/reducer/edge_bins.hpp>
#include <omprim/tuning.hpp>

/// Histograms in local memory.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The words of local memory that a tree of the edges takes, with the padding before it; 0 for bins
/// without edges.
template <class Bins>
OMPRIM_INLINE std::uint64_t tree_words(const Bins& /*bins*/) {
  return 0;
}
template <class T>
OMPRIM_INLINE std::uint64_t tree_words(const kernel::edge_bins<T>& bins) {
  return kernel::edge_tree<T>::size_for(bins) * (sizeof(T) / sizeof(std::uint32_t)) + 1;
}

/// Each group counts its share in local memory, which has room for `words` counts, and adds the
/// counts to the totals. Items search in a tree of the edges if local memory has room for
/// it.
template <class Bins, tuning t, std::uint32_t words, class Source>
struct alignas(8) histogram_in_local_bins {
  static_assert(kernel::bins<Bins>);
  static constexpr int work_group_size = t.work_group_size;
  static constexpr bool often_alone = true;

  template <class Group>
  struct local_memory {
    alignas(8) std::uint32_t count[words];  ///< by place; `copies` for each. Then the tree.
    bool is_last;
  };

  Source source;
  Bins bins;
  std::int64_t* counts;
  std::int64_t* totals;  ///< 0 at the beginning and at the end; of several groups
  unsigned* tickets;
  std::uint32_t copies;  ///< of each bin, a power of two

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const auto share = share_with_all_bins::of(group, bins.count);
    // The place after the last takes the elements in no bin.
    group.for_each_index_and_wait(static_cast<int>((share.size + 1) * copies),
                                  [&](int i) OMPRIM_INLINE_LAMBDA { local.count[i] = 0; });
    find_and_count(group, local, share);
    group.barrier();
    add_counts(group, local, share);
    if (share.parts > 1) finish(group, local);
  }

 private:
  template <class Group>
  OMPRIM_INLINE void find_and_count(Group& group, local_memory<Group>& local,
                                    const share_with_all_bins& share) const {
    if constexpr (Bins::has_edges && Group::thread_per_item) {
      const std::uint32_t used = (share.size + 1) * copies;
      if (used + tree_words(bins) <= words) {
        return count_elements(group, local, share,
                              make_tree(group, local.count + used + used % 2, bins));
      }
    }
    count_elements(group, local, share, bins);
  }

  template <class Group, class T>
  static OMPRIM_INLINE kernel::edge_tree<T> make_tree(Group& group, std::uint32_t* room,
                                                      const kernel::edge_bins<T>& edges) {
    using tree = kernel::edge_tree<T>;
    auto* const nodes = reinterpret_cast<T*>(room);
    const std::uint32_t size = tree::size_for(edges);
    group.for_each_index_and_wait(static_cast<int>(size), [&](int i) OMPRIM_INLINE_LAMBDA {
      if (i != 0) nodes[i] = tree::node_of(edges, size, static_cast<std::uint32_t>(i));
    });
    return {nodes, edges.edges[0], edges.edges[edges.count],
            static_cast<std::uint32_t>(edges.count), size};
  }

  template <class Group, class Found>
  OMPRIM_INLINE void count_elements(Group& group, local_memory<Group>& local,
                                    const share_with_all_bins& share, const Found& found_by) const {
    if constexpr (Group::thread_per_item) {
      std::uint32_t* const mine =
          local.count + (static_cast<std::uint32_t>(group.this_item().id) & (copies - 1));
      count_share<t>(group, source, found_by, share, copies,
                     [&](std::uint32_t place, std::uint32_t times)
                         OMPRIM_INLINE_LAMBDA { kernel::add_atomically(mine[place], times); });
    } else {
      std::uint32_t* copy_of[4];
      for (std::uint32_t i = 0; i < 4; ++i) {
        copy_of[i] = local.count + (i & (copies - 1)) * (share.size + 1);
      }
      count_share<t>(group, source, found_by, share,
                     [&](std::uint32_t place, int copy)
                         OMPRIM_INLINE_LAMBDA { ++copy_of[copy][place]; });
    }
  }

  /// Adds the counts of the group to the totals. The only group writes the result itself.
  template <class Group>
  OMPRIM_INLINE void add_counts(Group& group, local_memory<Group>& local,
                                const share_with_all_bins& share) const {
    // Copies of a bin lie side by side where threads are items, and all bins apart elsewhere.
    const std::uint32_t place_step = Group::thread_per_item ? copies : 1;
    const std::uint32_t copy_step = Group::thread_per_item ? 1 : share.size + 1;
    group.for_each_index(static_cast<int>(share.size), [&](int i) OMPRIM_INLINE_LAMBDA {
      const auto place = static_cast<std::uint32_t>(i);
      std::int64_t sum = 0;
      for (std::uint32_t c = 0; c < copies; ++c) {
        // Neighbours begin with different copies, which are in different banks.
        const std::uint32_t copy = (c + place) & (copies - 1);
        sum += local.count[place * place_step + copy * copy_step];
      }
      if (share.parts == 1) {
        counts[place] = sum;
      } else if (sum != 0) {
        kernel::add_atomically(totals[place], sum);
      }
    });
  }

  /// Takes a ticket; with the last ticket, moves the totals to the result.
  template <class Group>
  OMPRIM_INLINE void finish(Group& group, local_memory<Group>& local) const {
    kernel::finish_writes(group);
    if (!kernel::takes_last_ticket(group, local.is_last, *tickets, group.count())) return;
    group.for_each_index(static_cast<int>(bins.count), [&](int i) OMPRIM_INLINE_LAMBDA {
      counts[i] = totals[i];
      totals[i] = 0;
    });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
