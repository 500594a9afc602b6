// SPDX-License-Identifier: BSD-3-Clause
// The timed operations of cub_peer.h. The limits of the machine are measured in cuda_limits.cu.
#include <cuda_runtime.h>
#include <functional>
#include <memory>

#include <cub/cub.cuh>
#include <cuda/functional>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>
#include <thrust/zip_function.h>

#if __has_include(<cuda/execution.determinism.h>)  // since CCCL 3.4
#define OMPRIM_REPRODUCIBLE_CUB
#include <cuda/execution.determinism.h>
#include <cuda/execution.require.h>
#include <cuda/memory_resource>
#include <cuda/std/execution>
#include <cuda/stream_ref>
#endif

#include "cub_operators.cuh"
#include "cub_peer.h"
#include "cublas_loader.hpp"
#include "cuda_state.hpp"

using namespace omprim_benchmark;

// A launch enqueues the work. With `temporary` null, it only returns the bytes that it needs; the
// launches of cuBLAS and of reproducible sums need none, and run.
struct cub_peer_plan {
  using launch_function = std::function<cudaError_t(void* temporary, size_t& bytes, void* result)>;

  launch_function launch;
  std::function<void(const void*, cub_peer_answer&)> read;
  std::function<cudaError_t(cub_peer_answer&)> run_blocking;  // instead of launch, for Thrust
  size_t result_bytes = 0;
  bool copies = false;
  void* temporary = nullptr;
  size_t temporary_bytes = 0;
};

