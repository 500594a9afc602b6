// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <omprim/memory.hpp>
#include <omprim/open/kernel.hpp>

#include "dgemm_tuned.hpp"
#include "forms.hpp"
#include "multiply_add.hpp"
#include "nbody.hpp"
#include "reduction.hpp"

// All forms, for one ISA level (OMPRIM_ISA), or with device code where OMPRIM_OFFLOAD is defined.
namespace omprim::hierarchy::inline OMPRIM_ABI {
namespace {

constexpr int group_size = 256;
constexpr int tile = 16;
static_assert(tile * tile == group_size);

/// Constructs a kernel of any form from its problem.
template <class Kernel, class What>
Kernel make_kernel(const What& what) {
  if constexpr (requires { Kernel{{what}}.kernel; }) {
    return Kernel{{what}};
  } else {
    return Kernel{what};
  }
}

// ---- nbody ---------------------------------------------------------------------------------
double simple_step(const execution& where, const nbody_step& what) {
  open::parallel_for(where, what.n, nbody_simple{what});
  return 0;
}
/// Launches groups of `bodies` bodies each.
template <class Kernel, int bodies>
double step(const execution& where, const nbody_step& what) {
  open::launch(where, blocks_along(what.n, bodies), make_kernel<Kernel>(what));
  return 0;
}
template <int size, int lanes, int body_tile>
constexpr form<nbody_step> tuned_nbody(std::string_view shape) {
  return {"tuned", shape, step<nbody_tuned<size, lanes, body_tile>, size * lanes>};
}

// Shapes: work-group size x bodies per item x bodies per tile.
constexpr form<nbody_step> nbody_forms[] = {
    {"simple", "", simple_step},
    {"nd_range", "", step<kernel::nd_range<nbody_nd_range<group_size>>, group_size>},
    {"hierarchical", "", step<kernel::hierarchical<nbody_hierarchical<group_size>>, group_size>},
    {"scoped", "", step<nbody_scoped<group_size>, group_size>},
#if defined(OMPRIM_OFFLOAD)
    tuned_nbody<128, 1, 128>("128x1x128"),
    tuned_nbody<256, 1, 256>("256x1x256"),
    tuned_nbody<128, 2, 128>("128x2x128"),
#else
    tuned_nbody<2, native_lanes, 512>("2 vectors x512"),
    tuned_nbody<4, native_lanes, 512>("4 vectors x512"),
#endif
};

// ---- Sums ----------------------------------------------------------------------------------
template <class Kernel>
auto launcher(const execution& where) {
  return [&where](std::uint64_t groups, const tree_level& level) {
    open::launch(where, groups, make_kernel<Kernel>(level));
  };
}
template <class Kernel>
double reduction(const execution& where, const summation& what) {
  double total = 0;
  const double* at = reduce<group_size>(what, launcher<Kernel>(where));
  copy_out(where, &total, at, sizeof(total));
  return total;
}
template <class Kernel>
double segmented_reduction(const execution& where, const summation& what) {
  const std::uint64_t groups = groups_for<group_size>(what.n);
  launcher<Kernel>(where)(groups, {what.values, what.n, what.partials});
  std::vector<double> of_groups(groups);
  copy_out(where, of_groups.data(), what.partials, groups * sizeof(double));
  return std::accumulate(of_groups.begin(), of_groups.end(), 0.0);
}

using nd_range_sum = kernel::nd_range<sum_nd_range<group_size>>;
using hierarchical_sum = kernel::hierarchical<sum_hierarchical<group_size>>;
using scoped_sum = sum_scoped<group_size>;
constexpr form<summation> reduction_forms[] = {
    {"nd_range", "", reduction<nd_range_sum>},
    {"hierarchical", "", reduction<hierarchical_sum>},
    {"scoped", "", reduction<scoped_sum>},
};
constexpr form<summation> segmented_reduction_forms[] = {
    {"nd_range", "", segmented_reduction<nd_range_sum>},
    {"hierarchical", "", segmented_reduction<hierarchical_sum>},
    {"scoped", "", segmented_reduction<scoped_sum>},
};

// ---- DGEMM ---------------------------------------------------------------------------------
double simple_product(const execution& where, const product& what) {
  open::parallel_for(where, what.rows * what.columns, dgemm_simple{what});
  return 0;
}
template <class Kernel>
double tiled_product(const execution& where, const product& what) {
  open::launch(where, blocks_of(what, tile, tile), make_kernel<Kernel>(what));
  return 0;
}
template <dgemm_shape shape>
double tuned_product(const execution& where, const product& what) {
  open::launch(where, blocks_of(what, shape.block_rows, shape.block_columns),
               dgemm_tuned<shape>{what});
  return 0;
}
template <dgemm_shape shape>
constexpr form<product> tuned_dgemm(std::string_view text) {
  return {"tuned", text, tuned_product<shape>};
}

// Shapes: work-group size, block of c, depth of a part, register tile.
constexpr form<product> dgemm_forms[] = {
    {"simple", "", simple_product},
    {"nd_range", "", tiled_product<kernel::nd_range<dgemm_nd_range<tile>>>},
    {"hierarchical", "", tiled_product<kernel::hierarchical<dgemm_hierarchical<tile>>>},
    {"scoped", "", tiled_product<dgemm_scoped<tile>>},
#if defined(OMPRIM_OFFLOAD)
    tuned_dgemm<dgemm_shape{128, 64, 64, 16, 8, 4}>("128:64x64x16:8x4"),
    tuned_dgemm<dgemm_shape{128, 64, 128, 8, 8, 8}>("128:64x128x8:8x8"),
    tuned_dgemm<dgemm_shape{128, 128, 64, 8, 8, 8}>("128:128x64x8:8x8"),
    tuned_dgemm<dgemm_shape{256, 128, 64, 8, 8, 4}>("256:128x64x8:8x4"),
    tuned_dgemm<dgemm_shape{256, 128, 128, 8, 8, 8}>("256:128x128x8:8x8"),
    tuned_dgemm<dgemm_shape{512, 128, 128, 8, 8, 4}>("512:128x128x8:8x4"),
#elif defined(__AVX512F__)
    tuned_dgemm<dgemm_shape{1, 128, 192, 128, 8, 24}>("1:128x192x128:8x24"),
    tuned_dgemm<dgemm_shape{1, 128, 192, 256, 8, 24}>("1:128x192x256:8x24"),
    tuned_dgemm<dgemm_shape{1, 256, 240, 128, 8, 24}>("1:256x240x128:8x24"),
#elif defined(__AVX__)
    tuned_dgemm<dgemm_shape{1, 120, 192, 256, 6, 8}>("1:120x192x256:6x8"),
    tuned_dgemm<dgemm_shape{1, 240, 240, 128, 6, 8}>("1:240x240x128:6x8"),
#else
    tuned_dgemm<dgemm_shape{1, 128, 192, 128, 4, 4}>("1:128x192x128:4x4"),
#endif
};

// ---- The peak ------------------------------------------------------------------------------
double multiply_add_rounds(const execution& where, std::uint64_t rounds, double* sink) {
#if defined(OMPRIM_OFFLOAD)
  // Enough groups for each multiprocessor of any device.
  using kernel_type = multiply_add<256, 2, 8>;
  constexpr std::uint64_t groups = 8192;
#else
  using kernel_type = multiply_add<1, native_lanes, native_lanes == 8 ? 16 : 12>;
  constexpr std::uint64_t groups = 512;
#endif
  open::launch(where, groups, kernel_type{rounds, 0.5, 1, sink});
  return static_cast<double>(groups * rounds) * kernel_type::operations_per_round;
}

}  // namespace

extern const all_forms forms_of_level;
const all_forms forms_of_level{nbody_forms, reduction_forms, segmented_reduction_forms, dgemm_forms,
                               multiply_add_rounds};

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
