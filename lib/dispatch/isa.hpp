// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace omprim::detail {

/// One ISA level of this build.
struct isa_level {
  std::string_view name;        ///< "x86-64-v3"
  bool (*runs_here)();          ///< whether this CPU has it
  std::string_view (*proof)();  ///< the level as the compiler of its kernels saw it
};

/// Lowest first.
[[nodiscard]] const std::vector<isa_level>& isa_levels();
[[nodiscard]] const isa_level& active_isa_level();
/// Its number among isa_levels().
[[nodiscard]] std::size_t active_isa_number();

}  // namespace omprim::detail
