// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

/// The version of these headers, for the preprocessor.
#define OMPRIM_VERSION_MAJOR 0
#define OMPRIM_VERSION_MINOR 1
#define OMPRIM_VERSION_PATCH 0

namespace omprim {

/// The version of these headers.
inline constexpr int version_major = OMPRIM_VERSION_MAJOR;
inline constexpr int version_minor = OMPRIM_VERSION_MINOR;
inline constexpr int version_patch = OMPRIM_VERSION_PATCH;

/// The version of the library that the program is linked to, such as "0.1.0".
[[nodiscard]] std::string_view version() noexcept;

}  // namespace omprim
