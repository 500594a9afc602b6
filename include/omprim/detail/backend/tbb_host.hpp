// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_arena.h>

#include <omprim/detail/backend/executor.hpp>

namespace omprim::detail {

/// Runs `function` with at most `threads` threads. Makes an arena only if the caller's has more.
template <class Function>
void in_arena(int threads, const Function& function) {
  if (threads < ::tbb::this_task_arena::max_concurrency()) {
    ::tbb::task_arena arena(threads);
    arena.execute(function);
  } else {
    function();
  }
}

/// Several tasks per thread, so that a thread that starts late delays only a part of its share.
inline constexpr std::uint64_t tasks_per_thread = 4;

inline void run_tbb_ranges(std::uint64_t count, range_body body, const void* context, int threads) {
  using range = ::tbb::blocked_range<std::uint64_t>;
  const std::uint64_t tasks = static_cast<std::uint64_t>(threads) * tasks_per_thread;
  const std::uint64_t grain = std::max<std::uint64_t>(count / tasks, 1);
  in_arena(threads, [&] {
    ::tbb::parallel_for(
        range(0, count, grain), [&](const range& r) { body(context, r.begin(), r.end()); },
        ::tbb::simple_partitioner{});
  });
}

/// The body of tbb::parallel_reduce, over accumulators whose type is erased.
class tbb_reducer {
 public:
  explicit tbb_reducer(const reducer_body& body) : body_(body) { body.identity(accumulator_); }
  tbb_reducer(tbb_reducer& other, ::tbb::split) : tbb_reducer(other.body_) {}
  void operator()(const ::tbb::blocked_range<std::uint64_t>& r) {
    body_.reduce(body_.context, accumulator_, r.begin(), r.end());
  }
  void join(const tbb_reducer& other) { body_.combine(accumulator_, other.accumulator_); }
  void store(void* result) const {
    std::copy_n(accumulator_, body_.bytes, static_cast<std::byte*>(result));
  }

 private:
  reducer_body body_;
  alignas(reducer_body::most_alignment) std::byte accumulator_[reducer_body::most_bytes];
};

inline void run_tbb_reduce(std::uint64_t count, const reducer_body& body, void* result,
                           int threads) {
  tbb_reducer reducer(body);
  in_arena(threads,
           [&] { ::tbb::parallel_reduce(::tbb::blocked_range<std::uint64_t>(0, count), reducer); });
  reducer.store(result);
}

/// With `threads` 0 it has the concurrency of the caller's arena.
inline executor tbb_executor(int threads) {
  return {run_tbb_ranges, run_tbb_reduce,
          threads > 0 ? threads : ::tbb::this_task_arena::max_concurrency()};
}

}  // namespace omprim::detail
