// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <instantiate/rows.hpp>
#include <instantiate/variant.hpp>
#include <omprim/detail/backend/target.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {

/// The side of rows that run on device(n).
struct on_target {
  static constexpr bool on_device = true;

  static backends::target_backend backend_of(const place& where) {
    return {where.device, where.profile};
  }
};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
