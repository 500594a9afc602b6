// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include <instantiate/variant.hpp>

namespace omprim::detail {

/// One ISA level of this build.
struct isa_level {
  std::string_view name;        ///< "x86-64-v3"
  bool (*runs_here)();          ///< whether this CPU has it
  std::string_view (*proof)();  ///< the level as the compiler of its kernels saw it
  void (*collect)(std::vector<variant_span>& spans);  ///< its rows
};

/// Lowest first.
[[nodiscard]] const std::vector<isa_level>& isa_levels();
[[nodiscard]] const isa_level& active_isa_level();

/// Rows compiled for the lowest level only; right on every level.
void collect_baseline(std::vector<variant_span>& spans);

}  // namespace omprim::detail
