// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/exact/by_share.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Launches exact_by_share on as many groups as run at once, and returns the digits.
template <class Terms, bool has_window, tuning t, class Backend, class Source>
OMPRIM_INLINE const exact_digits& sum_by_share(Backend& backend, const Source& source) {
  using kernel_type = exact_by_share<Terms, has_window, t, Source>;
  const std::uint64_t groups = std::clamp<std::uint64_t>(
      source.size() / static_cast<std::uint64_t>(t.tile()), 1,
      backend.resident_groups(t.work_group_size, kernel_type::threads_per_unit));
  auto* const result = backend.template result<exact_digits>();
  backend.launch(groups, kernel_type{source, backend.template counters<exact_digits>(), result,
                                     backend.tickets()});
  backend.record(1, groups, groups * t.work_group_size, groups);
  return *result;
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
