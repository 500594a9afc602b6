// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/fold.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/base/abi.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/agent/segmented_reduce/policy.hpp>
#include <omprim/detail/group/simt.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Large segments as one stream: the group reads batches of consecutive values, and segments may
/// end anywhere in a batch. The loads of the next batch are always under way, so that memory is
/// busy at segment ends, too. Operators must commute.
template <class Problem, class Group, int lanes>
class segment_stream {
  using reducer = typename Problem::reducer;
  using element = typename Problem::element;
  using accumulator = typename Problem::accumulator;
  using vector = typename reducer::template vector<lanes>;
  using combine = kernel::combine_lanes<reducer, 1>;

  using policy = simt_segment_policy;
  static constexpr int at_once = policy::stream_packs_at_once;  // two batches are in registers
  static constexpr auto wide = static_cast<std::uint32_t>(lanes);
  static constexpr std::uint32_t stride = Group::size * wide;
  static constexpr std::uint32_t batch = at_once * stride;
  using packs = kernel::pack<element, lanes>[at_once];

 public:
  /// A stream needs many registers. On a GPU only large groups have them
  /// (strategy/segmented_reduce/merge_path.hpp), and only small accumulators leave enough.
  static constexpr bool possible = sizeof(accumulator) <= policy::stream_accumulator_bytes &&
                                   (Group::size >= policy::stream_group_size || !OMPRIM_GPU);

  struct local_memory {
    accumulator sums[2][Group::sub_groups];
  };

  /// A stream over the next `values` values, in which `segments` segments end, at `ends`.
  OMPRIM_INLINE segment_stream(const Group& group, const path_cursor<Problem>& cursor,
                               const std::uint32_t* ends, int segments, std::uint32_t values,
                               carry_out<accumulator>& carry, local_memory& local)
      : group_(group),
        cursor_(cursor),
        ends_(ends),
        segments_(segments),
        values_(values),
        carry_(carry),
        local_(local),
        me_(kernel::detail::opaque(group.this_item().id)) {
    if (group.this_item().id == 0) single_ = cursor.before;
  }

  /// Reduces the stream and writes its segments. Returns this item's partial of the values after
  /// the last end; the caller combines the partials of all items.
  OMPRIM_INLINE accumulator reduce() {
    const auto unaligned =
        static_cast<std::uint32_t>(before_aligned<lanes>(cursor_.problem.values + cursor_.value));
    for (std::uint32_t limit = unaligned;; limit = values_) {
      take_until(limit);
      if (limit == values_) return taken();
      take_batches();
    }
  }

 private:
  [[nodiscard]] OMPRIM_INLINE std::uint32_t end() const {
    return ended_ < segments_ ? ends_[ended_] : ~0U;
  }

  /// Takes the values up to `limit` that no batch holds, before the first batch or after the last
  /// one.
  OMPRIM_INLINE void take_until(std::uint32_t limit) {
    for (;;) {
      const bool is_ended = end() <= limit;
      const std::uint32_t to = is_ended ? end() : limit;
      if (at_ < to) {
        single_ =
            combine{}(single_, fold_packs<Group::size, lanes, at_once>(
                                   cursor_.problem, cursor_.value + at_, cursor_.value + to, me_));
        at_ = to;
      }
      if (!is_ended) return;
      finish();
    }
  }

  /// Uses two batches in turn. Neither is copied to the other: a copy of a register would wait for
  /// its load.
  OMPRIM_INLINE void take_batches() {
    if (values_ - at_ < batch) return;
    packs one;
    packs other{};  // without {} g++ warns that it is not initialised
    load(one, at_);
    for (;;) {
      const bool has_other = values_ - at_ >= 2 * batch;
      if (has_other) load(other, at_ + batch);
      take(one);
      if (!has_other) return;
      const bool goes_on = values_ - at_ >= 2 * batch;
      if (goes_on) load(one, at_ + batch);
      take(other);
      if (!goes_on) return;
    }
  }

