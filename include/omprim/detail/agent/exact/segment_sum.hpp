// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/exact/misfits.hpp>
#include <omprim/detail/agent/exact/policy.hpp>
#include <omprim/detail/agent/exact/segment_chunk.hpp>
#include <omprim/detail/agent/exact/segment_window.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/arithmetic.hpp>
#include <omprim/detail/reducer/digits.hpp>
#include <omprim/detail/reducer/exact_terms.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/reducer/rounding.hpp>
#include <omprim/detail/simd/pack.hpp>

/// The exact sum of a segment, or of a part of one, by a crew (agent/exact/crew.hpp).
namespace omprim::inline OMPRIM_ABI::strategy {

/// Adds elements to a window, chunk by chunk. The largest number of a chunk says where the window
/// has to be; a thread of a processor first tries the window of the chunk before, or of the sum
/// before. What does not fit goes to the digits of the crew, if it has any.
///
///   most    packs of a chunk
///   spills  whether there are digits; otherwise the sum of one chunk is all or nothing
template <class T, int N, int most, class Crew, bool spills>
class segment_sum {
  static constexpr int chains = N == 1 ? 1 : 2;
  template <bool whole>
  using chunk = segment_chunk<T, N, most, Crew, whole>;
  using integer = kernel::pack<std::int64_t, N>;
  using value = kernel::pack<double, N>;
  using integer_sum = kernel::fold<std::int64_t, std::int64_t, kernel::add_policy>;

 public:
  using window_type = segment_window<T, most / chains>;

  OMPRIM_INLINE segment_sum(const Crew& crew, exact_digits* digits)
      : crew_(crew), digits_(digits) {}

  /// Begins the next sum.
  OMPRIM_INLINE void begin() {
    clear_bins();
    if constexpr (N == 1) top_ = window_type::none;
    seen_ = integer{};
    in_digits_ = 0;
  }

  /// Adds values[first, last); elements before `end` may be read. False: not all of them fit, and
  /// there are no digits.
  OMPRIM_INLINE bool add(const T* values, std::uint64_t first, std::uint64_t last,
                         std::uint64_t end) {
    constexpr std::uint64_t length = chunk<true>::length;
    if constexpr (N > 1 || spills) {
      // Whole chunks in a loop of their own: their loads need no condition.
      OMPRIM_KEEP_ROLLED
      for (; last - first >= length; first += length) {
        if (!add_chunk<true>(values, first, first + length, end)) return false;
      }
      return first == last || add_chunk<false>(values, first, last, end);
    } else {
      bool fits = true;
      while (crew_.most(fits && first < last ? 1 : 0) != 0) {
        const std::uint64_t next = last - first < length ? last : first + length;
        fits = add_chunk<false>(values, first, next, end) && fits;
        first = next;
      }
      return fits;
    }
  }

  /// The sum without the numbers that are in the digits; the whole crew knows it.
  [[nodiscard]] OMPRIM_INLINE window_type in_window() const {
    window_type all;
#pragma GCC unroll 8
    for (int k = 0; k < bins; ++k) {
      if (N > 1 && k == first_bins && !took_all_bins_) {
        all.taken[k] = 0;
        continue;
      }
      const std::int64_t mine = kernel::fold_lanes<integer_sum, N>(taken_[k]);
      all.taken[k] = chunks_ < 2 ? crew_.sum_of_short(mine) : crew_.sum(mine);
    }
    all.top = top_;
    all.has_number = crew_.any(kernel::any_lane<std::int64_t, N>(seen_));
    return all;
  }
  /// The numbers that were added to the digits.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t in_digits() const { return in_digits_; }

 private:
  /// The window of a GPU is always above the largest number.
  using misfits_type = std::conditional_t<N == 1, double_rests,
                                          pack_misfits<kernel::exact_values<double, false>, N>>;
  static constexpr bool shared = Crew::size > 1;
  static constexpr int bins = window_type::bins;
  /// A thread of a processor tries this number of bins first.
  static constexpr int first_bins = N > 1 ? bins - 1 : bins;
  /// Chunks until the bins are moved to the digits: each adds up to 2^51 for each lane and chain,
  /// which are added up.
  static constexpr int most_chunks = 2048 / (chains * N * Crew::size);

  template <bool whole>
  OMPRIM_INLINE bool add_chunk(const T* values, std::uint64_t first, std::uint64_t last,
                               std::uint64_t end) {
    const chunk<whole> x(crew_, values, first, last, end);
    if constexpr (N == 1) {
      const int top = crew_.greatest(largest_field(x));
      const bool fits = top <= window_type::form::highest_top &&
                        ((top <= top_ && chunks_ < most_chunks) || open_window(top));
      if (fits && try_bins(x)) return true;
    } else {
      OMPRIM_KEEP_ROLLED
      for (int attempt = 0; attempt < 2; ++attempt) {
        const bool may_fit = attempt != 0 || chunks_ != 0 || waits_ == 0;
        if (may_fit && top_ != window_type::none && chunks_ < most_chunks && try_bins(x)) {
          return true;
        }
        if (attempt != 0) break;
        waits_ = waits_ == 0 ? exact_policy::segments_after_miss : waits_ - 1;
        const int top = largest_field(x);
        if (top > window_type::form::highest_top || !open_window(top)) break;
      }
    }
    if constexpr (spills) spill(values, first, last);
    return spills;
  }

