// SPDX-License-Identifier: BSD-3-Clause
#include <omp.h>
#include <string>

#include <runtime/architecture.hpp>
#include <runtime/device.hpp>

namespace omprim::detail {

probe_result probe(int number) {
  int found = static_cast<int>(probe_result::fell_back);
#pragma omp target device(number) map(tofrom : found)
  {
    if (!omp_is_initial_device()) {
#if defined(__NVPTX__)
      found = 1;
#elif defined(__AMDGCN__)
      found = 2;
#elif defined(__x86_64__) || defined(__aarch64__)
      found = 3;
#else
      found = 0;
#endif
    }
  }
  return static_cast<probe_result>(found);
}

std::string amd_architecture(int number) {
  char name[16] = "?";
#pragma omp target device(number) map(tofrom : name)
  {
    // In the code of every target, also of the host: what the host does not use, it does not pass.
    name[0] = '\0';
#if defined(__AMDGCN__)
    constexpr char compiled_for[] = __amdgcn_processor__;
    for (unsigned i = 0; i < sizeof(compiled_for) && i < sizeof(name) - 1; ++i) {
      name[i] = compiled_for[i];
    }
#endif
  }
  return name;
}

void launch_nothing(int number) {
#pragma omp target teams num_teams(1) thread_limit(32) device(number)
  {
#pragma omp parallel num_threads(32)
    {
    }
  }
}

}  // namespace omprim::detail
