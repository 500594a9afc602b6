// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if __cplusplus < 202002L
#error omprim/open/kernel.hpp needs C++20
#else

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/group/hierarchical.hpp>
#include <omprim/detail/group/nd_range.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/open/launch.hpp>

/// Kernels of your own, in four forms; group/README.md shows the same kernel in each of them, and
/// omprim/open/launch.hpp says how they are compiled.
///
///   simple         parallel_for(where, n, f)                        no groups
///   ND-range       launch(where, groups, kernel::nd_range{k})       group/nd_range.hpp
///   hierarchical   launch(where, groups, kernel::hierarchical{k})   group/hierarchical.hpp
///   scoped         launch(where, groups, k)                         group/work_group.hpp
///
/// Contract of both functions:
///   * Pointers in a kernel are used as they are. They point to memory of
///     omprim::allocate(where, ...), or to mapped arrays whose device addresses the caller has
///     looked up.
///   * Kernels do not throw.
///   * The functions block until all work is done.
///   * They throw the errors of execution.hpp for `where`, status::out_of_memory, and
///     status::unavailable_backend for a device in a translation unit that was compiled without
///     offloading.
namespace omprim::inline OMPRIM_ABI::open {

/// Runs `groups` work-groups of a kernel.
template <class Kernel>
void launch(const execution& where, std::uint64_t groups, const Kernel& kernel) {
  if (groups == 0) return;
  const auto launch_it = [&](auto& backend, auto) { backend.launch(groups, kernel); };
  detail::run(where, ~std::size_t(0), launch_it, launch_it);
}

/// f(i) for each i in [0, n), in any order: `parallel for` on the host, `target teams distribute
/// parallel for` on a device. `f` is a trivially copyable function object; memory behind its
/// pointers must be accessible where the call runs.
template <class Function>
void parallel_for(const execution& where, std::uint64_t n, const Function& f) {
  static_assert(std::is_trivially_copyable_v<Function>);
  if (n == 0) return;
  const auto run_it = [&](auto& backend, auto) { backend.for_each(n, f); };
  detail::run(where, ~std::size_t(0), run_it, run_it);
}

}  // namespace omprim::inline OMPRIM_ABI::open

#endif
