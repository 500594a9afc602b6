// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/backend/executor.hpp>

namespace omprim::detail {

/// The calling thread runs all groups, in order.
inline constexpr executor serial_executor{
    [](std::uint64_t count, range_body body, const void* context, int /*threads*/) {
      body(context, 0, count);
    },
    nullptr, 1};

}  // namespace omprim::detail
