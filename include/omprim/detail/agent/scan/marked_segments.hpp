// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/scan/by_ticket.hpp>
#include <omprim/detail/agent/scan/head_marks.hpp>
#include <omprim/detail/agent/scan/launch.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/look_back_words.hpp>
#include <omprim/detail/group/ordered_steps.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/segmented_scanner.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Counters of all groups of the kernel below; all 0 between launches.
struct marking_counters {
  kernel::step_counters steps;
  unsigned is_wrong;  ///< not 0: offsets are invalid
};

/// The kernel of a scan of segments in one launch: zeroes a bitmap, marks heads in it, and scans by
/// ticket. Each of these steps begins when all groups have finished the one before. A launch would
/// take some 10 microseconds.
///
///   Scanner   of the elements
///   Scan      the kernel of their segmented scan, a scan_by_ticket
template <class Scanner, class Scan, class Offsets>
struct alignas(8) scan_marked_segments {
  using accumulator = typename Scan::accumulator;
  static constexpr int work_group_size = Scan::work_group_size;
  static constexpr int threads_per_unit = Scan::threads_per_unit;
  /// An item zeroes 32 words at a time, and marks the heads of 8 segments.
  static constexpr tuning zero_tuning{work_group_size, 1, 32};
  static constexpr tuning mark_tuning{work_group_size, 1, 8};
  template <class Group>
  struct local_memory {
    typename kernel::ordered_steps<Group>::local_memory steps;
    typename Scan::template local_memory<Group> scan;
  };

  typename Scanner::accumulator initial;
  const typename Scanner::element* data;
  typename Scanner::output* out;
  head_marks<Offsets> marks;
  kernel::look_back_header* header;
  accumulator* wide;
  marking_counters* counters;
  std::uint64_t exclusive;

  /// `asked` has the data, the output and the initial value.
  template <class Backend, class Request>
  static void launch(Backend& backend, const Request& asked, const head_marks<Offsets>& marks) {
    const std::uint64_t tiles = tiles_of<Scan::parameters>(marks.n);
    const std::uint64_t groups = std::clamp<std::uint64_t>(
        std::max(tiles, tiles_of<mark_tuning>(marks.segments)), 1, groups_at_once<Scan>(backend));
    const ticket_memory<accumulator> memory(backend, groups, tiles);
    backend.launch(groups,
                   scan_marked_segments{asked.initial, asked.data, asked.out, marks, memory.header,
                                        memory.wide, backend.template counters<marking_counters>(),
                                        asked.exclusive ? 1U : 0U});
    backend.record(1, groups, groups * work_group_size, 4 * groups + tiles + marks.segments);
  }

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    if (!mark(group, local)) return;
    const std::uint64_t first = marks.offsets[0];
    using problem_type = typename Scan::problem_type;
    Scan{problem_type{{data + first, kernel::heads_of_bits(marks.words)},
                      marks.offsets[marks.segments] - first,
                      out + first,
                      {initial, 0},
                      exclusive != 0 ? 1U : 0U},
         header, wide}(group, local.scan);
  }

 private:
  /// Whether the offsets are valid.
  template <class Group>
  OMPRIM_INLINE bool mark(Group& group, local_memory<Group>& local) const {
    kernel::ordered_steps<Group> steps(group, local.steps, counters->steps);
    // Fewer parts than groups where that is enough: each takes a ticket, one after another.
    const auto parts_of = [&](std::uint64_t tiles) OMPRIM_INLINE_LAMBDA {
      return static_cast<unsigned>(std::clamp<std::uint64_t>(tiles, 1, group.count()));
    };
    const unsigned zeroed = parts_of(tiles_of<zero_tuning>(marks.word_count()));
    steps.run(zeroed, [&](unsigned part) OMPRIM_INLINE_LAMBDA {
      marks.template zero<zero_tuning>(group, part, zeroed);
    });
    const unsigned marked = parts_of(tiles_of<mark_tuning>(marks.segments));
    steps.run(marked, [&](unsigned part) OMPRIM_INLINE_LAMBDA {
      marks.template mark<mark_tuning>(group, part, marked,
                                       [&](std::uint64_t s) OMPRIM_INLINE_LAMBDA {
                                         marks.note_wrong(s);
                                         kernel::store_shared(&counters->is_wrong, 1U);
                                       });
    });
    steps.wait();
    const bool is_wrong = kernel::load_shared(&counters->is_wrong) != 0;
    group.barrier();
    steps.finish([&]() OMPRIM_INLINE_LAMBDA { counters->is_wrong = 0; });
    return !is_wrong;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
