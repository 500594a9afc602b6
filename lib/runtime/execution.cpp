// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/execution.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>

#include <omprim/detail/backend/library.hpp>
#include <omprim/error.hpp>
#include <omprim_build.hpp>
#include <runtime/device.hpp>

namespace omprim {
namespace {

void require_thread_count(int threads) {
  if (threads >= 0) return;
  throw error(
      status::invalid_argument,
      std::to_string(threads) + " threads were asked for; 0 means all, more than 0 so many");
}

[[maybe_unused]] std::string device_list() {
  std::string list;
  for (const device_info& d : devices()) {
    list += (list.empty() ? "" : ", ") + std::to_string(d.number) + " (" +
            (d.usable ? d.name : "not usable") + ")";
  }
  return list.empty() ? "none" : list;
}

}  // namespace

execution serial() noexcept { return {backend::serial, -1, 1}; }

execution host(int threads) {
  require_thread_count(threads);
  return {backend::host, -1, threads};
}

execution tbb(int threads) {
  require_thread_count(threads);
#if OMPRIM_WITH_TBB
  return {backend::tbb, -1, threads};
#else
  throw error(status::unavailable_backend,
              "backend tbb was asked for; this build has serial and host, and no TBB");
#endif
}

execution device() {
#if OMPRIM_WITH_DEVICE
  constexpr bool for_hosts_only = std::string_view(OMPRIM_DEVICE_TARGETS) == "x86_64";
  for (const device_info& d : devices()) {
    if (d.usable && (d.kind != device_kind::host || for_hosts_only)) return device(d.number);
  }
  throw error(status::unavailable_device,
              "a device was asked for, and no GPU runs this build's images (" +
                  std::string(OMPRIM_DEVICE_TARGETS) + "); the devices are " + device_list());
#else
  throw error(status::unavailable_backend, "a device was asked for; this build has no offloading");
#endif
}

execution device(int number) {
#if OMPRIM_WITH_DEVICE
  if (number < 0 || number >= detail::device_count()) {
    throw error(status::unavailable_device, "device " + std::to_string(number) +
                                                " was asked for; the devices are " + device_list());
  }
  const device_info& info = detail::probed_device(number);
  if (!info.usable) {
    throw error(status::unavailable_device,
                "device " + std::to_string(number) + " cannot be used: " + info.diagnosis);
  }
  return {backend::device, number, 0};
#else
  throw error(status::unavailable_backend,
              "device " + std::to_string(number) + " was asked for; this build has no offloading");
#endif
}

namespace {
std::vector<device_info> find_devices() {
  std::vector<device_info> found;
  found.reserve(static_cast<std::size_t>(detail::device_count()));
  for (int number = 0; number < detail::device_count(); ++number) {
    found.push_back(detail::probed_device(number));
  }
  return found;
}
}  // namespace

const std::vector<device_info>& devices() try {
  static const std::vector<device_info> all = find_devices();
  return all;
} catch (...) {
  detail::rethrow_as_error();
}

bool available(backend where) {
  switch (where) {
    case backend::serial:
    case backend::host:
      return true;
    case backend::tbb:
      return OMPRIM_WITH_TBB != 0;
    case backend::device:
      return std::any_of(devices().begin(), devices().end(),
                         [](const device_info& d) { return d.usable; });
  }
  return false;
}

execution parse_execution(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  int number = 0;
  if (colon != std::string_view::npos) {
    const char* const end = text.data() + text.size();
    const auto [rest, failure] = std::from_chars(text.data() + colon + 1, end, number);
    if (failure != std::errc{} || rest != end || name == "serial") {
      throw error(status::invalid_argument, "'" + std::string(text) +
                                                "' is no backend; write host:THREADS, tbb:THREADS "
                                                "or device:NUMBER");
    }
  }
  if (name == "serial") return serial();
  if (name == "host") return host(number);
  if (name == "tbb") return tbb(number);
  if (name == "device") {
    return colon == std::string_view::npos ? device() : device(number);
  }
  throw error(status::unknown_name, "no backend is called '" + std::string(name) +
                                        "'; there are serial, host, tbb, device");
}

}  // namespace omprim
