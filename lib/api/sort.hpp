// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dispatch/choice.hpp>
#include <instantiate/problem.hpp>
#include <instantiate/variant.hpp>
#include <omprim/any.hpp>
#include <omprim/execution.hpp>

namespace omprim::detail {

/// Throws status::invalid_argument unless the request has n values of any size.
void require_values_to_sort(const sort_request& request, std::size_t n);

/// Runs a chosen variant of a sort. The arrays are those of the caller, and n is above 0. Returns
/// the first offsets of `problem.segments` that decrease.
offset_fault run_chosen(const execution& where, const variant<sort_problem>& chosen, operation op,
                        sort_problem problem, reduce_profile* profile);

}  // namespace omprim::detail
