// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/cut_segments.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/agent/segmented_reduce/fold.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/simt.hpp>

/// The work queue of agent/segmented_reduce/work_queue.hpp in a group of one thread per item.
namespace omprim::inline OMPRIM_ABI::strategy {

/// A group's part of the work queue. Each item keeps the loads of `at_once` packs under way.
template <class Problem, class Group, int lanes, int at_once>
class segment_queue {
  using reducer = typename Problem::reducer;
  using accumulator = typename Problem::accumulator;
  using combine = kernel::combine_lanes<reducer, 1>;
  using shared = segment_parts<accumulator>;
  static_assert(kernel::commutes<reducer>);

  static constexpr std::uint64_t batch = at_once * Group::size * lanes;
  // On GPUs, fences order the accesses to other memory: relaxed atomics are enough.
#if OMPRIM_GPU
  static constexpr int take_order = __ATOMIC_RELAXED;
  static constexpr int read_order = __ATOMIC_RELAXED;
#else
  static constexpr int take_order = __ATOMIC_ACQ_REL;
  static constexpr int read_order = __ATOMIC_ACQUIRE;
#endif
  static constexpr std::uint64_t one_begun = std::uint64_t{1} << 48;
  static constexpr std::uint64_t one_cut = std::uint64_t{1} << 32;
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  /// The values that a group reads for one ticket: a segment or a piece of one.
  struct alignas(16) portion {
    std::uint64_t first;  ///< index of the first value; `none`: the queue is empty
    std::uint64_t last;   ///< index after the last value
    std::uint64_t segment;
    std::uint32_t pieces;  ///< number of pieces of the segment
    std::uint32_t number;  ///< index of this piece in its segment
    std::uint32_t cut;     ///< index of the segment in segment_parts::cut
    std::uint32_t part;    ///< index of the piece in segment_parts::parts
  };

 public:
  /// Data that is not needed for every value is kept here, since registers limit the number of
  /// groups. There are two portions and two sets of sums, used in turn, so that one barrier between
  /// two portions is enough.
  struct local_memory {
    portion portions[2];
    accumulator sums[2][Group::sub_groups];
    segment_cuts cuts;
    std::uint64_t piece;  ///< listed piece of the last ticket; `none`: the ticket was a segment
    std::uint32_t cut;    ///< index in segment_parts::cut of the last piece's segment
    bool is_all_listed;   ///< this group knows that all cut segments are listed
  };

  OMPRIM_INLINE segment_queue(const Group& group, const Problem& problem, shared* parts,
                              segment_counters* counters, local_memory& local)
      : group_(group), problem_(problem), parts_(parts), counters_(counters), local_(local) {}

  /// Reduces the segments and pieces that this group has tickets for.
  OMPRIM_INLINE void reduce() {
    const auto me = group_.this_item();
    if (me.sub_group == 0) {
      if (me.id == 0) {
        const std::uint64_t values = problem_.bounds.last() - problem_.bounds.first();
        local_.cuts = segment_cuts(values, 4 * batch);
        local_.cut = 0;
        local_.is_all_listed = false;
        look_up(take_ticket(one_begun), local_.portions[0]);
      }
      look_up_piece(local_.portions[0]);
    }
    group_.barrier();
    for (int turn = 0;; turn ^= 1) {
      const portion& now = local_.portions[turn];
      const std::uint64_t first = now.first;
      const std::uint64_t last = now.last;
      if (first == none) break;
      std::uint64_t ticket = 0;
      if (me.id == 0) ticket = take_ticket();
      typename Group::template private_memory<accumulator> mine{reducer::template identity<1>()};
      if (first < last) {
        mine.value = fold_packs<Group::size, lanes, at_once>(problem_, first, last,
                                                             kernel::detail::opaque(me.id));
      }
      if (me.sub_group == 0) {
        // The first sub-group has finished the previous portion after this barrier.
        kernel::detail::sub_group_barrier<Group::size>();
        if (me.id == 0) look_up(ticket, local_.portions[turn ^ 1]);
        look_up_piece(local_.portions[turn ^ 1]);
      }
      const accumulator sum = group_.this_sub_group().reduce(mine, combine{});
      if (me.sub_group_lane == 0) local_.sums[turn][me.sub_group] = sum;
      group_.barrier();
      if (me.sub_group == 0) finish(now, local_.sums[turn]);
    }
    if (me.id == 0 && kernel::take_ticket(counters_->ended) == group_.count() - 1) *counters_ = {};
  }

 private:
  [[nodiscard]] OMPRIM_INLINE std::uint64_t take_ticket(std::uint64_t begun = 0) const {
    return kernel::fetch_add_shared<take_order>(&counters_->next, begun + 1) % one_begun;
  }

  /// Looks up the segment of a ticket, and lists the segment if it is cut. For a ticket past the
  /// last segment, stores the number of the listed piece in local_.piece. Item 0 calls it.
  OMPRIM_INLINE void look_up(std::uint64_t ticket, portion& to) {
    const std::uint64_t segments = problem_.bounds.segments;
    if (ticket >= segments) {
      local_.piece = ticket - segments;
      return;
    }
    local_.piece = none;
    const std::uint64_t first = problem_.bounds.begin(ticket);
    const std::uint64_t last = problem_.bounds.end(ticket);
    to.first = first;
    to.last = last;
    to.segment = ticket;
    to.pieces = 1;
    if (!local_.cuts.is_cut(last - first)) return;
    to.pieces = local_.cuts.pieces(last - first);
    to.last = first + segment_cuts::piece(last - first, to.pieces);
    to.number = 0;
    const std::uint64_t before = kernel::fetch_add_shared(&counters_->cut, one_cut + to.pieces - 1);
    const auto pieces_before = static_cast<std::uint32_t>(before % one_cut);
    to.cut = static_cast<std::uint32_t>(before / one_cut);
    to.part = pieces_before + to.cut;
    parts_->cut[to.cut] = {ticket, first, last, pieces_before, 0};
    kernel::device_fence();  // before this group's next ticket
  }

