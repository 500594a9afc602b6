// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI {

/// Bytes of a cache line of x86 and of most Arm processors. The standard's constant,
/// std::hardware_destructive_interference_size, changes with flags of the compiler.
inline constexpr std::size_t cache_line_bytes = 64;

}  // namespace omprim::inline OMPRIM_ABI
