// SPDX-License-Identifier: BSD-3-Clause
// Starts the CUDA side, and has the bandwidth limits of the device and cuBLAS.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <dlfcn.h>
#include <string>

#include <cub/version.cuh>

#include "cub_peer.h"
#include "cublas_loader.hpp"
#include "cuda_state.hpp"

namespace omprim_benchmark {

namespace {
std::string last_error = "no error";
std::string description = "not started";
int multiprocessors = 0;
}  // namespace

cuda_resources& cuda_state() {
  static cuda_resources the_one;
  return the_one;
}

void* cuda_resources::block(std::size_t bytes) {
  if (bytes > block_bytes_) {
    failed(cudaFree(block_));
    block_ = nullptr;
    block_bytes_ = failed(cudaMalloc(&block_, bytes)) ? 0 : bytes;
  }
  return block_;
}

int failed(cudaError_t code) {
  if (code != cudaSuccess) last_error = cudaGetErrorString(code);
  return static_cast<int>(code);
}

namespace {

__global__ void do_nothing() {}

// Loads `unroll` vectors before it uses the first one, so that all of them are in flight per
// thread.
template <int unroll>
__global__ void read_only(const uint4* data, uint64_t n, uint32_t* out) {
  const uint64_t stride = static_cast<uint64_t>(gridDim.x) * blockDim.x;
  uint32_t mixed = 0;
  uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i + (unroll - 1) * stride < n; i += unroll * stride) {
    uint4 v[unroll];
#pragma unroll
    for (int k = 0; k < unroll; ++k) v[k] = __ldcs(data + i + k * stride);
#pragma unroll
    for (int k = 0; k < unroll; ++k) mixed ^= v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
  }
  for (; i < n; i += stride) mixed ^= data[i].x ^ data[i].y ^ data[i].z ^ data[i].w;
  // Uses every thread's loads, or the compiler would drop them; one store per block.
  if (__syncthreads_or(mixed == 0x9e3779b9U) != 0 || threadIdx.x == 0) out[blockIdx.x] = mixed;
}

struct read_shape {
  void (*kernel)(const uint4*, uint64_t, uint32_t*);
  int threads;
  int blocks_per_multiprocessor;
};

constexpr read_shape read_shapes[] = {
    {read_only<4>, 256, 8},  {read_only<8>, 256, 8},   {read_only<4>, 512, 4},
    {read_only<8>, 512, 4},  {read_only<2>, 1024, 2},  {read_only<4>, 1024, 2},
    {read_only<4>, 256, 64}, {read_only<4>, 512, 128},
};

// The few symbols of cuBLAS that dot and matrix products need, with the types of cublas_v2.h.
struct cublas {
  using handle = struct opaque*;
  int (*create)(handle*) = nullptr;
  int (*set_stream)(handle, cudaStream_t) = nullptr;
  int (*set_pointer_mode)(handle, int) = nullptr;
  int (*dot_float)(handle, int, const float*, int, const float*, int, float*) = nullptr;
  int (*dot_double)(handle, int, const double*, int, const double*, int, double*) = nullptr;
  int (*product)(handle, int, int, int, int, int, const double*, const double*, int, const double*,
                 int, const double*, double*, int) = nullptr;
  handle made = nullptr;

  static constexpr int pointer_mode_host = 0;
  static constexpr int pointer_mode_device = 1;

  cublas() {
    void* library = nullptr;
    for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so"}) {
      if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    if (library == nullptr) return;
    const bool complete = find(library, "cublasCreate_v2", create) &&
                          find(library, "cublasSetStream_v2", set_stream) &&
                          find(library, "cublasSetPointerMode_v2", set_pointer_mode) &&
                          find(library, "cublasSdot_v2", dot_float) &&
                          find(library, "cublasDdot_v2", dot_double) &&
                          find(library, "cublasDgemm_v2", product);
    if (!complete || create(&made) != 0 || set_stream(made, cuda_state().stream) != 0 ||
        set_pointer_mode(made, pointer_mode_device) != 0) {
      made = nullptr;
    }
  }

 private:
  template <class Function>
  static bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
  }
};

cublas& loaded_cublas() {
  static cublas the_one;
  return the_one;
}

}  // namespace

bool cublas_available() { return loaded_cublas().made != nullptr; }

cudaError_t cublas_dot(int n, const float* a, const float* b, float* result) {
  const cublas& c = loaded_cublas();
  return c.dot_float(c.made, n, a, 1, b, 1, result) == 0 ? cudaSuccess : cudaErrorUnknown;
}

cudaError_t cublas_dot(int n, const double* a, const double* b, double* result) {
  const cublas& c = loaded_cublas();
  return c.dot_double(c.made, n, a, 1, b, 1, result) == 0 ? cudaSuccess : cudaErrorUnknown;
}

