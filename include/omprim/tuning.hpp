// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace omprim {

/// The compile-time parameters of a variant. A zero means "not asked for: the library chooses".
struct tuning {
  int work_group_size = 0;      ///< logical work-items in a work-group
  int lanes = 0;                ///< consecutive elements a work-item loads at once
  int items_per_work_item = 0;  ///< such loads per work-item and tile

  friend constexpr bool operator==(const tuning& a, const tuning& b) {
    return a.work_group_size == b.work_group_size && a.lanes == b.lanes &&
           a.items_per_work_item == b.items_per_work_item;
  }
  friend constexpr bool operator!=(const tuning& a, const tuning& b) { return !(a == b); }

  /// Elements one work-group takes at a time.
  [[nodiscard]] constexpr long tile() const {
    return static_cast<long>(work_group_size) * lanes * items_per_work_item;
  }
};

/// The one text form of a tuning, "256x4x8": work-group size, lanes, items per work-item.
[[nodiscard]] std::string to_string(const tuning& t);

/// Reads that form; "256", "256x4" and "256x4x8" are accepted, what is left out stays 0.
/// Throws status::invalid_argument for anything else.
[[nodiscard]] tuning parse_tuning(std::string_view text);

}  // namespace omprim
