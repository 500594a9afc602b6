// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <omprim/table.hpp>

#include "commands/command.hpp"

/// The sweeps of the papers.
namespace omprim::command {

/// What a sweep measures.
enum class sweep_subject {
  rows,   ///< rows of the dispatch table
  forms,  ///< kernels in several forms
  ranks,  ///< calls over the ranks of MPI
};

struct preset {
  std::string_view name;
  std::string_view summary;
  std::string_view strategy;  ///< the strategy that it measures; empty: all
  std::uint64_t n;            ///< elements: over sizes the greatest number, over ranks that of each
  int repeat;
  bool over_sizes = false;
  algorithm work = algorithm::reduce;
  sweep_subject subject = sweep_subject::rows;
};

[[nodiscard]] std::span<const preset> presets();

/// Throws usage_error with the names of all presets.
[[nodiscard]] const preset& find_preset(const std::string& name);

/// n alone, or 10^3, 10^4, ... up to n.
[[nodiscard]] std::vector<std::uint64_t> sizes_of(const preset& what, std::uint64_t n);

}  // namespace omprim::command
