// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include <instantiate/variant.hpp>
#include <omprim/tuning.hpp>

/// The dispatch table of this process: the host rows of the active ISA level and, where
/// offloading is part of the build, the device rows.
namespace omprim::detail {

/// All variants of one (side, type, operation), in table order.
struct variant_range {
  const variant* const* begin_;
  std::size_t count;
  [[nodiscard]] const variant* const* begin() const { return begin_; }
  [[nodiscard]] const variant* const* end() const { return begin_ + count; }
};

[[nodiscard]] variant_range variants_of(bool on_device, element type, operation op);

/// Whether a row has the strategy (any if empty) and the nonzero parts of the tuning.
[[nodiscard]] bool matches(const table_row& row, std::string_view strategy, const tuning& t);

/// The first such row. Throws status::unknown_name or unknown_variant, naming what exists.
[[nodiscard]] const variant& find_variant(bool on_device, element type, operation op,
                                          std::string_view strategy, const tuning& t);

}  // namespace omprim::detail
