// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

namespace omprim {

/// Why a call failed. The numbers are those of the C API (omprim.h).
enum class status : int {
  success = 0,
  invalid_argument = 1,        ///< a null pointer for n > 0 elements, a malformed tuning, ...
  unknown_name = 2,            ///< no strategy, type, operation, backend or ISA level has that name
  unavailable_backend = 3,     ///< the backend is not part of this build
  unavailable_device = 4,      ///< there is no such device, or it cannot run the library's images
  unknown_variant = 5,         ///< the strategy exists, but was not compiled with that tuning
  not_on_device = 6,           ///< a pointer that the device cannot read
  out_of_memory = 7,           ///< the device or the host has no room for the workspace
  device_failure = 8,          ///< the device is there, but a kernel or a copy failed on it
  bad_tuning_file = 9,         ///< a tuning file that cannot be read
  unexpected_failure = 10,     ///< C and Fortran: an exception that is not the library's
  communication_failure = 11,  ///< omprim::mpi: an MPI function returned an error
};

/// The only exception of the library. what() names the request and the values that exist.
class error : public std::runtime_error {
 public:
  error(status code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] status code() const noexcept { return code_; }

 private:
  status code_;
};

}  // namespace omprim
