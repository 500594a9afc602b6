// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <omprim/backend/host.hpp>
#include <omprim/backend/open.hpp>
#include <omprim/error.hpp>
#include <omprim/execution.hpp>
#include <omprim/kernel/reducer.hpp>
#include <omprim/kernel/source.hpp>
#include <omprim/strategy/reduce_single_pass.hpp>
#include <omprim/tuning.hpp>
#if defined(OMPRIM_OFFLOAD)
#include <omprim/backend/image_probe.hpp>
#include <omprim/backend/target.hpp>
#endif

/// The open templates: own types, own operators, own kernels. They are compiled in the
/// caller's translation unit, by C++20 and -fopenmp; for device(n) by an offloading compiler
/// with the options of the CMake target omprim::offload, which also define OMPRIM_OFFLOAD.
/// Without it they run on serial, host and tbb, and device(n) is an error.
///
/// One of these options, -fopenmp-cuda-mode, is felt by target regions of your own in the same
/// translation unit: on a GPU a variable between `teams` and `parallel` is then private to each
/// thread, unless `#pragma omp allocate(x) allocator(omp_pteam_mem_alloc)` makes it the team's.
namespace omprim::inline OMPRIM_ABI::open {

/// Loads of 16 bytes where the type allows it, four in flight.
template <class T>
inline constexpr tuning default_device_shape = {
    256, kernel::has_vectors<T> ? 16 / static_cast<int>(sizeof(T)) : 1, 4};
template <class T>
inline constexpr tuning default_host_shape = {
    8, kernel::has_vectors<T> ? 32 / static_cast<int>(sizeof(T)) : 1, 4};

namespace detail {
[[noreturn]] inline void throw_not_compiled(const execution& where) {
  throw error(status::unavailable_backend,
              "device " + std::to_string(where.device_number()) +
                  " was asked of an open template, but this translation unit was compiled "
                  "without offloading; link it to omprim::offload");
}
}  // namespace detail

/// Combines n elements of any trivially copyable type of up to 128 bytes by an associative
/// and commutative operator of the form of operators.hpp:
///   struct op { template <class T> static T identity(); template <class T> static T combine(T, T);
///   };
/// Contract, errors and determinism are those of reduce.hpp. Method: strategy single-pass;
/// its tunings are template parameters.
template <class T, class Op, tuning device_shape = default_device_shape<T>,
          tuning host_shape = default_host_shape<T>>
T reduce(const execution& where, const T* data, std::size_t n, Op = {}) {
  static_assert(sizeof(T) <= 128, "omprim::open::reduce takes types of up to 128 bytes");
  if (data == nullptr && n > 0) {
    throw error(status::invalid_argument,
                "the data pointer is a null pointer, and n is " + std::to_string(n));
  }
  using reducer = kernel::custom<T, Op>;
  if (where.where() != backend::device) {
    const auto run = omprim::detail::executor_for(where, n * sizeof(T));
    backends::host_backend backend(run, nullptr);
    return strategy::reduce_single_pass<reducer, host_shape>::run(backend,
                                                                  kernel::make_source(data, n));
  }
#if defined(OMPRIM_OFFLOAD)
  static const bool ran_there = backends::runs_on(where.device_number());
  omprim::detail::require_image(where, ran_there);
  const auto* there =
      static_cast<const T*>(omprim::detail::device_pointer(where, data, n * sizeof(T)));
  backends::target_backend backend(where.device_number(), nullptr);
  return strategy::reduce_single_pass<reducer, device_shape>::run(backend,
                                                                  kernel::make_source(there, n));
#else
  detail::throw_not_compiled(where);
#endif
}

/// Runs `groups` work-groups of an own kernel (kernel/work_group.hpp has the contract), and
/// returns when all are done. Pointers inside the kernel are the caller's business: memory
/// of omprim::allocate(where, ...), or mapped arrays looked up by the caller.
template <class Kernel>
void launch(const execution& where, std::uint64_t groups, const Kernel& kernel) {
  if (groups == 0) return;
  if (where.where() != backend::device) {
    const auto run = omprim::detail::executor_for(where, ~std::size_t(0));
    backends::host_backend(run, nullptr).launch(groups, kernel);
    return;
  }
#if defined(OMPRIM_OFFLOAD)
  static const bool ran_there = backends::runs_on(where.device_number());
  omprim::detail::require_image(where, ran_there);
  backends::target_backend(where.device_number(), nullptr).launch(groups, kernel);
#else
  detail::throw_not_compiled(where);
#endif
}

}  // namespace omprim::inline OMPRIM_ABI::open
