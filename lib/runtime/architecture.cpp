// SPDX-License-Identifier: BSD-3-Clause
#include <runtime/architecture.hpp>

#include <cstddef>
#include <memory>
#include <mutex>

#include <omprim_build.hpp>
#include <runtime/device.hpp>

namespace omprim::detail {

#if OMPRIM_WITH_DEVICE

namespace {

struct known_architecture {
  std::once_flag once;
  std::string name;
};

std::string find_architecture(int number) {
  const device_info& info = probed_device(number);
  if (!info.usable) return {};
  if (info.kind == device_kind::nvidia) return cuda::architecture(cuda_ordinal(number));
  return info.kind == device_kind::amd ? amd_architecture(number) : std::string();
}

}  // namespace

const std::string& device_architecture(int number) {
  static const auto all =
      std::make_unique<known_architecture[]>(static_cast<std::size_t>(device_count()));
  known_architecture& device = all[static_cast<std::size_t>(number)];
  std::call_once(device.once, [&] { device.name = find_architecture(number); });
  return device.name;
}

#else

const std::string& device_architecture(int /*number*/) {
  static const std::string none;
  return none;
}

#endif

}  // namespace omprim::detail
