// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

namespace omprim {

/// Why a call could not do what was asked. The numbers are those of the C API (omprim.h).
enum class status : int {
  success = 0,
  invalid_argument = 1,     ///< a null pointer with elements behind it, a malformed tuning, ...
  unknown_name = 2,         ///< no strategy, type, operation, backend or ISA level is called that
  unavailable_backend = 3,  ///< the backend is not part of this build
  unavailable_device = 4,   ///< there is no such device, or it cannot run the library's images
  unknown_variant = 5,      ///< the strategy exists, but was not compiled with that tuning
  not_on_device = 6,        ///< a pointer that the device cannot read
  out_of_memory = 7,        ///< the device or the host has no room for the workspace
  device_failure = 8,       ///< the device was there, but a kernel did not run on it
  bad_tuning_file = 9,      ///< a tuning file that cannot be read
};

/// The one exception of the library. what() names what was asked and what exists.
class error : public std::runtime_error {
 public:
  error(status code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] status code() const noexcept { return code_; }

 private:
  status code_;
};

}  // namespace omprim
