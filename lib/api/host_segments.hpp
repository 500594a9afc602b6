// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <vector>

#include <api/call.hpp>
#include <dispatch/choice.hpp>
#include <omprim/any.hpp>
#include <omprim/detail/reducer/segments.hpp>

/// Segmented sorts on the host.
namespace omprim::detail {

/// The arrays of a segmented sort.
struct segments_to_sort {
  sort_problem arrays;  ///< without values: only keys are sorted
  kernel::segment_bounds bounds;

  [[nodiscard]] std::uint64_t length(std::uint64_t s) const {
    return bounds.end(s) - bounds.begin(s);
  }
  /// The sort of one segment.
  [[nodiscard]] sort_problem one(std::uint64_t s) const {
    return part_of(arrays, bounds.begin(s), length(s));
  }
  /// The sorts of segments [first, last).
  [[nodiscard]] sort_problem some(std::uint64_t first, std::uint64_t last) const {
    const bool by_length = bounds.offsets == nullptr;
    sort_problem part = part_of(arrays, by_length ? bounds.begin(first) : 0, arrays.n);
    part.segments.count = last - first;
    part.segments.length = bounds.length;
    if (!by_length) {
      part.segments.offset_bytes = bounds.wide != 0 ? 8 : 4;
      part.segments.offsets =
          static_cast<const std::byte*>(bounds.offsets) + first * part.segments.offset_bytes;
    }
    return part;
  }
};

/// Sorts segments by one row of the sorts. All threads together sort each segment that is larger
/// than the share of a thread. Then each thread sorts chunks of the others.
class host_segments {
 public:
  host_segments(const segments_to_sort& segments, const variant<sort_problem>& row,
                const executor& threads)
      : segments_(segments),
        row_(row),
        threads_(threads),
        chunks_(threads.threads > 1 ? 8 * static_cast<std::uint64_t>(threads.threads) : 1) {
    find_large();
  }

  void sort() {
    for (const std::uint64_t s : large_) {
      row_.run({threads_, -1, nullptr}, segments_.one(s));
    }
    const auto body = [](const void* context, std::uint64_t begin, std::uint64_t end) {
      const auto& self = *static_cast<const host_segments*>(context);
      self.sort_small(self.first_of_chunk(begin), self.first_of_chunk(end));
    };
    threads_.for_each_range(chunks_, body, this, threads_.threads);
  }

 private:
  /// The first segment for which is_before(segment) is false, or the number of segments.
  template <class IsBefore>
  [[nodiscard]] std::uint64_t first_segment(const IsBefore& is_before) const {
    const auto all = std::views::iota(std::uint64_t{0}, segments_.bounds.segments);
    return static_cast<std::uint64_t>(std::ranges::partition_point(all, is_before) - all.begin());
  }
  /// A segment that is larger than a share has an element at a multiple of the share's size.
  void find_large() {
    const kernel::segment_bounds& bounds = segments_.bounds;
    const std::uint64_t all = bounds.last() - bounds.first();
    const std::uint64_t share =
        std::max<std::uint64_t>(all / static_cast<std::uint64_t>(threads_.threads), 1);
    for (std::uint64_t p = bounds.first(); p < bounds.last(); p += share) {
      const std::uint64_t s =
          first_segment([&](std::uint64_t before) { return bounds.end(before) <= p; });
      const bool is_known = !large_.empty() && large_.back() == s;
      if (segments_.length(s) > share && !is_known) large_.push_back(s);
    }
  }
  /// The number of small segments before segment s, and of their elements.
  [[nodiscard]] std::uint64_t steps_before(std::uint64_t s) const {
    std::uint64_t steps = segments_.bounds.begin(s) - segments_.bounds.first() + s;
    for (const std::uint64_t large : large_) {
      if (large < s) steps -= segments_.length(large) + 1;
    }
    return steps;
  }
  /// Chunks have about as many steps.
  [[nodiscard]] std::uint64_t first_of_chunk(std::uint64_t chunk) const {
    const std::uint64_t segments = segments_.bounds.segments;
    if (chunk == chunks_) return segments;
    const std::uint64_t wanted = steps_before(segments) / chunks_ * chunk;
    return first_segment([&](std::uint64_t s) { return steps_before(s) < wanted; });
  }
  /// Sorts all but the large ones of some segments.
  void sort_small(std::uint64_t begin, std::uint64_t end) const {
    for (const std::uint64_t large : large_) {
      if (large < begin || large >= end) continue;
      sort_some(begin, large);
      begin = large + 1;
    }
    sort_some(begin, end);
  }
  void sort_some(std::uint64_t begin, std::uint64_t end) const {
    if (begin < end) row_.run({serial_executor, -1, nullptr}, segments_.some(begin, end));
  }

  segments_to_sort segments_;
  const variant<sort_problem>& row_;
  executor threads_;
  std::uint64_t chunks_;
  std::vector<std::uint64_t> large_;  ///< in ascending order
};

}  // namespace omprim::detail
