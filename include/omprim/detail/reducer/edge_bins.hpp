// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/bins.hpp>
#include <omprim/detail/reducer/bisection.hpp>

/// Which bin an element lies in, for bins of any width.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Bin i begins at edge i and ends below edge i + 1; there are count + 1 edges, in ascending order.
template <class T>
struct edge_bins {
  using element = T;
  static constexpr bool has_edges = true;

  const T* edges;
  std::uint64_t count;

  [[nodiscard]] OMPRIM_INLINE std::uint32_t bin_of(T x) const {
    std::uint32_t found = 0;
    for_each_step([&](std::uint32_t step) OMPRIM_INLINE_LAMBDA { advance(found, x, step); });
    return bin_before(found);
  }
  template <class Loop, int n>
  OMPRIM_INLINE void find_bins(const Loop& for_each, const T* data,
                               std::uint32_t (&bins)[n]) const {
    for_each(n, [&](int i) OMPRIM_INLINE_LAMBDA { bins[i] = 0; });
    for_each_step([&](std::uint32_t step) OMPRIM_INLINE_LAMBDA {
      for_each(n, [&](int i) OMPRIM_INLINE_LAMBDA { advance(bins[i], data[i], step); });
    });
    for_each(n, [&](int i) OMPRIM_INLINE_LAMBDA { bins[i] = bin_before(bins[i]); });
  }

 private:
  template <class Function>
  OMPRIM_INLINE void for_each_step(Function&& f) const {
    for_each_bisection_step(static_cast<std::uint32_t>(count) + 1, f);
  }
  /// `found` edges are not above x. If that holds for `step` more, they are found, too.
  OMPRIM_INLINE void advance(std::uint32_t& found, T x, std::uint32_t step) const {
    found += edges[found + step - 1] <= x ? step : 0U;
  }
  /// The bin whose beginning is the last of `found` edges.
  [[nodiscard]] OMPRIM_INLINE std::uint32_t bin_before(std::uint32_t found) const {
    return found == 0 ? static_cast<std::uint32_t>(count) : found - 1;
  }
};

/// The same bins, searched for in a tree of the inner edges: level by level from nodes[1] on, and
/// padded to whole levels. So lanes that part in the tree read neighbouring nodes, where those of a
/// bisection would read one bank of local memory.
template <class T>
struct edge_tree {
  using element = T;
  static constexpr bool has_edges = true;

  const T* nodes;
  T first;
  T last;
  std::uint32_t count;
  std::uint32_t size;  ///< of the nodes: a power of two, not below the count

  static OMPRIM_INLINE std::uint32_t size_for(const edge_bins<T>& bins) {
    std::uint32_t size = 1;
    while (size < bins.count) size *= 2;
    return size;
  }
  /// The value of a node, from 1 on.
  static OMPRIM_INLINE T node_of(const edge_bins<T>& bins, std::uint32_t size, std::uint32_t node) {
    // A node has as many nodes of its level to the left as its number exceeds their number.
    std::uint32_t in_level = 1;
    while (in_level * 2 <= node) in_level *= 2;
    const std::uint32_t edge = (2 * (node - in_level) + 1) * (size / in_level / 2);
    return bins.edges[edge < bins.count ? edge : bins.count];
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t bin_of(T x) const {
    std::uint32_t node = 1;
    while (node < size) descend(node, x);
    return bin_at(node, x);
  }
  template <class Loop, int n>
  OMPRIM_INLINE void find_bins(const Loop& for_each, const T* data,
                               std::uint32_t (&bins)[n]) const {
    for_each(n, [&](int i) OMPRIM_INLINE_LAMBDA { bins[i] = 1; });
    for (std::uint32_t level = 1; level < size; level *= 2) {
      for_each(n, [&](int i) OMPRIM_INLINE_LAMBDA { descend(bins[i], data[i]); });
    }
    for_each(n, [&](int i) OMPRIM_INLINE_LAMBDA { bins[i] = bin_at(bins[i], data[i]); });
  }

 private:
  OMPRIM_INLINE void descend(std::uint32_t& node, T x) const {
    node = 2 * node + (nodes[node] <= x ? 1U : 0U);
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t bin_at(std::uint32_t node, T x) const {
    const bool is_inside = (x >= first) & (x < last);
    return is_inside ? node - size : count;
  }
};

static_assert(bins<edge_bins<int>> && bins<edge_tree<int>>);

}  // namespace omprim::inline OMPRIM_ABI::kernel