namespace {

template <class T>
struct operands {
  const T* a;
  const T* b;
  int n;
};

template <class Result, class Reader>
void expect_result(cub_peer_plan& plan, Reader reader) {
  plan.result_bytes = sizeof(Result);
  plan.read = [reader](const void* at, cub_peer_answer& answer) {
    reader(*static_cast<const Result*>(at), answer);
  };
}

template <class T>
void expect_value(cub_peer_plan& plan) {
  expect_result<T>(plan, [](T v, cub_peer_answer& out) { out.value = static_cast<double>(v); });
}

template <class T>
bool plan_cub(cub_peer_plan& p, cub_peer_operation operation, operands<T> in) {
  const cudaStream_t stream = cuda_state().stream;
  switch (operation) {
    case cub_peer_sum:
      p.launch = [=](void* temporary, size_t& bytes, void* out) {
        return cub::DeviceReduce::Sum(temporary, bytes, in.a, static_cast<T*>(out), in.n, stream);
      };
      expect_value<T>(p);
      return true;
    case cub_peer_min:
      p.launch = [=](void* temporary, size_t& bytes, void* out) {
        return cub::DeviceReduce::Min(temporary, bytes, in.a, static_cast<T*>(out), in.n, stream);
      };
      expect_value<T>(p);
      return true;
    case cub_peer_max:
      p.launch = [=](void* temporary, size_t& bytes, void* out) {
        return cub::DeviceReduce::Max(temporary, bytes, in.a, static_cast<T*>(out), in.n, stream);
      };
      expect_value<T>(p);
      return true;
    default:
      return false;
  }
}

template <class T>
bool plan_cub_dot(cub_peer_plan& p, operands<T> in) {
  const cudaStream_t stream = cuda_state().stream;
  const auto pairs = thrust::make_zip_iterator(in.a, in.b);
  p.launch = [=](void* temporary, size_t& bytes, void* out) {
    return cub::DeviceReduce::TransformReduce(temporary, bytes, pairs, static_cast<T*>(out), in.n,
                                              ::cuda::std::plus<T>{}, multiply_pair<T>{}, T(0),
                                              stream);
  };
  expect_value<T>(p);
  return true;
}

template <class T>
bool plan_cub_several(cub_peer_plan& p, cub_peer_operation operation, operands<T> in) {
  const cudaStream_t stream = cuda_state().stream;
  if (operation == cub_peer_minmax) {
    p.launch = [=](void* temporary, size_t& bytes, void* out) {
      return cub::DeviceReduce::TransformReduce(
          temporary, bytes, in.a, static_cast<extremes<T>*>(out), in.n, join_extremes<T>{},
          to_extremes<T>{}, extremes<T>{highest<T>, lowest<T>}, stream);
    };
    expect_result<extremes<T>>(p, [](extremes<T> e, cub_peer_answer& out) {
      out.value = static_cast<double>(e.min);
      out.second = static_cast<double>(e.max);
    });
    return true;
  }
  p.launch = [=](void* temporary, size_t& bytes, void* out) {
    return cub::DeviceReduce::TransformReduce(temporary, bytes, in.a, static_cast<summary<T>*>(out),
                                              in.n, join_summaries<T>{}, to_summary<T>{},
                                              summary<T>{T(0), highest<T>, lowest<T>}, stream);
  };
  expect_result<summary<T>>(p, [](summary<T> s, cub_peer_answer& out) {
    out.value = static_cast<double>(s.sum);
    out.second = static_cast<double>(s.min);
    out.third = static_cast<double>(s.max);
  });
  return true;
}

template <class T>
bool plan_cub_argmin(cub_peer_plan& p, operands<T> in) {
  const cudaStream_t stream = cuda_state().stream;
  p.launch = [=](void* temporary, size_t& bytes, void* out) {
    auto* const found = static_cast<place<T>*>(out);
    return cub::DeviceReduce::ArgMin(temporary, bytes, in.a, &found->value, &found->index,
                                     static_cast<int64_t>(in.n), stream);
  };
  expect_result<place<T>>(p, [](place<T> found, cub_peer_answer& out) {
    out.value = static_cast<double>(found.value);
    out.index = found.index;
  });
  return true;
}

#pragma nv_diag_suppress 1444  // deprecated, but faster in some cases
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
template <class T>
bool plan_cub_older_argmin(cub_peer_plan& p, operands<T> in) {
  using pair = cub::KeyValuePair<int, T>;
  const cudaStream_t stream = cuda_state().stream;
  p.launch = [=](void* temporary, size_t& bytes, void* out) {
    return cub::DeviceReduce::ArgMin(temporary, bytes, in.a, static_cast<pair*>(out), in.n, stream);
  };
  expect_result<pair>(p, [](const pair& found, cub_peer_answer& out) {
    out.value = static_cast<double>(found.value);
    out.index = found.key;
  });
  return true;
}

// Gives Thrust the same block every time, so that allocations are not timed.
struct kept_block {
  using value_type = char;
  char* allocate(std::ptrdiff_t bytes) {
    return static_cast<char*>(cuda_state().block(static_cast<size_t>(bytes)));
  }
  void deallocate(char*, size_t) {}
};

#ifdef OMPRIM_REPRODUCIBLE_CUB
// Gives CUB the same block every time. Calls with an environment would allocate theirs.
struct kept_memory {
  void* allocate(::cuda::stream_ref, size_t bytes, size_t) { return cuda_state().block(bytes); }
  void deallocate(::cuda::stream_ref, void*, size_t, size_t) {}
  void* allocate_sync(size_t bytes, size_t) { return cuda_state().block(bytes); }
  void deallocate_sync(void*, size_t, size_t) {}
  friend bool operator==(kept_memory, kept_memory) { return true; }
  friend bool operator!=(kept_memory, kept_memory) { return false; }
};

template <class T>
bool plan_reproducible_sum(cub_peer_plan& p, operands<T> in) {
  namespace execution = ::cuda::execution;
  using ::cuda::std::execution::prop;
  const ::cuda::std::execution::env environment{
      prop{::cuda::get_stream, ::cuda::stream_ref{cuda_state().stream}},
      prop{::cuda::mr::get_memory_resource, kept_memory{}},
      execution::require(execution::determinism::gpu_to_gpu)};
  p.launch = [=](void*, size_t& bytes, void* out) {
    bytes = 0;
    return cub::DeviceReduce::Sum(in.a, static_cast<T*>(out), in.n, environment);
  };
  expect_value<T>(p);
  return true;
}
#else
template <class T>
bool plan_reproducible_sum(cub_peer_plan&, operands<T>) {
  return false;
}
#endif

template <class T>
bool plan_thrust(cub_peer_plan& p, cub_peer_operation operation, operands<T> in) {
  static kept_block allocator;
  const auto policy = thrust::cuda::par(allocator).on(cuda_state().stream);
  const auto with = [&p](auto value) {
    p.run_blocking = [value](cub_peer_answer& out) {
      out.value = static_cast<double>(value());
      return cudaGetLastError();
    };
    return true;
  };
  switch (operation) {
    case cub_peer_sum:
      return with([=] { return thrust::reduce(policy, in.a, in.a + in.n); });
    case cub_peer_min:
      return with([=] {
        return thrust::reduce(policy, in.a, in.a + in.n, highest<T>, thrust::minimum<T>{});
      });
    case cub_peer_dot:
      if constexpr (std::is_floating_point_v<T>) {
        return with([=] { return thrust::inner_product(policy, in.a, in.a + in.n, in.b, T(0)); });
      }
      return false;
    default:
      return false;
  }
}

template <class T>
bool plan_cublas_dot(cub_peer_plan& p, operands<T> in) {
  if (!cublas_available()) return false;
  p.launch = [=](void*, size_t& bytes, void* out) {
    bytes = 0;
    return cublas_dot(in.n, in.a, in.b, static_cast<T*>(out));
  };
  expect_value<T>(p);
  return true;
}

template <class T>
bool plan(cub_peer_plan& p, cub_peer_way way, cub_peer_operation operation, operands<T> in) {
  if (way == cub_peer_thrust) return plan_thrust(p, operation, in);
  if (way == cub_peer_older) {
    return operation == cub_peer_argmin && plan_cub_older_argmin(p, in);
  }
  if constexpr (std::is_floating_point_v<T>) {
    if (way == cub_peer_reproducible) {
      return operation == cub_peer_sum && plan_reproducible_sum(p, in);
    }
    if (operation == cub_peer_dot && way == cub_peer_cublas) return plan_cublas_dot(p, in);
    if (operation == cub_peer_dot) return plan_cub_dot(p, in);
  }
  if (way == cub_peer_cublas || way == cub_peer_reproducible || operation == cub_peer_dot) {
    return false;
  }
  if (operation == cub_peer_argmin) return plan_cub_argmin(p, in);
  if (operation == cub_peer_minmax || operation == cub_peer_sum_min_max) {
    return plan_cub_several(p, operation, in);
  }
  return plan_cub(p, operation, in);
}

// Where the launches of a plan store their result.
void* result_of(const cub_peer_plan& p) {
  return p.copies ? cuda_state().device_result : cuda_state().mapped_result;
}

cudaError_t enqueue(cub_peer_plan& p) {
  cudaError_t code = p.launch(p.temporary, p.temporary_bytes, result_of(p));
  if (code == cudaSuccess && p.copies) {
    code = cudaMemcpyAsync(cuda_state().mapped_result, cuda_state().device_result, p.result_bytes,
                           cudaMemcpyDeviceToHost, cuda_state().stream);
  }
  return code;
}

}  // namespace

