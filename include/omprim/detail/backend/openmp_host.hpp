// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <exception>
#include <omp.h>

#include <omprim/detail/backend/executor.hpp>

namespace omprim::detail {

/// Gives each OpenMP thread a contiguous share of the groups. Rethrows an exception of a body.
inline void run_openmp_ranges(std::uint64_t count, range_body body, const void* context,
                              int threads) {
  std::exception_ptr failure;
#pragma omp parallel num_threads(threads)
  {
    const auto team = static_cast<std::uint64_t>(omp_get_num_threads());
    const auto me = static_cast<std::uint64_t>(omp_get_thread_num());
    const std::uint64_t share = count / team;
    const std::uint64_t longer = count % team;
    const std::uint64_t begin = me * share + std::min(me, longer);
    const std::uint64_t end = begin + share + (me < longer ? 1 : 0);
    try {
      if (begin < end) body(context, begin, end);
    } catch (...) {
#pragma omp critical(omprim_host_failure)
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

/// `threads` 0: the number that a parallel region of the calling thread would get.
inline executor openmp_executor(int threads) {
  return {run_openmp_ranges, nullptr, threads > 0 ? threads : omp_get_max_threads()};
}

}  // namespace omprim::detail
