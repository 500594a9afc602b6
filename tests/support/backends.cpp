// SPDX-License-Identifier: BSD-3-Clause
#include "support/backends.hpp"

#include <ostream>
#include <stdexcept>

namespace omprim_test {

std::vector<omprim::execution> every_device() {
  std::vector<omprim::execution> found;
  bool host_device_found = false;
  for (const omprim::device_info& device : omprim::devices()) {
    if (!device.usable) continue;
    if (device.kind == omprim::device_kind::host) {
      if (host_device_found) continue;
      host_device_found = true;
    }
    found.push_back(omprim::device(device.number));
  }
  return found;
}

std::vector<omprim::execution> every_backend() {
  std::vector<omprim::execution> found = {omprim::serial(), omprim::host(), omprim::host(2)};
  if (omprim::available(omprim::backend::tbb)) found.push_back(omprim::tbb());
  for (const omprim::execution& device : every_device()) found.push_back(device);
  return found;
}

std::string name_of(const omprim::execution& where) {
  std::string name(omprim::to_string(where.where()));
  if (where.where() == omprim::backend::device) {
    name += "_" + std::to_string(where.device_number());
  } else if (where.threads() != 0 && where.where() != omprim::backend::serial) {
    name += "_" + std::to_string(where.threads());
  }
  return name;
}

const omprim::device_info& device_behind(const omprim::execution& where) {
  for (const omprim::device_info& device : omprim::devices()) {
    if (device.number == where.device_number()) return device;
  }
  throw std::logic_error("not a device: " + name_of(where));
}

bool reads_host_memory(const omprim::execution& where) {
  return where.where() != omprim::backend::device ||
         device_behind(where).kind == omprim::device_kind::host;
}

bool refuses_host_memory(const omprim::execution& where) {
  return where.where() == omprim::backend::device &&
         device_behind(where).kind == omprim::device_kind::nvidia;
}

}  // namespace omprim_test

namespace omprim {
void PrintTo(const execution& where, std::ostream* out) { *out << omprim_test::name_of(where); }
}  // namespace omprim