  /// Looks up the piece of a ticket if the ticket is for a piece. The first sub-group calls it.
  OMPRIM_INLINE void look_up_piece(portion& to) {
    kernel::detail::sub_group_barrier<Group::size>();
    const std::uint64_t piece = local_.piece;
    if (piece == none) return;
    if (!local_.is_all_listed) wait_until_listed();
    const bool is_first = group_.this_item().id == 0;
    const std::uint64_t all = kernel::load_shared(&counters_->cut);
    if (piece >= all % one_cut) {
      if (is_first) to.first = none;
      return;
    }
    const std::uint32_t cut =
        segment_of(static_cast<std::uint32_t>(piece), static_cast<std::uint32_t>(all / one_cut));
    kernel::detail::sub_group_barrier<Group::size>();
    if (is_first) {
      local_.is_all_listed = true;
      local_.cut = cut;
      set_piece(static_cast<std::uint32_t>(piece), cut, to);
    }
  }

  /// Waits until all cut segments are listed, which is so when every group that has begun holds a
  /// ticket past the last segment. A group lists its segments before it takes that ticket, and
  /// takes only one ticket past the last segment before this wait ends. A group that begins later
  /// gets no segment.
  OMPRIM_INLINE void wait_until_listed() const {
    for (;;) {
      const std::uint64_t next = kernel::load_shared<read_order>(&counters_->next);
      if (next % one_begun >= problem_.bounds.segments + next / one_begun) break;
      kernel::detail::yield_thread();
    }
    kernel::device_fence();
  }

  /// The index in segment_parts::cut of the segment that a listed piece belongs to. The search
  /// begins at the segment of this group's last piece, since tickets ascend.
  [[nodiscard]] OMPRIM_INLINE std::uint32_t segment_of(std::uint32_t piece,
                                                       std::uint32_t segments) const {
    constexpr auto width = static_cast<std::uint32_t>(Group::sub_group_size);
    const auto lane = static_cast<std::uint32_t>(group_.this_item().sub_group_lane);
    for (std::uint32_t first = local_.cut;; first += width) {
      const std::uint32_t at = first + lane;
      const bool begins_before = at < segments && parts_->cut[at].pieces_before <= piece;
      const auto before = static_cast<kernel::detail::lane_mask>(
          kernel::detail::ballot<Group::size>(begins_before));
      const auto count = static_cast<std::uint32_t>(kernel::detail::population(before));
      if (count < width) return first + count - 1;
    }
  }
  /// Sets `to` to a listed piece, which belongs to cut segment `cut`.
  OMPRIM_INLINE void set_piece(std::uint32_t piece, std::uint32_t cut, portion& to) const {
    const cut_segment& all = parts_->cut[cut];
    const std::uint64_t length = all.last - all.first;
    const std::uint32_t pieces = local_.cuts.pieces(length);
    const std::uint32_t number = piece - all.pieces_before + 1;
    const std::uint64_t first = all.first + number * segment_cuts::piece(length, pieces);
    const std::uint64_t piece_end = first + segment_cuts::piece(length, pieces);
    to = {first < all.last ? first : all.last,
          piece_end < all.last ? piece_end : all.last,
          all.segment,
          pieces,
          number,
          cut,
          all.pieces_before + cut + number};
  }

  /// Combines the sums of all sub-groups for a portion, and writes the segment or stores the
  /// partial of the piece. The first sub-group calls it.
  OMPRIM_INLINE void finish(const portion& now,
                            const accumulator (&sums)[Group::sub_groups]) const {
    const bool is_first = group_.this_item().id == 0;
    accumulator all = sums[0];
#pragma GCC unroll 8
    for (int s = 1; s < Group::sub_groups; ++s) all = combine{}(all, sums[s]);
    if (now.pieces == 1) {
      if (is_first) problem_.write(now.segment, all);
      return;
    }
    int is_last = 0;
    if (is_first) {
      kernel::store_words(&parts_->parts[now.part], all);
      is_last = kernel::take_ticket(parts_->cut[now.cut].read) == now.pieces - 1 ? 1 : 0;
    }
    if (kernel::detail::shuffle<Group::size>(is_last, 0) != 0) join_pieces(now);
  }

  /// Combines the partials of all pieces of a segment and writes the result. The group that
  /// finishes the last piece calls it.
  OMPRIM_INLINE void join_pieces(const portion& now) const {
    const auto me = group_.this_item();
    kernel::acquire_tickets();
    const accumulator* const parts = parts_->parts + (now.part - now.number);
    typename Group::template private_memory<accumulator> mine{reducer::template identity<1>()};
#pragma GCC unroll 8
    for (auto i = static_cast<std::uint32_t>(me.id); i < now.pieces; i += Group::sub_group_size) {
      mine.value = combine{}(mine.value, kernel::load_words(parts + i));
    }
    const accumulator all = group_.this_sub_group().reduce(mine, combine{});
    if (me.id == 0) problem_.write(now.segment, all);
  }

  const Group& group_;
  const Problem& problem_;
  shared* parts_;
  segment_counters* counters_;
  local_memory& local_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
#endif
