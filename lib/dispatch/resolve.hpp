// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include <dispatch/choice.hpp>
#include <tuning/file.hpp>

/// From rules to variants.
namespace omprim::detail {

/// The n of a rule for all n.
constexpr std::uint64_t any_n = std::numeric_limits<std::uint64_t>::max();

/// Whether the rule is for the pair.
[[nodiscard]] bool applies(const tuning_rule& rule, element type, operation op);

/// Bytes of input from which this host uses threads.
[[nodiscard]] std::uint64_t parallel_from_of(const tuning_file& file);

/// The choices by the rules for the rows on elements of `type`.
template <class Problem>
[[nodiscard]] std::unique_ptr<const choice_table<Problem>> resolve(const tuning_file& file,
                                                                   element type);

}  // namespace omprim::detail
