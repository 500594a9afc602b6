// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omp.h>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::backends {

/// Whether target regions of this translation unit run on the device rather than on the host.
inline bool runs_on(int device) {
  int initial = 1;
#pragma omp target device(device) map(tofrom : initial)
  initial = omp_is_initial_device();
  return initial == 0;
}

}  // namespace omprim::inline OMPRIM_ABI::backends
