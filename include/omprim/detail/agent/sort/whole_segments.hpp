// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/merge_memory.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_whole_segments.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/segments.hpp>
#include <omprim/tuning.hpp>

/// The launches of sorts of whole segments.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Sorts segments of medium length, a group each, where that is faster than merges of tiles. Groups
/// of three kinds have room for segments of different lengths.
template <class Word, class Value, class Order, tuning t>
class whole_segments {
  template <int size, int bytes>
  using kernel_of =
      sort_whole_segments<Word, Value, Order, size, bytes / static_cast<int>(sizeof(Word))>;
  using short_kernel = kernel_of<t.work_group_size, 60>;
  using medium_kernel = kernel_of<t.work_group_size, 120>;
  using long_kernel = kernel_of<2 * t.work_group_size, 120>;

 public:
  using problem_type = sort_problem<Word, Value>;

  static constexpr std::uint64_t most = long_kernel::most;  ///< keys of a segment

  /// Whether the segments are sorted, or a fault is found. `check` finds what the segments are, by
  /// a launch.
  template <class Backend, class Check>
  [[nodiscard]] static bool ran(Backend& backend, const problem_type& problem,
                                const kernel::segment_bounds& bounds, const Check& check,
                                std::uint64_t& fault) {
    const std::uint64_t segments = bounds.segments;
    const bool are_few = segments <= sort_policy::whole_segments_of_unit *
                                         backend.resident_groups(long_kernel::work_group_size,
                                                                 long_kernel::work_group_size);
    if (problem.n > most * segments) return false;
    if (problem.n < segments * (are_few ? sort_policy::least_whole_segment : least_mean(0))) {
      return false;
    }
    if (are_few && bounds.offsets != nullptr) return ran_unchecked(backend, problem, bounds, fault);
    const checked_segments checked = check();
    fault = checked.fault;
    if (fault != checked_segments::none) return true;
    if (checked.longest > most) return false;
    if (!are_few && problem.n < segments * least_mean(checked.longest)) return false;
    return launched(backend, problem, bounds, checked.longest, true).longest <= most;
  }

 private:
  /// The groups of few segments check all of them: that takes less time than a launch.
  template <class Backend>
  static bool ran_unchecked(Backend& backend, const problem_type& problem,
                            const kernel::segment_bounds& bounds, std::uint64_t& fault) {
    const std::uint64_t mean = problem.n / bounds.segments;
    const std::uint64_t expected = mean + mean / 2;
    const checked_segments found = launched(backend, problem, bounds, expected, false);
    fault = found.fault;
    if (fault != checked_segments::none || found.longest <= most_of_kernel(expected)) return true;
    return found.longest <= most &&
           launched(backend, problem, bounds, found.longest, true).longest <= most;
  }

  /// Sorts the segments, if none has more keys than a kernel for `longest` keys sorts.
  template <class Backend>
  static checked_segments launched(Backend& backend, const problem_type& problem,
                                   const kernel::segment_bounds& bounds, std::uint64_t longest,
                                   bool is_checked) {
    auto* const found = backend.template result<checked_segments>();
    *found = {checked_segments::none, 0};
    with_kernel(longest, [&]<class Kernel>(const Kernel* /*type*/) {
      backend.launch(bounds.segments, Kernel{problem, bounds, found, is_checked ? 1U : 0U});
      backend.record(1, bounds.segments, bounds.segments * Kernel::work_group_size, 0);
    });
    return *found;
  }

  /// Calls f with a null pointer to the kernel for segments of up to `longest` keys.
  template <class Function>
  static void with_kernel(std::uint64_t longest, const Function& f) {
    if (longest <= short_kernel::most) return f(static_cast<const short_kernel*>(nullptr));
    if (longest <= medium_kernel::most) return f(static_cast<const medium_kernel*>(nullptr));
    f(static_cast<const long_kernel*>(nullptr));
  }
  static std::uint64_t most_of_kernel(std::uint64_t longest) {
    std::uint64_t keys = 0;
    with_kernel(longest, [&]<class Kernel>(const Kernel* /*type*/) { keys = Kernel::most; });
    return keys;
  }
  /// The keys that many segments need on average, so that merges are not faster.
  static std::uint64_t least_mean(std::uint64_t longest) {
    return most_of_kernel(longest) * sort_policy::percent_of_whole_segment<Word> / 100;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
