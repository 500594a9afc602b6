// SPDX-License-Identifier: BSD-3-Clause
#include <cblas.h>

#include "host_form_peers.hpp"

namespace omprim_benchmark {

void openblas_product(const omprim::hierarchy::product& what) {
  const auto rows = static_cast<blasint>(what.rows);
  const auto columns = static_cast<blasint>(what.columns);
  const auto depth = static_cast<blasint>(what.depth);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, depth, 1, what.a, depth,
              what.b, columns, 0, what.c, columns);
}

void set_openblas_product_threads(int threads) { openblas_set_num_threads(threads); }

}  // namespace omprim_benchmark