extern "C" cub_peer_plan* cub_peer_prepare(cub_peer_way way, cub_peer_element element,
                                           cub_peer_operation operation, const void* a,
                                           const void* b, uint64_t n) {
  if (n > static_cast<uint64_t>(INT32_MAX)) return nullptr;
  auto p = std::make_unique<cub_peer_plan>();
  const auto made = [&](auto type) {
    using T = decltype(type);
    return plan<T>(*p, way, operation,
                   {static_cast<const T*>(a), static_cast<const T*>(b), static_cast<int>(n)});
  };
  const bool exists = element == cub_peer_int32     ? made(int32_t{})
                      : element == cub_peer_float32 ? made(float{})
                                                    : made(double{});
  if (!exists) return nullptr;
  p->copies = way == cub_peer_copied;
  if (p->launch && way != cub_peer_cublas && way != cub_peer_reproducible) {
    if (failed(p->launch(nullptr, p->temporary_bytes, result_of(*p)))) return nullptr;
    if (failed(cudaMalloc(&p->temporary, p->temporary_bytes + 1))) return nullptr;
  }
  return p.release();
}

extern "C" void cub_peer_release(cub_peer_plan* plan) {
  if (plan == nullptr) return;
  failed(cudaFree(plan->temporary));
  delete plan;
}

extern "C" int cub_peer_run(cub_peer_plan* plan, cub_peer_answer* answer) {
  if (plan->run_blocking) return failed(plan->run_blocking(*answer));
  cudaError_t code = enqueue(*plan);
  if (code == cudaSuccess) code = cudaStreamSynchronize(cuda_state().stream);
  if (code == cudaSuccess) plan->read(cuda_state().mapped_result, *answer);
  return failed(code);
}

extern "C" double cub_peer_kernel_seconds(cub_peer_plan* plan) {
  return device_seconds([plan] {
    cub_peer_answer ignored{};
    if (plan->run_blocking) return plan->run_blocking(ignored);
    // Without the copy of the result, which is no kernel time.
    return plan->launch(plan->temporary, plan->temporary_bytes, result_of(*plan));
  });
}
