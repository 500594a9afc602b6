// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <instantiate/variant.hpp>

/// What this program links of all that was compiled.
namespace omprim::detail {

/// The families of a problem that typed calls of this program refer to.
template <class Problem>
std::vector<const family<Problem>*> linked_families();

/// These and, where the program links omprim::strategies, the row sources of that archive.
template <class Problem>
std::vector<const row_source<Problem>*> linked_sources();

/// Whether the program links omprim::strategies, and with it all families.
bool links_strategies();

}  // namespace omprim::detail
