// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The other libraries of the host benchmark. Each has a source file of its own, compiled with the
/// flags that make it fastest.
namespace omprim_benchmark {

enum class host_job { int32_sum, float_sum, double_sum, double_min, double_argmin, double_dot };

struct host_answer {
  double value;
  std::int64_t index;
};

/// A plain function pointer: at 8 kB a call takes some 20 ns, so anything slower would show. `b` is
/// the second operand of the dot product, n the number of elements of one array.
using host_call = void (*)(const void* a, const void* b, std::size_t n, host_answer& answer);

/// The owner of the worker threads that a peer uses. Threads that spin between calls are put to
/// sleep before another peer is measured.
enum class thread_owner { none, openmp, tbb, openblas };

struct host_peer {
  host_job job;
  std::string name;
  host_call call;
  thread_owner threads = thread_owner::none;
  bool limit = false;  ///< not a library: the fastest reading loops that we know
};

using host_peers = std::vector<host_peer>;

/// All peers of this build.
[[nodiscard]] host_peers all_host_peers();

/// Sets the number of threads that the next calls of all peers may use.
void set_threads(int threads);

/// Releases OpenMP's worker threads, which would otherwise spin for up to 200 ms.
void rest_openmp_threads();

// The parts of all_host_peers() and set_threads(), one source file each. The first two have the
// same source: the project's compiler compiles one, and the second compiler, if CMake found it, the
// other. std::accumulate depends on the compiler more than any other peer.
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
