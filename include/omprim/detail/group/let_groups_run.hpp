// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/group/simt.hpp>
#else
#include <sched.h>
#endif

namespace omprim::inline OMPRIM_ABI::kernel {

/// Lets other groups run, between two looks at what one of them is to publish.
OMPRIM_INLINE void let_groups_run() {
#if OMPRIM_SIMT
  detail::yield_thread();
#else
  sched_yield();
#endif
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
