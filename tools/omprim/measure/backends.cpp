// SPDX-License-Identifier: BSD-3-Clause
#include "measure/backends.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "measure/machine.hpp"

namespace omprim::command {

namespace {

bool is_device(const execution& where) { return where.where() == backend::device; }

}  // namespace

std::vector<execution> available_backends() {
  std::vector<execution> result{serial(), host()};
  if (available(backend::tbb)) result.push_back(tbb());
  for (const auto& info : devices()) {
    // All devices that are this host are alike: only the first is listed.
    const bool seen =
        info.kind == device_kind::host &&
        std::any_of(result.begin(), result.end(), [](const execution& e) {
          return is_device(e) &&
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
  return row.on_device == is_device(where);
}

std::string name_of(const execution& where) {
  std::string name(to_string(where.where()));
  if (is_device(where)) return fmt::format("{}:{}", name, where.device_number());
  const bool limited = where.where() != backend::serial && where.threads() > 0;
  return limited ? fmt::format("{}:{}", name, where.threads()) : name;
}

std::string describe(const execution& where) {
  if (is_device(where)) {
    for (const auto& info : devices()) {
      if (info.number == where.device_number()) return info.name;
    }
  }
  return fmt::format("{}, {}", cpu_name(), active_isa());
}

bool apply_wait_policy(const std::string& name) {
  if (name == "default") return true;
  return set_wait_policy(name == "spin" ? wait_policy::spin : wait_policy::block);
}

std::string describe_wait_policy(const std::string& name, bool in_force,
                                 const std::vector<execution>& backends) {
  if (name == "default") return "wait policy: what the offload runtime does (--wait default)";
  // devices() loads the code of every device, which takes up to a second.
  if (std::none_of(backends.begin(), backends.end(), is_device)) {
    return fmt::format("wait policy: {} (no device to wait for)", name);
  }
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
                     name == "spin" ? "spins" : "sleeps", name,
                     in_force ? "" : ", REFUSED by the driver");
}

}  // namespace omprim::command
