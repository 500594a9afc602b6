// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// Calls f(step) for the steps of a bisection of n > 0 sorted elements without branches: if `found`
/// elements at the front are known to be before a value, and element found + step - 1 is, too, then
/// `step` more are found. The steps are the same for all values.
template <class Count, class Function>
OMPRIM_INLINE void for_each_bisection_step(Count n, Function&& f) {
  for (; n > 1; n -= n / 2) f(n / 2);
  f(Count{1});
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
