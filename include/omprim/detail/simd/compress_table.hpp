// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <initializer_list>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::kernel::detail {

/// The operand of the shuffle instruction for each mask of `lanes` bits: which source entry each
/// entry of the compressed register comes from. The lanes of the mask are before the others. A lane
/// has `entries_per_lane` entries.
template <int lanes, int entries_per_lane>
struct compress_table {
  static constexpr int entries = lanes * entries_per_lane;
  alignas(16) std::uint8_t of_mask[1 << lanes][entries];

  constexpr compress_table() : of_mask{} {
    for (int mask = 0; mask < (1 << lanes); ++mask) {
      int next = 0;
      for (const int selected : {1, 0}) {
        for (int lane = 0; lane < lanes; ++lane) {
          if ((mask >> lane & 1) != selected) continue;
          for (int part = 0; part < entries_per_lane; ++part) {
            of_mask[mask][next++] = static_cast<std::uint8_t>(lane * entries_per_lane + part);
          }
        }
      }
    }
  }
};
template <int lanes, int entries_per_lane>
inline constexpr compress_table<lanes, entries_per_lane> compress_shuffle{};

}  // namespace omprim::inline OMPRIM_ABI::kernel::detail
