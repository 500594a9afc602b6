// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace omprim::detail {

/// The architecture of OpenMP device `number`: "sm_90" by the compute capability, "gfx90a"; empty
/// for other kinds of devices and if the device does not report it. The device is asked once.
[[nodiscard]] const std::string& device_architecture(int number);

/// The architecture that the image of an AMD device was compiled for; empty for other devices. It
/// runs a kernel, which lib/runtime/probe_kernel.cpp compiles.
[[nodiscard]] std::string amd_architecture(int number);

namespace cuda {
/// Empty if the driver does not report it.
[[nodiscard]] std::string architecture(int ordinal);
}  // namespace cuda

}  // namespace omprim::detail
