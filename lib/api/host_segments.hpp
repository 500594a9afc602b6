// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
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

/// Sorts segments by one row of the sorts: a segment that is larger than the share of a thread by
/// all threads, and then the others, each by one thread.
class host_segments {
 public:
  host_segments(const segments_to_sort& segments, const variant<sort_problem>& row,
                const executor& threads)
      : segments_(segments), row_(row), threads_(threads) {
    const std::uint64_t all = segments.bounds.last() - segments.bounds.first();
    largest_ = threads.threads > 1 ? all / static_cast<std::uint64_t>(threads.threads) : all;
  }

  void sort() {
    cut();
    for (const std::uint64_t s : large_) {
      row_.run({threads_, -1, nullptr}, segments_.one(s));
    }
    const auto body = [](const void* context, std::uint64_t begin, std::uint64_t end) {
      const auto& self = *static_cast<const host_segments*>(context);
      self.sort_small(self.cuts_[begin], self.cuts_[end]);
    };
    threads_.for_each_range(cuts_.size() - 1, body, this, threads_.threads);
  }

 private:
  [[nodiscard]] bool is_large(std::uint64_t s) const { return segments_.length(s) > largest_; }
  /// Cuts the segments into chunks with about as many elements of small segments, and lists the
  /// large ones.
  void cut() {
    const std::uint64_t chunks = 8 * static_cast<std::uint64_t>(threads_.threads);
    const kernel::segment_bounds& bounds = segments_.bounds;
    const std::uint64_t wanted = bounds.steps() / chunks + 1;
    std::uint64_t steps = 0;
    cuts_ = {0};
    for (std::uint64_t s = 0; s < bounds.segments; ++s) {
      if (is_large(s)) large_.push_back(s);
      steps += is_large(s) ? 1 : segments_.length(s) + 1;
      if (steps < wanted) continue;
      cuts_.push_back(s + 1);
      steps = 0;
    }
    if (cuts_.back() != bounds.segments) cuts_.push_back(bounds.segments);
  }
  /// Sorts all but the large ones of some segments.
  void sort_small(std::uint64_t begin, std::uint64_t end) const {
    while (begin < end) {
      std::uint64_t large = begin;
      while (large < end && !is_large(large)) ++large;
      if (large != begin) row_.run({serial_executor, -1, nullptr}, segments_.some(begin, large));
      begin = large + 1;
    }
  }

  segments_to_sort segments_;
  const variant<sort_problem>& row_;
  executor threads_;
  std::uint64_t largest_;  ///< elements of the largest segment that one thread sorts
  std::vector<std::uint64_t> cuts_;
  std::vector<std::uint64_t> large_;
};

}  // namespace omprim::detail
