// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace omprim::detail {

/// Applies the wait policy that the program or the environment chose to a device that is about to
/// be used for the first time.
void apply_wait_policy(int device_number);

}  // namespace omprim::detail
