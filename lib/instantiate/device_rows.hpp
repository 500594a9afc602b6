// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <instantiate/reduce_variants.hpp>
#include <instantiate/variant.hpp>
#include <omprim/detail/backend/target.hpp>

namespace omprim::inline OMPRIM_ABI::instantiate {

/// Runs variants on device(n).
struct on_target {
  static constexpr bool on_device = true;

  template <class Strategy, class Source>
  static auto run(const call& c, const Source& source) {
    backends::target_backend backend(c.device, c.profile);
    return Strategy::run(backend, source);
  }
};

/// The rows of one instantiation file, made by a list of variants.hpp.
template <class List>
omprim::detail::variant_span device_rows() {
  static constexpr auto rows = List::make();
  return {rows.data(), rows.size()};
}

}  // namespace omprim::inline OMPRIM_ABI::instantiate

/// Defines the function `name` that gives the rows of a list.
#define OMPRIM_DEVICE_ROWS(name, ...)                                        \
  namespace omprim::inline OMPRIM_ABI::instantiate {                         \
  omprim::detail::variant_span name();                                       \
  omprim::detail::variant_span name() { return device_rows<__VA_ARGS__>(); } \
  }  // namespace omprim::inline OMPRIM_ABI::instantiate
