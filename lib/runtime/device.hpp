// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include <omprim/execution.hpp>

/// Everything that speaks to the offload runtime or a GPU driver directly. In a build without
/// offloading the functions exist and find no device.
namespace omprim::detail {

/// OpenMP target devices that the runtime shows.
[[nodiscard]] int device_count();

/// The CUDA ordinal of OpenMP device `number`, or -1. LLVM's runtime numbers the host as a
/// device (four times) before the GPUs.
[[nodiscard]] int cuda_ordinal(int number);

/// What is known of device `number`, in [0, device_count()); probes it the first time.
[[nodiscard]] const device_info& probed_device(int number);

/// `data` as the device sees it: a device pointer itself, or the copy that the caller mapped.
/// Throws status::not_on_device where the device can read neither.
[[nodiscard]] const void* on_device(const device_info& device, const void* data, std::size_t bytes);

// Compiled with the kernels, lib/runtime/probe_kernel.cpp.
enum class probe_result : int { fell_back = -1, other = 0, nvidia = 1, amd = 2, host = 3 };
[[nodiscard]] probe_result probe(int number);
void launch_nothing(int number);

// The NVIDIA driver, looked up at run time; all do nothing where there is none.
namespace cuda {
[[nodiscard]] int count();
/// Applies the policy before the runtime makes its context, or to the context there is.
bool set_wait_policy(int ordinal, wait_policy policy);
[[nodiscard]] int compute_units(int ordinal);
[[nodiscard]] std::string name(int ordinal);
/// Whether the driver knows the pointer as memory that a device can read.
[[nodiscard]] bool knows(const void* pointer);
}  // namespace cuda

}  // namespace omprim::detail
