// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <instantiate/rows.hpp>
#include <instantiate/variant.hpp>
#include <omprim/detail/backend/host.hpp>
#include <omprim/detail/backend/this_thread.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {

/// Runs variants on serial, host and tbb: the executor of the call is one of them.
struct on_host {
  static constexpr bool on_device = false;

  template <class Strategy, class Source>
  static auto run(const place& where, const Source& source) {
    backends::host_backend backend(where.run, where.profile);
    return Strategy::run(backend, source);
  }

  template <class Strategy, class Source>
  static OMPRIM_INLINE auto run_alone(const Source& source) {
    backends::this_thread_backend backend;
    return Strategy::run(backend, source);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
