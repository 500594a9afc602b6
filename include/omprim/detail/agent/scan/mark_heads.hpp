// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/scan/head_marks.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// Marks the heads of segments (agent/scan/head_marks.hpp) by launches of their own: (1) zero the
/// words, (2) set the bits. For short inputs, one group does both in one launch.
///
/// Traffic beside the offsets: n / 8 bytes each way. Needs of the group: a barrier; of the device:
/// a bit per element, atomic or.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Offsets, bool on_device>
struct mark_heads {
  static constexpr tuning t = on_device ? tuning{256, 1, 8} : tuning{16, 1, 64};

  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {};

    head_marks<Offsets> marks;
    std::uint32_t zeroes;     ///< not 0: do phase 1
    std::uint32_t sets_bits;  ///< not 0: do phase 2

    template <kernel::work_group Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
      if (zeroes != 0) marks.template zero<t>(group, group.id(), group.count());
      if (zeroes != 0 && sets_bits != 0) group.barrier();
      if (sets_bits == 0) return;
      marks.template mark<t>(group, group.id(), group.count(),
                             [&](std::uint64_t s) OMPRIM_INLINE_LAMBDA { marks.note_wrong(s); });
    }
  };

  template <class Backend>
  static void run(Backend& backend, const head_marks<Offsets>& marks) {
    // One group takes no longer for up to this many tiles than a second launch would.
    constexpr std::uint64_t most_of_one_group = 4;
    const std::uint64_t resident = backend.resident_groups(t.work_group_size);
    const std::uint64_t zeroed = tiles_of<t>(marks.word_count());
    const std::uint64_t marked = std::max<std::uint64_t>(tiles_of<t>(marks.segments), 1);
    if (resident == 1 || (zeroed <= most_of_one_group && marked <= most_of_one_group)) {
      backend.launch(1, kernel_type{marks, 1, 1});
      backend.record(1, 1, t.work_group_size, 0);
      return;
    }
    const std::uint64_t zero_groups = std::min(zeroed, resident);
    const std::uint64_t mark_groups = std::min(marked, resident);
    backend.launch(zero_groups, kernel_type{marks, 1, 0});
    backend.launch(mark_groups, kernel_type{marks, 0, 1});
    backend.record(2, zero_groups + mark_groups, (zero_groups + mark_groups) * t.work_group_size,
                   marks.segments);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
