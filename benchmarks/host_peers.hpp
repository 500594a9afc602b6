// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The other libraries of the host benchmark. Each stands in a source file of its own, so that
/// it can be compiled by the flags it is fastest with.
namespace omprim_benchmark {

enum class host_job { int32_sum, float_sum, double_sum, double_min, double_argmin, double_dot };

struct host_answer {
  double value;
  std::int64_t index;
};

/// A plain pointer: at 8 kB a call takes some 20 ns, and so anything else would be seen.
/// `b` is the second operand of the dot product, n the number of elements of one array.
using host_call = void (*)(const void* a, const void* b, std::size_t n, host_answer& answer);

/// Whose worker threads a peer uses. Those that spin between calls are sent to sleep before
/// somebody else is measured.
enum class thread_owner { none, openmp, tbb, openblas };

struct host_peer {
  host_job job;
  std::string name;
  host_call call;
  thread_owner threads = thread_owner::none;
  bool limit = false;  ///< reads the data as fast as we know how to; no library
};

using host_peers = std::vector<host_peer>;

/// All that this build has.
[[nodiscard]] host_peers all_host_peers();

/// Sets how many threads everybody's next calls may use.
void set_threads(int threads);

/// Gives back OpenMP's worker threads, which would otherwise spin for up to 200 ms.
void rest_openmp_threads();

// What all_host_peers() and set_threads() consist of, one source file each.
// Of the first two, one is compiled by the compiler of the project, the other by the second
// compiler that CMake may have found; std::accumulate depends on it more than on anything else.
namespace by_gcc {
void add_standard_peers(host_peers& peers);
}
namespace by_clang {
void add_standard_peers(host_peers& peers);
}
void add_standard_parallel_peers(host_peers& peers);
void add_tbb_peers(host_peers& peers);
void add_openmp_peers(host_peers& peers);
void add_eigen_peers(host_peers& peers);
void add_openblas_peers(host_peers& peers);
void add_highway_peers(host_peers& peers);
void add_read_limits(host_peers& peers);
void set_tbb_threads(int threads);
void set_openmp_threads(int threads);
void set_openblas_threads(int threads);

}  // namespace omprim_benchmark
