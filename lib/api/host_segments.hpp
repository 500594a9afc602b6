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
  const void* keys;
  kernel::segment_bounds bounds;
  sort_request request;  ///< without values: only keys are sorted
  element type;
  operation op;

  /// The sort of one segment.
  [[nodiscard]] sort_problem segment(std::uint64_t s, const sort_options& options) const {
    const std::uint64_t first = bounds.begin(s);
    const auto moved = [first](auto* data, std::size_t bytes) { return data + first * bytes; };
    sort_problem problem{moved(static_cast<const std::byte*>(keys), size_of(type)),
                         bounds.end(s) - first,
                         {},
                         type,
                         options.descending,
                         options.bits};
    problem.request.keys_out = moved(static_cast<std::byte*>(request.keys_out), size_of(type));
    if (op == operation::sort) return problem;
    const std::size_t bytes = request.value_bytes;
    problem.request.value_bytes = bytes;
    problem.request.values = moved(static_cast<const std::byte*>(request.values), bytes);
    problem.request.values_out = moved(static_cast<std::byte*>(request.values_out), bytes);
    return problem;
  }
};

/// Sorts segments by one row of the sorts: a segment that is larger than the share of a thread by
/// all threads, and then the others, each by one thread.
class host_segments {
 public:
  host_segments(const segments_to_sort& arrays, const variant<sort_problem>& row,
                const executor& threads, const sort_options& options)
      : arrays_(arrays), row_(row), threads_(threads), options_(options) {
    const std::uint64_t all = arrays.bounds.last() - arrays.bounds.first();
    largest_ = threads.threads > 1 ? all / static_cast<std::uint64_t>(threads.threads) : all;
  }

  void sort() {
    cut();
    for (const std::uint64_t s : large_) {
      row_.run({threads_, -1, nullptr}, arrays_.segment(s, options_));
    }
    const auto body = [](const void* context, std::uint64_t begin, std::uint64_t end) {
      const auto& self = *static_cast<const host_segments*>(context);
      self.sort_small(self.cuts_[begin], self.cuts_[end]);
    };
    threads_.for_each_range(cuts_.size() - 1, body, this, threads_.threads);
  }

 private:
  [[nodiscard]] std::uint64_t length(std::uint64_t s) const {
    return arrays_.bounds.end(s) - arrays_.bounds.begin(s);
  }
  /// Cuts the segments into chunks with about as many elements of small segments, and lists the
  /// large ones.
  void cut() {
    const std::uint64_t chunks = 8 * static_cast<std::uint64_t>(threads_.threads);
    const std::uint64_t wanted = arrays_.bounds.steps() / chunks + 1;
    std::uint64_t steps = 0;
    cuts_ = {0};
    for (std::uint64_t s = 0; s < arrays_.bounds.segments; ++s) {
      const bool is_large = length(s) > largest_;
      if (is_large) large_.push_back(s);
      steps += is_large ? 1 : length(s) + 1;
      if (steps < wanted) continue;
      cuts_.push_back(s + 1);
      steps = 0;
    }
    if (cuts_.back() != arrays_.bounds.segments) cuts_.push_back(arrays_.bounds.segments);
  }
  void sort_small(std::uint64_t begin, std::uint64_t end) const {
    for (std::uint64_t s = begin; s < end; ++s) {
      if (length(s) == 0 || length(s) > largest_) continue;
      row_.run({serial_executor, -1, nullptr}, arrays_.segment(s, options_));
    }
  }

  segments_to_sort arrays_;
  const variant<sort_problem>& row_;
  executor threads_;
  sort_options options_;
  std::uint64_t largest_;  ///< elements of the largest segment that one thread sorts
  std::vector<std::uint64_t> cuts_;
  std::vector<std::uint64_t> large_;
};

}  // namespace omprim::detail
