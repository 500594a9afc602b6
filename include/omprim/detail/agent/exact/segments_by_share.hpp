// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/exact/crew.hpp>
#include <omprim/detail/agent/exact/policy.hpp>
#include <omprim/detail/agent/exact/segment_rounding.hpp>
#include <omprim/detail/agent/exact/segment_sum.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/digits.hpp>
#include <omprim/detail/reducer/rounding.hpp>
#include <omprim/detail/reducer/segments.hpp>
#include <omprim/tuning.hpp>

/// Exact sums of segments, by equal shares of the merge path
/// (agent/segmented_reduce/merge_path.hpp).
namespace omprim::inline OMPRIM_ABI::strategy {

/// The problem of exact sums of segments.
template <class T>
struct alignas(8) exact_segments {
  using element = T;

  const T* values;
  kernel::segment_bounds bounds;
  T* out;
};

/// The sum of a segment that several shares cross. All of it is 0 between calls.
struct alignas(8) crossing_segment {
  exact_digits digits;
  unsigned tickets;  ///< shares that have added their part
};

/// Digits in local memory: no constructor clears them.
struct uncleared_digits {
  union {
    exact_digits all;
  };
  OMPRIM_INLINE uncleared_digits() {}
};

/// The kernel: each crew takes one of the equal shares of the merge path. The last share to arrive
/// at a segment that crosses shares writes its sum.
template <class T, tuning t>
struct alignas(8) sum_segments_by_share {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = exact_policy::threads_per_unit;
  /// Crews of a group, at most.
  static constexpr int most_crews = t.work_group_size > 32 ? t.work_group_size / 32 : 1;
  template <class Group>
  struct local_memory {
    uncleared_digits digits[crews_of<Group>::count];
  };

  exact_segments<T> problem;
  crossing_segment* crossing;  ///< one for each share, for the segment that begins in it

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    using crews = crews_of<Group>;
    const std::uint64_t steps = problem.bounds.steps();
    const std::uint64_t share = std::max((steps - 1) / (group.count() * crews::count) + 1,
                                         static_cast<std::uint64_t>(exact_policy::least_share));
    const std::uint64_t mine =
        group.id() * crews::count + static_cast<std::uint64_t>(crews::index(group));
    if (mine * share >= steps) return;
    const auto crew = crews::crew(group);
    constexpr int packs = (Group::thread_per_item ? 1 : Group::size) * t.items_per_work_item;
    share_sums<typename crews::type, typename crews::alone, t.lanes, packs>(
        *this, crew, local.digits[crews::index(group)].all, share)
        .take(mine * share, std::min(mine * share + share, steps));
  }

 private:
  /// What a crew does with its share.
  template <class Crew, class Alone, int N, int packs>
  class share_sums {
    using sum_type = segment_sum<T, N, packs, Crew, true>;
    using window_type = typename sum_type::window_type;
    static constexpr int words = sizeof(exact_digits) / sizeof(std::int64_t);
    static constexpr int at_once = 8;  ///< sums that a thread of a processor rounds together

   public:
    OMPRIM_INLINE share_sums(const sum_segments_by_share& all, const Crew& crew,
                             exact_digits& digits, std::uint64_t share)
        : all_(all), crew_(crew), digits_(digits), share_(share), sum_(crew, &digits) {
      clear_digits();
    }

    /// Takes the steps [first, last).
    OMPRIM_INLINE void take(std::uint64_t first, std::uint64_t last) {
      const auto& bounds = all_.problem.bounds;
      const std::uint64_t begin = ends_before(crew_, bounds, first);
      end_ = ends_before(crew_, bounds, last);
      first_value_ = bounds.first() + first - begin;
      last_value_ = bounds.first() + last - end_;
      const bool goes_on = end_ < bounds.segments && bounds.begin(end_) < last_value_;
      if constexpr (Crew::size > 1) {
        take_by_sub_group(begin, end_ + (goes_on ? 1 : 0));
      } else {
        take_by_thread(begin, end_ + (goes_on ? 1 : 0));
      }
    }

   private:
    /// The part of a segment that lies in the share.
    struct part {
      std::uint64_t first;
      std::uint64_t last;
      bool crosses;  ///< there are other parts
    };
    [[nodiscard]] OMPRIM_INLINE part part_of(std::uint64_t segment) const {
      const std::uint64_t begin = all_.problem.bounds.begin(segment);
      const std::uint64_t end = all_.problem.bounds.end(segment);
      return {std::max(begin, first_value_), std::min(end, last_value_),
              begin < first_value_ || segment == end_};
    }

