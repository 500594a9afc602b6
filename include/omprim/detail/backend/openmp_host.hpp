// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <exception>
#include <omp.h>

#include <omprim/detail/backend/executor.hpp>
#include <omprim/detail/group/share.hpp>

namespace omprim::detail {

/// Gives each OpenMP thread a contiguous share of the groups. Rethrows an exception of a body.
inline void run_openmp_ranges(std::uint64_t count, range_body body, const void* context,
                              int threads) {
  std::exception_ptr failure;
#pragma omp parallel num_threads(threads)
  {
    const auto team = static_cast<std::uint64_t>(omp_get_num_threads());
    const auto me = static_cast<std::uint64_t>(omp_get_thread_num());
    const auto [begin, end] = kernel::share_of(count, me, team);
    try {
      if (begin < end) body(context, begin, end);
    } catch (...) {
#pragma omp critical(omprim_host_failure)
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

/// Cuts `threads` to a number that a machine surely has room for: libomp aborts the process if it
/// cannot start a thread. The limit is 8 for each processor, or the number of threads of the
/// caller's next parallel region if that is greater.
inline int capped_threads(int threads) {
  constexpr int per_processor = 8;
  if (threads <= per_processor) return threads;
  return std::min(threads, std::max(per_processor * omp_get_num_procs(), omp_get_max_threads()));
}

/// With `threads` 0 it has as many threads as a parallel region of the calling thread would get.
inline executor openmp_executor(int threads) {
  return {run_openmp_ranges, nullptr,
          threads > 0 ? capped_threads(threads) : omp_get_max_threads()};
}

}  // namespace omprim::detail
