// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <instantiate/rows.hpp>
#include <instantiate/variant.hpp>
#include <omprim/detail/backend/host.hpp>
#include <omprim/detail/backend/this_thread.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {

/// The side of rows that run on serial, host and tbb: the executor of the call is one of them.
struct on_host {
  static constexpr bool on_device = false;

  static OMPRIM_INLINE backends::host_backend backend_of(const place& where) {
    return {where.run, where.profile};
  }
  /// The calling thread alone, for small inputs.
  using alone = backends::this_thread_backend;
};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
