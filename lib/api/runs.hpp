// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <instantiate/problem.hpp>
#include <instantiate/variant.hpp>
#include <omprim/any.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>

/// The steps that the functions on runs share.
namespace omprim::detail {

/// What a reduction by key does with the runs: it combines the values of a run as those of a
/// segment. Throws status::unknown_variant for operations other than segmented_sum, _min and _max.
[[nodiscard]] operation run_operation(operation op);

/// A row and its problem, with pointers as the device sees them. Arguments have been checked: it
/// may run after other rows of the call have written their outputs.
struct prepared_runs {
  const variant<runs_problem>& row;
  runs_problem problem;
  std::size_t bytes;  ///< of the data
};
[[nodiscard]] prepared_runs prepare_runs(const execution& where, const runs_family& family,
                                         operation op, const runs_problem& problem,
                                         const runs_options& options);
/// Returns the number of runs.
std::uint64_t run_prepared(const execution& where, const prepared_runs& runs,
                           const runs_options& options);

}  // namespace omprim::detail
