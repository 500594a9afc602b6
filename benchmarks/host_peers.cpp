// SPDX-License-Identifier: BSD-3-Clause
// CMake defines OMPRIM_PEER_<NAME> for each library that it found.
#include "host_peers.hpp"

namespace omprim_benchmark {

host_peers all_host_peers() {
  host_peers peers;
#ifdef OMPRIM_PEER_GCC
  by_gcc::add_standard_peers(peers);
#endif
#ifdef OMPRIM_PEER_CLANG
  by_clang::add_standard_peers(peers);
#endif
#ifdef OMPRIM_PEER_TBB
  add_standard_parallel_peers(peers);
  add_tbb_peers(peers);
#endif
  add_openmp_peers(peers);
#ifdef OMPRIM_PEER_EIGEN
  add_eigen_peers(peers);
#endif
#ifdef OMPRIM_PEER_OPENBLAS
  add_openblas_peers(peers);
#endif
#ifdef OMPRIM_PEER_HIGHWAY
  add_highway_peers(peers);
#endif
  add_read_limits(peers);
  return peers;
}

void set_threads(int threads) {
  set_openmp_threads(threads);
#ifdef OMPRIM_PEER_TBB
  set_tbb_threads(threads);
#endif
#ifdef OMPRIM_PEER_OPENBLAS
  set_openblas_threads(threads);
#endif
}

}  // namespace omprim_benchmark
