// SPDX-License-Identifier: BSD-3-Clause
// Two OpenMP runtimes in one process. A program built with `g++ -fopenmp` links GCC's libgomp,
// which defines the same omp_ functions as LLVM's libomp and libomptarget. If libgomp is first on
// the link line, this library's parallel regions would be LLVM's, but its omp_get_thread_num GCC's:
// it returns 0 in every thread. And there would be no devices.
//
// So libomprim.a calls each omp_ function below by another name: CMake renames the references
// (tools/cmake/relocatable_link.cmake). The functions here find LLVM's by the symbol version, which
// only LLVM's runtimes have. tests/layers/archive_names.py checks that no function is missing.
#include <cstddef>
#include <dlfcn.h>
#include <initializer_list>
#include <omp.h>

namespace {

// Looks up the version of libomptarget first, then that of libomp, which knows less about devices.
void* find(const char* name) {
  for (const char* version : {"VERS1.0", "VERSION"}) {
    if (void* found = dlvsym(RTLD_DEFAULT, name, version)) return found;
  }
  return dlsym(RTLD_DEFAULT, name);
}

}  // namespace

#define OMPRIM_BIND(name, result, parameters, arguments)                           \
  extern "C" result omprim_bound_##name parameters {                               \
    static const auto function = reinterpret_cast<decltype(&::name)>(find(#name)); \
    return function arguments;                                                     \
  }

OMPRIM_BIND(omp_get_thread_num, int, (), ())
OMPRIM_BIND(omp_get_num_threads, int, (), ())
OMPRIM_BIND(omp_get_max_threads, int, (), ())
OMPRIM_BIND(omp_get_thread_limit, int, (), ())
OMPRIM_BIND(omp_get_num_procs, int, (), ())
OMPRIM_BIND(omp_in_parallel, int, (), ())
OMPRIM_BIND(omp_get_level, int, (), ())
OMPRIM_BIND(omp_get_active_level, int, (), ())
OMPRIM_BIND(omp_get_max_active_levels, int, (), ())
OMPRIM_BIND(omp_get_dynamic, int, (), ())
OMPRIM_BIND(omp_get_wtime, double, (), ())
OMPRIM_BIND(omp_get_team_num, int, (), ())
OMPRIM_BIND(omp_get_num_teams, int, (), ())
OMPRIM_BIND(omp_get_num_devices, int, (), ())
OMPRIM_BIND(omp_get_initial_device, int, (), ())
OMPRIM_BIND(omp_get_default_device, int, (), ())
OMPRIM_BIND(omp_is_initial_device, int, (), ())
OMPRIM_BIND(omp_target_alloc, void*, (std::size_t size, int device), (size, device))
OMPRIM_BIND(omp_target_free, void, (void* memory, int device), (memory, device))
OMPRIM_BIND(omp_target_is_present, int, (const void* pointer, int device), (pointer, device))
OMPRIM_BIND(omp_target_memcpy, int,
            (void* to, const void* from, std::size_t length, std::size_t to_offset,
             std::size_t from_offset, int to_device, int from_device),
            (to, from, length, to_offset, from_offset, to_device, from_device))
OMPRIM_BIND(omp_get_mapped_ptr, void*, (const void* pointer, int device), (pointer, device))