  /// The greatest exponent field. NaN may have any.
  template <class Chunk>
  OMPRIM_INLINE int largest_field(const Chunk& x) {
    if constexpr (N == 1) {
      int largest = 0;
      x.for_each([&](double one, int) OMPRIM_INLINE_LAMBDA {
        const auto bits = __builtin_bit_cast(std::int64_t, one);
        seen_ |= bits ^ INT64_MIN;
        const int high = static_cast<int>(bits >> 32) & INT32_MAX;
        largest = largest < high ? high : largest;
      });
      return largest >> 20;
    } else {
      // By the upper halves of the bits, which the smallest instruction sets compare, too.
      using words = kernel::pack<std::int32_t, 2 * N>;
      words largest[chains] = {};
      x.for_each([&](const value& pack, int chain) OMPRIM_INLINE_LAMBDA {
        const auto bits = kernel::bits_as<std::int64_t, N>(pack);
        const auto magnitude = kernel::bits_as<std::int32_t, 2 * N>(bits & INT64_MAX);
        largest[chain] = magnitude > largest[chain] ? magnitude : largest[chain];
      });
      largest[0] = largest[0] > largest[1] ? largest[0] : largest[1];
      return upper_half_of_greatest<2 * N>(largest[0]) >> 20;
    }
  }
  /// The greatest of the odd lanes.
  template <int lanes>
  static OMPRIM_INLINE int upper_half_of_greatest(const kernel::pack<std::int32_t, lanes>& x) {
    if constexpr (lanes == 2) {
      return x[1];
    } else {
      const auto low = kernel::half_pack<std::int32_t, lanes, 0>(x);
      const auto high = kernel::half_pack<std::int32_t, lanes, 1>(x);
      return upper_half_of_greatest<lanes / 2>(low > high ? low : high);
    }
  }

  /// Opens the window for numbers with the field `top`, after its bins have gone to the digits.
  /// False: they hold something, and there are no digits.
  OMPRIM_INLINE bool open_window(int top) {
    if (chunks_ != 0) {
      if constexpr (!spills) return false;
      in_window().add_to(*digits_, crew_);
      ++in_digits_;
      if (N == 1 && top < top_) top = top_ - exact_policy::margin;
    }
    clear_bins();
    constexpr int highest = window_type::form::highest_top;
    top_ = top + exact_policy::margin < highest ? top + exact_policy::margin : highest;
    return true;
  }
  OMPRIM_INLINE void clear_bins() {
#pragma GCC unroll 8
    for (int k = 0; k < bins; ++k) taken_[k] = integer{};
    took_all_bins_ = false;
    chunks_ = 0;
  }

  /// Adds a chunk to the bins that chunks needed so far, then to all. False: not all of it fits.
  template <class Chunk>
  OMPRIM_INLINE bool try_bins(const Chunk& x) {
    if constexpr (first_bins != bins) {
      if (!needs_all_bins_ && deposit<first_bins>(x)) return true;
      needs_all_bins_ = deposit<bins>(x);
      took_all_bins_ = took_all_bins_ || needs_all_bins_;
      return needs_all_bins_;
    } else {
      return deposit<bins>(x);
    }
  }
  template <int some, class Chunk>
  OMPRIM_INLINE bool deposit(const Chunk& x) {
    window<typename window_type::form, some, N> sums[chains];
    misfits_type misfits;
#pragma GCC unroll 8
    for (int c = 0; c < chains; ++c) sums[c].clear(top_);
    x.for_each([&](const value& pack, int c)
                   OMPRIM_INLINE_LAMBDA { sums[c].template add<0>(pack, misfits); });
    if (crew_.any(misfits.any(0))) return false;
    integer any{};
#pragma GCC unroll 8
    for (int k = 0; k < some; ++k) {
      integer taken{};
#pragma GCC unroll 8
      for (int c = 0; c < chains; ++c) taken += sums[c].taken(top_, k);
      taken_[k] += taken;
      any |= taken;
    }
    if constexpr (N > 1) note_seen(x, any);
    ++chunks_;
    return true;
  }
  /// Notes whether a chunk, of which bins took `any`, has numbers that are not -0.
  template <class Chunk>
  OMPRIM_INLINE void note_seen(const Chunk& x, const integer& any) {
    if (kernel::any_lane<std::int64_t, N>(any)) {
      seen_ |= any;
    } else {
      x.for_each([&](const value& pack, int) OMPRIM_INLINE_LAMBDA {
        seen_ |= kernel::bits_as<std::int64_t, N>(pack) ^ INT64_MIN;
      });
    }
  }

  /// Adds elements to the digits one by one.
  OMPRIM_RARE void spill(const T* values, std::uint64_t first, std::uint64_t last) {
    kernel::digit_sum<shared> sum(*digits_);
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t i = first + static_cast<unsigned>(crew_.lane()); i < last; i += Crew::size) {
      sum.add(values[i]);
    }
    in_digits_ += last - first;
    if (in_digits_ % exact_digits::most_additions < last - first) carry_digits();
  }
  OMPRIM_INLINE void carry_digits() const {
    crew_.barrier();
    if (crew_.lane() == 0) kernel::carry(*digits_);
    crew_.barrier();
  }

  integer seen_;  ///< not 0 after a number that is not -0
  integer taken_[bins];
  const Crew& crew_;
  exact_digits* digits_;
  std::uint64_t in_digits_;
  int top_ = window_type::none;
  int chunks_;          ///< in the window
  int waits_ = 0;       ///< times that a window is opened before one that stands is tried again
  bool took_all_bins_;  ///< the last bin took something
  bool needs_all_bins_ = false;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
