// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace omprim::detail {

/// Puts the policy that the program or the environment asked for in force on a device that
/// is about to be used for the first time.
void apply_wait_policy(int device_number);

}  // namespace omprim::detail
