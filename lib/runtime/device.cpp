// SPDX-License-Identifier: BSD-3-Clause
#include <runtime/device.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include <omprim/error.hpp>
#include <omprim_build.hpp>
#include <runtime/wait.hpp>

#if OMPRIM_WITH_DEVICE
#include <omp.h>
#endif

namespace omprim::detail {

#if OMPRIM_WITH_DEVICE

int device_count() { return omp_get_num_devices(); }

namespace {

constexpr int unknown_ordinal = -2;

struct probed {
  std::once_flag once;
  device_info info;
  std::atomic<int> ordinal{unknown_ordinal};
};

probed& probed_slot(int number) {
  static const auto all = std::make_unique<probed[]>(static_cast<std::size_t>(device_count()));
  return all[static_cast<std::size_t>(number)];
}

/// The CUDA ordinal by the order of the devices, for a device that was not used yet and cannot be
/// asked; -1 if unknown. CUDA devices are the last of LLVM's runtime, unless it also loads images
/// for AMD GPUs.
int likely_ordinal(int number) {
  if (std::string_view(OMPRIM_DEVICE_TARGETS).find("gfx") != std::string_view::npos) return -1;
  const int ordinal = number - (device_count() - cuda::count());
  return ordinal < 0 || ordinal >= cuda::count() ? -1 : ordinal;
}

/// The CUDA ordinal of a device that has been used: the driver knows on which device an allocation
/// lies. -1 if the driver does not report it.
int ordinal_by_memory(int number) {
  constexpr std::size_t probe_bytes = 256;
  void* const memory = omp_target_alloc(probe_bytes, number);
  if (memory == nullptr) return -1;
  const int ordinal = cuda::ordinal_of(memory);
  omp_target_free(memory, number);
  return ordinal;
}

device_info describe(int number, std::atomic<int>& known_ordinal) {
  device_info info;
  info.number = number;
  const int expected = cuda_ordinal(number);
  apply_wait_policy(number);
  const probe_result kind = probe(number);
  int ordinal = kind == probe_result::nvidia ? ordinal_by_memory(number) : -1;
  if (ordinal < 0 && kind == probe_result::nvidia) ordinal = expected;
  known_ordinal = ordinal;
  if (ordinal != expected) apply_wait_policy(number);
  switch (kind) {
    case probe_result::nvidia:
      info.kind = device_kind::nvidia;
      info.name = cuda::name(ordinal);
      info.compute_units = cuda::compute_units(ordinal);
      info.cache_bytes = static_cast<std::uint64_t>(cuda::cache_bytes(ordinal));
      break;
    case probe_result::amd:
      info.kind = device_kind::amd;
      info.name = "AMD GPU";
      info.compute_units = 304;  // the runtime does not report them; no device has more
      break;
    case probe_result::host:
      info.kind = device_kind::host;
      info.name = "host as a device";
      info.compute_units = static_cast<int>(std::thread::hardware_concurrency());
      break;
    case probe_result::other:
      info.name = "unknown architecture";
      info.compute_units = 1;
      break;
    case probe_result::fell_back:
      info.diagnosis =
          "a target region for it ran on the host instead: this build has images for " +
          std::string(OMPRIM_DEVICE_TARGETS) + ", none of which the device could load";
      return info;
  }
  info.compute_units = std::max(info.compute_units, 1);
  info.usable = true;
  return info;
}

}  // namespace

int cuda_ordinal(int number) {
  const int known = probed_slot(number).ordinal;
  return known == unknown_ordinal ? likely_ordinal(number) : known;
}

const device_info& probed_device(int number) {
  probed& device = probed_slot(number);
  std::call_once(device.once, [&] { device.info = describe(number, device.ordinal); });
  return device.info;
}

namespace {
// Whether the last byte is mapped together with the first: a program may map only a part of an
// array.
bool is_mapped_whole(int device, const void* data, const void* mapped, std::size_t bytes) {
  const auto* last = static_cast<const std::byte*>(data) + (bytes - 1);
  return omp_get_mapped_ptr(last, device) == static_cast<const std::byte*>(mapped) + (bytes - 1);
}
}  // namespace

const void* on_device(const device_info& device, const void* data, std::size_t bytes) {
  if (bytes == 0) return data;
  // The cheaper check is first: most callers keep their data on the device.
  if (device.kind == device_kind::nvidia && cuda::knows(data)) return data;
  const void* mapped = omp_get_mapped_ptr(data, device.number);
  if (mapped != nullptr && is_mapped_whole(device.number, data, mapped, bytes)) return mapped;
  // Other runtimes cannot tell a device pointer from an unmapped host pointer.
  const bool unmapped_is_fine = device.kind != device_kind::nvidia && mapped == nullptr;
  if (device.kind == device_kind::host || unmapped_is_fine) return data;
  throw error(status::not_on_device, "the data are host memory that device " +
                                         std::to_string(device.number) + " (" + device.name +
                                         ") cannot read, or mapped to it in part; pass memory of "
                                         "omp_target_alloc or omprim::allocate, or map the "
                                         "array with `#pragma omp target enter data` first");
}

#else

int device_count() { return 0; }
int cuda_ordinal(int /*number*/) { return -1; }
const device_info& probed_device(int /*number*/) {
  static const device_info none;
  return none;
}
const void* on_device(const device_info& /*device*/, const void* data, std::size_t /*bytes*/) {
  return data;
}

#endif

}  // namespace omprim::detail
