// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <instantiate/rows.hpp>
#include <instantiate/variant.hpp>
#include <omprim/detail/backend/target.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {

/// Runs variants on device(n).
struct on_target {
  static constexpr bool on_device = true;

  template <class Strategy, class Source>
  static auto run(const place& where, const Source& source) {
    backends::target_backend backend(where.device, where.profile);
    return Strategy::run(backend, source);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
