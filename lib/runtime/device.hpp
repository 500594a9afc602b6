// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include <omprim/execution.hpp>

/// The direct calls to the offload runtime and to a GPU driver. In a build without offloading these
/// functions exist and find no device.
namespace omprim::detail {

/// The number of OpenMP target devices.
[[nodiscard]] int device_count();

/// The CUDA ordinal of OpenMP device `number`, or -1. For a device that has been probed, the driver
/// knows it. For others it follows from the order of the devices: in LLVM's runtime the host as a
/// device has the first four numbers, before the GPUs.
[[nodiscard]] int cuda_ordinal(int number);

/// The properties of device `number`, in [0, device_count()); probed at the first call.
[[nodiscard]] const device_info& probed_device(int number);

/// Returns `data` as the device sees it: a device pointer unchanged, or the device's copy of mapped
/// host memory. Throws status::not_on_device if the device can read neither.
[[nodiscard]] const void* on_device(const device_info& device, const void* data, std::size_t bytes);

// The answer of the probe kernel, which lib/runtime/probe_kernel.cpp compiles with the kernels.
enum class probe_result : int { fell_back = -1, other = 0, nvidia = 1, amd = 2, host = 3 };
[[nodiscard]] probe_result probe(int number);
void launch_nothing(int number);

// The NVIDIA driver, looked up at run time. Without a driver these functions do nothing.
namespace cuda {
[[nodiscard]] int count();
/// Applies the policy to the context, or to the context that the runtime will make. Returns whether
/// it is in force.
bool set_wait_policy(int ordinal, wait_policy policy);
[[nodiscard]] int compute_units(int ordinal);
[[nodiscard]] int cache_bytes(int ordinal);
[[nodiscard]] std::string name(int ordinal);
/// The ordinal of the device that holds the memory, or -1.
[[nodiscard]] int ordinal_of(const void* memory);
/// Whether the driver knows the pointer as memory that a device can read.
[[nodiscard]] bool knows(const void* pointer);
}  // namespace cuda

}  // namespace omprim::detail
