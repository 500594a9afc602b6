// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string_view>

#include <instantiate/variant.hpp>
#include <omprim/tuning.hpp>

/// The dispatch table of this process: of all rows that it links, the host rows of the active ISA
/// level and, where offloading is part of the build, the device rows.
namespace omprim::detail {

/// All variants of one (side, type, operation), in table order.
template <class Problem>
struct variant_range {
  const variant<Problem>* const* begin_;
  std::size_t count;
  [[nodiscard]] const variant<Problem>* const* begin() const { return begin_; }
  [[nodiscard]] const variant<Problem>* const* end() const { return begin_ + count; }
};

template <class Problem>
[[nodiscard]] variant_range<Problem> variants_of(bool on_device, element type, operation op);

/// Whether a row has the strategy (any if empty) and the nonzero parts of the tuning.
[[nodiscard]] bool matches(const table_row& row, std::string_view strategy, const tuning& t);

/// The first such row. Throws status::unknown_name or unknown_variant, naming what exists and, for
/// strategies that this program does not link, what to link.
template <class Problem>
[[nodiscard]] const variant<Problem>& find_variant(bool on_device, element type, operation op,
                                                   std::string_view strategy, const tuning& t);

/// Whether some algorithm has a strategy of this name.
[[nodiscard]] bool is_strategy(std::string_view name);

}  // namespace omprim::detail