    /// Whether a segment has at most three values, all of them in the share.
    [[nodiscard]] static OMPRIM_INLINE bool is_few(const part& p) {
      return p.last - p.first <= 3 && !p.crosses;
    }
    /// Writes the sum of such a segment. False: it may be infinite or NaN.
    [[nodiscard]] OMPRIM_INLINE bool writes_sum_of_few(std::uint64_t segment, const part& p) const {
      const std::uint64_t count = p.last - p.first;
      const T* const values = all_.problem.values + p.first;
      T x[3];
#pragma GCC unroll 4
      for (unsigned i = 0; i < 3; ++i) x[i] = i < count ? values[i] : -T(0);
      T sum = count == 0 ? T(0) : x[0] + x[1];
      if (count == 3) {
        sum = rounded_sum_of_three(x[0], x[1], x[2]);
        if (!kernel::is_finite(sum)) return false;
      }
      all_.problem.out[segment] = sum;
      return true;
    }

    /// The crew sums segments one by one; then each item rounds the sum of one of them.
    OMPRIM_INLINE void take_by_sub_group(std::uint64_t segment, std::uint64_t end) {
      OMPRIM_KEEP_ROLLED
      for (; segment < end; segment += Crew::size) {
        const std::uint64_t mine = segment + static_cast<unsigned>(crew_.lane());
        const part p = mine < end ? part_of(mine) : part{0, 0, false};
        auto window = window_type::closed();
        // If only some segments have few values, both ways would take the time of both.
        const bool all_few = !crew_.any(!is_few(p));
        bool is_rounded = mine >= end || (all_few && writes_sum_of_few(mine, p));
        const bool was_short = take_alone(p, !is_rounded, window);
        bool is_left = !is_rounded && !was_short;
        for (bool by_digits = false;; by_digits = true) {
          OMPRIM_KEEP_ROLLED
          for (std::uint64_t left = crew_.ballot(is_left); left != 0; left &= left - 1) {
            const int lane = __builtin_ctzll(left);
            const window_type sum = sum_of(crew_.from(p.first, lane), crew_.from(p.last, lane));
            const bool crosses = crew_.from(p.crosses ? 1 : 0, lane) != 0;
            if (by_digits || crosses || sum_.in_digits() != 0) {
              settle(segment + static_cast<unsigned>(lane), crosses, sum);
              is_rounded = is_rounded || crew_.lane() == lane;
            } else if (crew_.lane() == lane) {
              window = sum;
            }
          }
          if (!is_rounded) {
            window_batch<window_type, 1> batch;
            batch.set(0, window, p.first == p.last);
            const auto rounded = round_batch<T, 1>(batch);
            is_rounded = rounded.fits != 0;
            if (is_rounded) all_.problem.out[mine] = rounded.sum;
          }
          is_left = !is_rounded;
          if (!crew_.any(is_left)) break;
        }
      }
    }

#if OMPRIM_SIMT
    /// Each item takes a segment alone, if it is asked to and the segment is short enough. Returns
    /// whether it did.
    OMPRIM_INLINE bool take_alone(const part& p, bool is_asked, window_type& window) const {
      const bool is_short =
          is_asked && p.last - p.first <= exact_policy::values_alone && !p.crosses;
      if (!crew_.any(is_short)) return false;
      const Alone alone{{}, crew_.item};
      segment_sum<T, 1, packs, Alone, false> sum(alone, nullptr);
      sum.begin();
      const bool fits = sum.add(all_.problem.values, p.first, is_short ? p.last : p.first, p.last);
      window = sum.in_window();
      return is_short && fits;
    }
#endif

    /// The same by one thread, which rounds a pack of sums at a time.
    OMPRIM_INLINE void take_by_thread(std::uint64_t segment, std::uint64_t end) {
      window_batch<window_type, at_once> batch{};
      // An object of which no address is taken is registers.
      segment_sum<T, N, packs, Crew, false> quick(crew_, nullptr);
      const std::uint64_t readable = all_.problem.bounds.last();
      OMPRIM_KEEP_ROLLED
      for (; segment < end; segment += at_once) {
        const auto count = static_cast<int>(std::min<std::uint64_t>(at_once, end - segment));
        unsigned settled = 0;  // bit i: the sum of segment + i is written
        OMPRIM_KEEP_ROLLED
        for (int i = 0; i < count; ++i) {
          const std::uint64_t mine = segment + static_cast<unsigned>(i);
          const part p = part_of(mine);
          if (is_few(p) && writes_sum_of_few(mine, p)) {
            settled |= 1U << i;
            continue;
          }
          quick.begin();
          if (!p.crosses && quick.add(all_.problem.values, p.first, p.last, readable)) {
            batch.set(i, quick.in_window(), p.first == p.last);
            continue;
          }
          const window_type sum = sum_of(p.first, p.last);
          batch.set(i, sum, p.first == p.last);
          if (!p.crosses && sum_.in_digits() == 0) continue;
          settle(mine, p.crosses, sum);
          settled |= 1U << i;
        }
        if (settled != (1U << count) - 1) write_batch(batch, segment, count, settled);
      }
    }
    /// Rounds the sums of a batch, and writes those that are not settled.
    OMPRIM_INLINE void write_batch(const window_batch<window_type, at_once>& batch,
                                   std::uint64_t segment, int count, unsigned settled) const {
      const auto rounded = round_batch<T, at_once>(batch);
      if (count == at_once && settled == 0 &&
          !kernel::any_lane<std::int64_t, at_once>(~rounded.fits)) {
        kernel::store_pack<at_once, false>(all_.problem.out + segment, rounded.sum);
        return;
      }
      OMPRIM_KEEP_ROLLED
      for (int i = 0; i < count; ++i) {
        if ((settled >> i & 1U) != 0) continue;
        const std::uint64_t mine = segment + static_cast<unsigned>(i);
        if (rounded.fits[i] != 0) {
          all_.problem.out[mine] = rounded.sum[i];
        } else {
          settle(mine, false, batch.get(i));
        }
      }
    }

