// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Facts about the computer and this executable, read from Linux itself.
namespace omprim::command {

[[nodiscard]] std::string cpu_name();

/// The compiler that built the command and the library with it.
[[nodiscard]] std::string_view compiler_name();

/// The release, "0.1.0".
[[nodiscard]] std::string_view version();

/// Paths of the loaded shared libraries whose file name starts with `prefix`.
[[nodiscard]] std::vector<std::string> loaded_libraries(std::string_view prefix);

/// The device targets that the build was configured for, such as "sm_90" or "x86_64".
[[nodiscard]] std::vector<std::string> configured_images();
/// The targets of the device code that this executable really contains, each once.
[[nodiscard]] std::vector<std::string> offload_images();

}  // namespace omprim::command
