// SPDX-License-Identifier: BSD-3-Clause
#include "measure/backends.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "measure/machine.hpp"

namespace omprim::command {

std::vector<execution> available_backends() {
  std::vector<execution> result{serial(), host()};
  if (available(backend::tbb)) result.push_back(tbb());
  for (const auto& info : devices()) {
    // All devices that are this host are alike: only the first is listed.
    const bool seen =
        info.kind == device_kind::host &&
        std::any_of(result.begin(), result.end(), [](const execution& e) {
          return e.where() == backend::device &&
                 devices()[static_cast<std::size_t>(e.device_number())].kind == device_kind::host;
        });
    if (info.usable && !seen) result.push_back(device(info.number));
  }
  return result;
}

execution fastest_backend() {
  for (const auto& info : devices()) {
    if (info.usable && info.kind != device_kind::host) return device(info.number);
  }
  return host();
}

bool runs_on(const table_row& row, const execution& where) {
  return row.on_device == (where.where() == backend::device);
}

std::string name_of(const execution& where) {
  std::string name(to_string(where.where()));
  if (where.where() == backend::device) return fmt::format("{}:{}", name, where.device_number());
  const bool limited = where.where() != backend::serial && where.threads() > 0;
  return limited ? fmt::format("{}:{}", name, where.threads()) : name;
}

std::string describe(const execution& where) {
  if (where.where() == backend::device) {
    for (const auto& info : devices()) {
      if (info.number == where.device_number()) return info.name;
    }
  }
  return fmt::format("{}, {}", cpu_name(), active_isa());
}

std::string apply_wait_policy(const std::string& name) {
  if (name == "default") return "wait policy: what the offload runtime does (--wait default)";
  const bool spins = name == "spin";
  const bool in_force = set_wait_policy(spins ? wait_policy::spin : wait_policy::block);
  const auto has = [](device_kind kind) {
    return std::any_of(devices().begin(), devices().end(),
                       [&](const device_info& d) { return d.kind == kind && d.usable; });
  };
  if (!has(device_kind::nvidia)) {
    return fmt::format(
        "wait policy: {} ({})", name,
        has(device_kind::amd) ? "not offered for AMD devices" : "no NVIDIA device to wait for");
  }
  return fmt::format("wait policy: the host {} while it waits for a device (--wait {}){}",
                     spins ? "spins" : "sleeps", name, in_force ? "" : ", REFUSED by the driver");
}

}  // namespace omprim::command
