// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if __cplusplus < 202002L
#error omprim/open/launch.hpp needs C++20
#else

#include <cstddef>
#include <cstdint>
#include <string>

#include <omprim/detail/backend/host.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/error.hpp>
#include <omprim/execution.hpp>
#include <omprim/tuning.hpp>
#if defined(OMPRIM_OFFLOAD)
#include <omprim/detail/backend/image_probe.hpp>
#include <omprim/detail/backend/target.hpp>
#endif

/// The open templates: types, operators and kernels of your own. They are compiled in the caller's
/// translation unit.
///   * All of them need C++20 and -fopenmp.
///   * device(n) needs an offloading compiler with the options of the CMake target omprim::offload,
///     which also define OMPRIM_OFFLOAD. Without OMPRIM_OFFLOAD the templates run on serial, host
///     and tbb, and device(n) is an error.
///
/// One of these options, -fopenmp-cuda-mode, changes your own target regions in the same
/// translation unit. On a GPU a variable between `teams` and `parallel` is then private to each
/// thread; `#pragma omp allocate(x) allocator(omp_pteam_mem_alloc)` makes it the team's.
namespace omprim::inline OMPRIM_ABI::open::detail {

[[noreturn]] inline void throw_not_compiled(const execution& where) {
  throw error(status::unavailable_backend,
              "device " + std::to_string(where.device_number()) +
                  " was asked of an open template, but this translation unit was compiled "
                  "without offloading; link it to omprim::offload");
}

/// Throws status::invalid_argument for a null pointer to n > 0 elements, and for an n that no array
/// of T has; the message calls the pointer `name`.
template <class T>
void require_data(const T* data, std::size_t n, const char* name) {
  omprim::detail::require_size(n, sizeof(T));
  omprim::detail::require_data(data, n, name);
}

/// Translates a pointer to `elements` elements into the address that the backend uses. On the host
/// that is the pointer itself.
struct pointers_here {
  template <class T>
  T* operator()(T* pointer, std::size_t /*elements*/) const {
    return pointer;
  }
};
/// The same on a device: the address that device_pointer() returns.
struct pointers_there {
  const execution& where;
  template <class T>
  T* operator()(T* pointer, std::size_t elements) const {
    return const_cast<T*>(static_cast<const T*>(
        omprim::detail::device_pointer(where, pointer, elements * sizeof(T))));
  }
};

/// Calls on_host(backend, pointers) or on_device(backend, pointers), which return the same type.
/// `bytes`, the size of the input, decides whether threads are worth it.
template <class OnHost, class OnDevice>
auto run(const execution& where, std::size_t bytes, OnHost&& on_host,
         [[maybe_unused]] OnDevice&& on_device) try {
  if (where.where() != backend::device) {
    const auto executor = omprim::detail::executor_for(where, bytes);
    backends::host_backend backend(executor, nullptr);
    return on_host(backend, pointers_here{});
  }
#if defined(OMPRIM_OFFLOAD)
  omprim::detail::require_image(where, backends::runs_on(where.device_number()));
  backends::target_backend backend(where.device_number(), nullptr);
  return on_device(backend, pointers_there{where});
#else
  throw_not_compiled(where);
#endif
} catch (...) {
  omprim::detail::rethrow_as_error();
}

}  // namespace omprim::inline OMPRIM_ABI::open::detail

#endif