  [[nodiscard]] OMPRIM_INLINE std::uint64_t mine(std::uint32_t at) const {
    return cursor_.value + at + static_cast<std::uint32_t>(me_) * wide;
  }
  OMPRIM_INLINE void load(packs& to, std::uint32_t at) const {
    const element* const from = cursor_.problem.values + mine(at);
#pragma GCC unroll 16
    for (int i = 0; i < at_once; ++i) {
      to[i] = kernel::detail::force_load(
          kernel::load_pack<lanes, true>(from + static_cast<std::uint32_t>(i) * stride));
    }
  }

  /// Takes the next batch.
  OMPRIM_INLINE void take(const packs& next) {
    const std::uint32_t batch_end = at_ + batch;
    if (end() >= batch_end) {
#pragma GCC unroll 16
      for (int i = 0; i < at_once; ++i) {
        const std::uint64_t index = mine(at_) + static_cast<std::uint32_t>(i) * stride;
        total_ = reducer::combine(total_, reducer::template lift<lanes>(next[i], index));
      }
    } else {
      std::uint32_t begin = at_;
      for (;;) {
        const bool is_ended = end() < batch_end;
        const std::uint32_t to = is_ended ? end() : batch_end;
        take_part(next, begin, to);
        if (!is_ended) break;
        finish();
        begin = to;
      }
    }
    at_ = batch_end;
  }

  /// Takes the values [begin, end) of the next batch.
  OMPRIM_INLINE void take_part(const packs& next, std::uint32_t begin, std::uint32_t end) {
    constexpr int chains = 4;
    accumulator sums[chains];
#pragma GCC unroll 4
    for (accumulator& sum : sums) sum = reducer::template identity<1>();
    const std::uint64_t first = mine(at_);
    const auto ahead = static_cast<std::uint32_t>(first - cursor_.value) - begin;  // wraps
#pragma GCC unroll 16
    for (int i = 0; i < at_once; ++i) {
#pragma GCC unroll 16
      for (int l = 0; l < lanes; ++l) {
        const std::uint32_t further =
            static_cast<std::uint32_t>(i) * stride + static_cast<std::uint32_t>(l);
        const auto x = reducer::template lift<1>(kernel::lane<lanes>(next[i], l), first + further);
        accumulator& sum = sums[(i * lanes + l) % chains];
        sum = combine{}(sum, ahead + further < end - begin ? x : reducer::template identity<1>());
      }
    }
    single_ =
        combine{}(single_, combine{}(combine{}(sums[0], sums[1]), combine{}(sums[2], sums[3])));
  }

  /// Returns this item's partial, and resets it to the identity.
  OMPRIM_INLINE accumulator taken() {
    const accumulator all = combine{}(kernel::fold_lanes<reducer, lanes>(total_), single_);
    total_ = reducer::template identity<lanes>();
    single_ = reducer::template identity<1>();
    return all;
  }
  /// Ends the next segment: combines the partials of all items and writes the result.
  OMPRIM_INLINE void finish() {
    const auto me = group_.this_item();
    accumulator(&sums)[Group::sub_groups] = local_.sums[ended_ % 2];
    const typename Group::template private_memory<accumulator> part{taken()};
    const accumulator sum = group_.this_sub_group().reduce(part, combine{});
    if (me.sub_group_lane == 0) sums[me.sub_group] = sum;
    // Past this barrier the sums of the previous segment have been read and may be overwritten.
    group_.barrier();
    if (me.id == 0) {
      accumulator all = sums[0];
      for (int s = 1; s < Group::sub_groups; ++s) all = combine{}(all, sums[s]);
      cursor_.finish(ended_, all, carry_);
    }
    ++ended_;
  }

  const Group& group_;
  const path_cursor<Problem>& cursor_;
  const std::uint32_t* ends_;
  int segments_;
  std::uint32_t values_;
  carry_out<accumulator>& carry_;
  local_memory& local_;
  int me_;
  int ended_ = 0;         ///< segments that have ended
  std::uint32_t at_ = 0;  ///< offset of the next value
  // This item's partial of the next segment to end: from whole packs, and from single values.
  vector total_ = reducer::template identity<lanes>();
  accumulator single_ = reducer::template identity<1>();
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
#endif