    OMPRIM_INLINE window_type sum_of(std::uint64_t first, std::uint64_t last) {
      sum_.begin();
      (void)sum_.add(all_.problem.values, first, last, all_.problem.bounds.last());
      return sum_.in_window();
    }

    /// Adds a window to the digits, and writes the sum of the segment, unless other parts of it are
    /// still to come.
    OMPRIM_RARE void settle(std::uint64_t segment, bool crosses, const window_type& window) const {
      crew_.barrier();
      window.add_to(digits_, crew_);
      crew_.barrier();
      const auto& bounds = all_.problem.bounds;
      if (crosses && !joins(segment)) return;
      if (crew_.lane() == 0) {
        const bool is_empty = bounds.begin(segment) == bounds.end(segment);
        if (digits_.others == 0 && !is_empty) digits_.negative_zeros = 1;
        all_.problem.out[segment] = kernel::round_digits<T>(digits_);
      }
      crew_.barrier();
      clear_digits();
    }

    /// Adds the digits of this share to those of a segment that crosses shares. The share that adds
    /// the last part moves the sum back to its digits, and gets true.
    [[nodiscard]] OMPRIM_INLINE bool joins(std::uint64_t segment) const {
      // Thousands of shares add up their digits: without a carry, each may have made this number of
      // additions.
      constexpr std::uint64_t most = std::uint64_t{1} << 16;
      if (sum_.in_digits() > most) {
        if (crew_.lane() == 0) kernel::carry(digits_);
        crew_.barrier();
      }
      const auto& bounds = all_.problem.bounds;
      const std::uint64_t begin_step = bounds.begin(segment) - bounds.first() + segment;
      const std::uint64_t end_step = bounds.end(segment) - bounds.first() + segment;
      const std::uint64_t owner = begin_step / share_;
      crossing_segment& whole = all_.crossing[owner];
      auto* const sum = reinterpret_cast<std::int64_t*>(&whole.digits);
      auto* const mine = reinterpret_cast<std::int64_t*>(&digits_);
      for_each_word([&](int i) OMPRIM_INLINE_LAMBDA {
        if (mine[i] != 0) kernel::add_atomically(sum[i], mine[i]);
        mine[i] = 0;
      });
      crew_.barrier();
      bool is_last = false;
      if (crew_.lane() == 0) {
        is_last = kernel::take_ticket(whole.tickets) == end_step / share_ - owner;
      }
      if (!crew_.any(is_last)) return false;
      kernel::acquire_tickets();
      for_each_word([&](int i) OMPRIM_INLINE_LAMBDA {
        mine[i] = sum[i];
        sum[i] = 0;
      });
      if (crew_.lane() == 0) whole.tickets = 0;
      crew_.barrier();
      return true;
    }

    OMPRIM_INLINE void clear_digits() const {
      auto* const word = reinterpret_cast<std::int64_t*>(&digits_);
      for_each_word([&](int i) OMPRIM_INLINE_LAMBDA { word[i] = 0; });
      crew_.barrier();
    }
    template <class Function>
    OMPRIM_INLINE void for_each_word(Function&& f) const {
      OMPRIM_KEEP_ROLLED
      for (int i = crew_.lane(); i < words; i += Crew::size) f(i);
    }

    const sum_segments_by_share& all_;
    const Crew& crew_;
    exact_digits& digits_;
    std::uint64_t share_;
    std::uint64_t first_value_;
    std::uint64_t last_value_;
    std::uint64_t end_;  ///< the first segment that does not end in the share
    sum_type sum_;
  };
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
