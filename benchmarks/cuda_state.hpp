// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cuda_runtime.h>

/// Shared by the CUDA sources of the benchmarks: one stream, two events, result memory.
namespace omprim_benchmark {

struct cuda_resources {
  cudaStream_t stream = nullptr;
  cudaEvent_t before = nullptr;
  cudaEvent_t after = nullptr;
  void* device_result = nullptr;
  void* mapped_result = nullptr;  ///< pinned host memory at the same address on the device

  /// Device memory of at least `bytes` bytes; the same block as long as no call needs a larger one.
  void* block(std::size_t bytes);

 private:
  void* block_ = nullptr;
  std::size_t block_bytes_ = 0;
};

cuda_resources& cuda_state();

/// Stores an error for cub_peer_last_error(). Returns its number, 0 for success.
int failed(cudaError_t code);

/// Device seconds between two events around the work that `enqueue` puts on the stream; negative if
/// it fails.
template <class Enqueue>
double device_seconds(Enqueue enqueue) {
  cuda_resources& cuda = cuda_state();
  if (failed(cudaEventRecord(cuda.before, cuda.stream)) || failed(enqueue()) ||
      failed(cudaEventRecord(cuda.after, cuda.stream)) ||
      failed(cudaStreamSynchronize(cuda.stream))) {
    return -1;
  }
  float milliseconds = 0;
  if (failed(cudaEventElapsedTime(&milliseconds, cuda.before, cuda.after))) return -1;
  return static_cast<double>(milliseconds) * 1e-3;
}

}  // namespace omprim_benchmark
