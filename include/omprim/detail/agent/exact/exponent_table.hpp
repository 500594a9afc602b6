// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include <omprim/detail/agent/exact/exponent_bins.hpp>
#include <omprim/detail/agent/exact/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/digits.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Sums of many numbers of all magnitudes in one thread of a processor.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Bins for four exponents each, so that a number goes to one bin as a whole. A thread has 4 kB of
/// them, too many to clear and to read for a small sum: exponent_bins takes the first tiles.
///
/// After R. Neal, "Fast exact summation using small and large superaccumulators": the large one has
/// a bin for each exponent, and counts its additions; here the sum itself shows when a bin is full.
template <class Terms>
class exponent_table {
  using layout = bin_layout<Terms>;
  static_assert(!layout::one_bin, "short parts go to one of the exponent_bins as a whole");
  static constexpr int log_exponents = 2;
  static constexpr int exponents = 1 << log_exponents;
  static constexpr int carried_bits = 40;
  static constexpr int carried_bins = carried_bits / exponents;
  // One more: infinities and NaN have the exponent above the last one.
  static constexpr int count = (layout::last_position + 1) / exponents + 1 + carried_bins;

 public:
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): the bins wait for the first tile
  OMPRIM_INLINE explicit exponent_table(exact_digits* digits) : digits_(digits) {}

  /// Counts a tile, and says whether the table is to take it.
  OMPRIM_INLINE bool takes_next_tile() {
    if (tiles_ == exact_policy::tiles_before_table) return true;
    if (++tiles_ == exact_policy::tiles_before_table) std::memset(bins_, 0, sizeof(bins_));
    return false;
  }

  /// Adds packs of terms. Make it a local variable of a loop: the compiler then keeps its notes in
  /// registers. Notes in the table would be stored and loaded again for each number, since to the
  /// compiler a bin may be the same memory.
  template <int N>
  class tile_sum : public part_notes<double> {
   public:
    OMPRIM_INLINE explicit tile_sum(exponent_table& table)
        : bins_(table.bins_), digits_(table.digits_) {}

    /// Adds the terms of a pack: all at once if their parts are numbers and add up to them.
    template <class Loaded>
    OMPRIM_INLINE void add_pack(const Loaded& x) {
      const auto parts = Terms::template split<N>(x);
      const lanes bits = kernel::bits_as<std::int64_t, N>(parts.high);
      const lanes special = field_of(bits) == encoded::highest_field;
      if (kernel::any_lane<std::int64_t, N>(special | Terms::template has_error<N>(x, parts))) {
        for (int l = 0; l < N; ++l) Terms::template add<N>(x, l, *this);
        return;
      }
      numbers_ |= bits ^ std::numeric_limits<std::int64_t>::min();
      add_lanes(bits);
      if constexpr (Terms::parts == 2) add_lanes(kernel::bits_as<std::int64_t, N>(parts.low));
    }
    [[nodiscard]] OMPRIM_INLINE bool has_number() const {
      return part_notes::has_number() || kernel::any_lane<std::int64_t, N>(numbers_);
    }

    /// Adds a part, by the rules of exponent_bins.
    OMPRIM_INLINE void add(double x) {
      const encoded e(x);
      note(e);
      const int position = layout::position_of(e.exponent());
      add_to(bins_[position / exponents], e.signed_significand() << position % exponents);
    }
    /// Adds a product that the parts of a term do not hold.
    OMPRIM_INLINE void add_product(double a, double b) const {
      kernel::digit_sum<true>(*digits_).add_product(a, b);
    }

   private:
    using encoded = kernel::encoded<double>;
    using lanes = kernel::pack<std::int64_t, N>;

    static OMPRIM_INLINE lanes field_of(const lanes& bits) {
      return (bits >> encoded::fraction_bits) & encoded::highest_field;
    }

    /// The distances to the unit, by the fields of the exponents.
    static OMPRIM_INLINE lanes position_of(const lanes& field) {
      constexpr std::int64_t unit =
          encoded::highest_field / 2 + encoded::fraction_bits + layout::unit;
      const lanes position = field - unit;
      if constexpr (Terms::most_exponent < 1024) return position & ~(position >> 63);  // 0: no bin
      return position;
    }

    /// The same as add(), for the bits of finite parts.
    OMPRIM_INLINE void add_lanes(const lanes& bits) {
      constexpr std::int64_t implicit = std::int64_t{1} << encoded::fraction_bits;
      const lanes field = field_of(bits);
      const lanes is_subnormal = field == 0;  // -1 or 0
      const lanes magnitude = (bits & (implicit - 1)) | (~is_subnormal & implicit);
      const lanes sign = bits >> 63;
      const lanes significand = (magnitude ^ sign) - sign;
      const lanes position = position_of(field - is_subnormal);
      const lanes indices = position >> log_exponents;
      const lanes values = significand << (position & (exponents - 1));
      std::int64_t index[N];
      std::int64_t value[N];
      __builtin_memcpy(index, &indices, sizeof(index));
      __builtin_memcpy(value, &values, sizeof(value));
#pragma GCC unroll 16
      for (int l = 0; l < N; ++l) add_to(bins_[index[l]], value[l]);
    }

    static OMPRIM_INLINE void add_to(std::int64_t& bin, std::int64_t value) {
      constexpr std::int64_t full = std::int64_t{1} << 62;
      bin += value;
      if (__builtin_expect(bin > full || bin < -full, 0)) carry(bin);
    }
    static OMPRIM_RARE void carry(std::int64_t& bin) {
      const std::int64_t above = bin >> carried_bits;
      bin -= above * (std::int64_t{1} << carried_bits);
      (&bin)[carried_bins] += above;
    }

    std::int64_t* bins_;
    exact_digits* digits_;
    lanes numbers_{};  ///< not 0 after a term that is not -0
  };

  template <int N>
  OMPRIM_INLINE void note(const tile_sum<N>& terms) {
    has_number_ |= terms.has_number();
  }

  /// Moves the sums to `bins`.
  template <class Bins>
  OMPRIM_INLINE void move_to(Bins& bins) {
    if (tiles_ != exact_policy::tiles_before_table) return;
    tiles_ = 0;
    if (has_number_) bins.note_number();
    OMPRIM_KEEP_ROLLED
    for (int b = 0; b < count; ++b) {
      // Both halves have the sign of the sum. The upper half of a small sum is then 0, and no half
      // lies beyond the bins.
      const std::int64_t high = bins_[b] / (std::int64_t{1} << 32);
      const std::int64_t low = bins_[b] % (std::int64_t{1} << 32);
      const int exponent = layout::unit + exponents * b;
      bins.add_multiple(low, exponent);
      bins.add_multiple(high, exponent + 32);
    }
  }

 private:
  exact_digits* digits_;
  int tiles_ = 0;
  bool has_number_ = false;
  std::int64_t bins_[count];  ///< uninitialised until tiles_ is tiles_before_table
};

/// For threads without a table.
struct no_table {
  OMPRIM_INLINE explicit no_table(exact_digits* /*digits*/) {}
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
