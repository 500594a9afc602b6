// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The selection from an empty input: writes the count 0, if the caller wants a count.
template <class Backend, class Selection>
std::uint64_t select_from_empty(Backend& backend, const Selection& problem) {
  if (problem.count != nullptr) backend.write(problem.count, std::uint64_t(0));
  return 0;
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
