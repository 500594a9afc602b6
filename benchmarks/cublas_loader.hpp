// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_runtime.h>

namespace omprim_benchmark {

/// Whether the shared library of cuBLAS could be loaded. It is looked up at run time, so that the
/// benchmark also starts on machines without its several hundred megabytes.
bool cublas_available();

/// Enqueues a dot product on the stream of cuda_state(); `result` is device-visible memory.
cudaError_t cublas_dot(int n, const float* a, const float* b, float* result);
cudaError_t cublas_dot(int n, const double* a, const double* b, double* result);

/// Enqueues the product of two square row-major matrices.
cudaError_t cublas_product(int order, const double* a, const double* b, double* c);

}  // namespace omprim_benchmark
