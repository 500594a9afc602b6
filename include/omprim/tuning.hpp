// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace omprim {

/// The compile-time parameters of a variant. 0: the library chooses.
struct tuning {
  int work_group_size = 0;      ///< logical work-items in a work-group
  int lanes = 0;                ///< consecutive elements that a work-item loads at once
  int items_per_work_item = 0;  ///< loads by each work-item for a tile

  friend constexpr bool operator==(const tuning& a, const tuning& b) {
    return a.work_group_size == b.work_group_size && a.lanes == b.lanes &&
           a.items_per_work_item == b.items_per_work_item;
  }
  friend constexpr bool operator!=(const tuning& a, const tuning& b) { return !(a == b); }

  /// The number of elements that a work-group takes at a time.
  [[nodiscard]] constexpr long tile() const {
    return static_cast<long>(work_group_size) * lanes * items_per_work_item;
  }
};

/// A tuning as text: work-group size, lanes and items per work-item, such as "256x4x8".
[[nodiscard]] std::string to_string(const tuning& t);

/// Reads a tuning from text: "256", "256x4" or "256x4x8"; missing numbers are 0. Throws
/// status::invalid_argument for any other text.
[[nodiscard]] tuning parse_tuning(std::string_view text);

}  // namespace omprim
