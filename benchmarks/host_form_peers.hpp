// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hierarchy/problems.hpp>

/// The peers of the kernels in forms on the processor, one source file each.
namespace omprim_benchmark {

/// A plain `parallel for` over the bodies, compiled by g++ -O3 -march=native.
void plain_nbody(const omprim::hierarchy::nbody_step& step, int threads);

/// cblas_dgemm of OpenBLAS.
void openblas_product(const omprim::hierarchy::product& what);
void set_openblas_product_threads(int threads);

}  // namespace omprim_benchmark