cudaError_t cublas_product(int order, const double* a, const double* b, double* c) {
  // cuBLAS reads matrices by columns, so it sees them transposed. It computes the transposed
  // product, which has the factors in the other order: b a.
  const cublas& blas = loaded_cublas();
  constexpr int not_transposed = 0;
  const double one = 1;
  const double zero = 0;
  const bool done =
      blas.set_pointer_mode(blas.made, cublas::pointer_mode_host) == 0 &&
      blas.product(blas.made, not_transposed, not_transposed, order, order, order, &one, b, order,
                   a, order, &zero, c, order) == 0 &&
      blas.set_pointer_mode(blas.made, cublas::pointer_mode_device) == 0;
  return done ? cudaSuccess : cudaErrorUnknown;
}

namespace {

void describe(int device) {
  cudaDeviceProp properties{};
  int driver = 0;
  unsigned flags = 0;
  if (failed(cudaGetDeviceProperties(&properties, device))) return;
  failed(cudaDriverGetVersion(&driver));
  failed(cudaGetDeviceFlags(&flags));
  const bool spins = (flags & cudaDeviceScheduleMask) == cudaDeviceScheduleSpin;
  multiprocessors = properties.multiProcessorCount;
  const auto version = [](int v, int major, int minor) {
    return std::to_string(v / major) + "." + std::to_string(v % major / minor);
  };
  description = std::string(properties.name) + ", " + std::to_string(multiprocessors) +
                " multiprocessors, L2 " + std::to_string(properties.l2CacheSize >> 20) +
                " MiB; CUB " + version(CUB_VERSION, 100000, 100) + "." +
                std::to_string(CUB_VERSION % 100) + ", CUDA " + version(CUDART_VERSION, 1000, 10) +
                ", driver for CUDA " + version(driver, 1000, 10) +
                (cublas_available() ? ", with cuBLAS" : ", cuBLAS not found") +
                (spins ? ", CUDA spins" : ", CUDA does NOT spin");
}

}  // namespace
}  // namespace omprim_benchmark

using omprim_benchmark::cuda_state;
using omprim_benchmark::failed;

extern "C" int cub_peer_start(int device) {
  auto& cuda = cuda_state();
  if (const int c = failed(cudaSetDevice(device))) return c;
  // May be refused if the context is already active; the description shows the flags in effect.
  failed(cudaSetDeviceFlags(cudaDeviceScheduleSpin));
  constexpr size_t result_bytes = 256;
  if (const int c = failed(cudaStreamCreateWithFlags(&cuda.stream, cudaStreamNonBlocking)))
    return c;
  if (const int c = failed(cudaEventCreate(&cuda.before))) return c;
  if (const int c = failed(cudaEventCreate(&cuda.after))) return c;
  if (const int c = failed(cudaMalloc(&cuda.device_result, result_bytes))) return c;
  if (const int c = failed(cudaHostAlloc(&cuda.mapped_result, result_bytes, cudaHostAllocMapped))) {
    return c;
  }
  omprim_benchmark::describe(device);
  return 0;
}

extern "C" int cub_peer_product(int order, const double* a, const double* b, double* c) {
  if (!omprim_benchmark::cublas_available()) return -1;
  if (const int code = failed(omprim_benchmark::cublas_product(order, a, b, c))) return code;
  return failed(cudaStreamSynchronize(cuda_state().stream));
}

extern "C" const char* cub_peer_last_error(void) { return omprim_benchmark::last_error.c_str(); }

extern "C" const char* cub_peer_description(void) { return omprim_benchmark::description.c_str(); }

extern "C" double cub_peer_empty_launch_seconds(void) {
  const auto start = std::chrono::steady_clock::now();
  omprim_benchmark::do_nothing<<<1, 1, 0, cuda_state().stream>>>();
  if (failed(cudaGetLastError()) || failed(cudaStreamSynchronize(cuda_state().stream))) return -1;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

extern "C" double cub_peer_copy_seconds(void* to, const void* from, uint64_t bytes) {
  return omprim_benchmark::device_seconds([=] {
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, cuda_state().stream);
  });
}

extern "C" int cub_peer_read_shapes(void) {
  return static_cast<int>(std::size(omprim_benchmark::read_shapes));
}

extern "C" double cub_peer_read_seconds(int shape, const void* data, uint64_t bytes) {
  const auto& s = omprim_benchmark::read_shapes[shape];
  const int blocks = s.blocks_per_multiprocessor * omprim_benchmark::multiprocessors;
  const auto out_bytes = static_cast<size_t>(blocks) * sizeof(uint32_t);
  auto* const out = static_cast<uint32_t*>(cuda_state().block(out_bytes));
  return omprim_benchmark::device_seconds([=] {
    s.kernel<<<blocks, s.threads, 0, cuda_state().stream>>>(static_cast<const uint4*>(data),
                                                            bytes / sizeof(uint4), out);
    return cudaGetLastError();
  });
}
