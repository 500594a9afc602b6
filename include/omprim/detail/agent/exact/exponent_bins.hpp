// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/digits.hpp>

/// Sums of any numbers in integers, without branches that depend on the data: the exponent of a
/// number names the bins to which it is added.
namespace omprim::inline OMPRIM_ABI::strategy {

using omprim::detail::exact_digits;

/// Which kinds of parts a sum has taken.
template <class Part>
class part_notes {
 public:
  OMPRIM_INLINE void note(const kernel::encoded<Part>& e) {
    special_ |= e.field == kernel::encoded<Part>::highest_field ? 1 : 0;
    seen_ |= e.bits ^ kernel::encoded<Part>::sign_bit;
  }
  /// Notes that a term is not -0.
  OMPRIM_INLINE void note_number() { seen_ = 1; }
  /// Whether there was a term that is not -0.
  [[nodiscard]] OMPRIM_INLINE bool has_number() const { return seen_ != 0; }
  /// Whether a part was no number since the last call.
  OMPRIM_INLINE bool take_special() {
    const bool any = special_ != 0;
    special_ = 0;
    return any;
  }

 private:
  int special_ = 0;
  typename kernel::encoded<Part>::word seen_ = 0;  ///< not 0 after a part that is not -0
};

/// The bins for a kind of terms. Bin b counts multiples of 2^(unit + width * b).
///   * Short parts (24 bits) go to one bin as a whole: it takes 2^23 of them.
///   * Others are cut in two at the border of bins: a bin takes 2^10 of them.
template <class Terms>
struct bin_layout {
  static constexpr bool one_bin = Terms::short_parts;
  using part = std::conditional_t<one_bin, float, double>;
  static constexpr int width = one_bin ? 16 : 53;
  static constexpr int part_bits = one_bin ? 24 : 53;
  /// A double has 52 bits below its first one, which may all be 0.
  static constexpr int unit = Terms::unit_exponent - (Terms::unit_exponent == -1074 ? 0 : 52);
  static constexpr int last_position = Terms::most_exponent - part_bits - unit;
  static constexpr int highest = last_position / width;
  /// One above for the second part, or for what a bin has carried.
  static constexpr int count = highest + 2;
  /// The parts that a bin takes until its next carry.
  static constexpr int room = one_bin ? 1 << 23 : 1000;

  /// The distance of an exponent to the unit. Doubles have more exponents than products of floats:
  /// 0, infinities and NaN take the next exponent that has a bin.
  static OMPRIM_INLINE int position_of(int exponent) {
    const int position = exponent - unit;
    if constexpr (std::is_same_v<part, double> && Terms::most_exponent < 1024) {
      return position < 0 ? 0 : position > last_position ? last_position : position;
    } else {
      return position;
    }
  }
};

/// The bins of one thread: every `stride`-th word from `first` on. They are uninitialised until the
/// first part comes or open() is called.
template <class Terms, int stride>
class exponent_bins : public part_notes<typename bin_layout<Terms>::part> {
  using layout = bin_layout<Terms>;
  using part = typename layout::part;

 public:
  OMPRIM_INLINE exponent_bins(std::int64_t* first, exact_digits* digits)
      : first_(first), digits_(digits) {}

  [[nodiscard]] OMPRIM_INLINE bool is_open() const { return room_ != closed; }
  /// Clears the bins if that was not done.
  OMPRIM_INLINE void open() {
    if (is_open()) return;
#pragma GCC unroll 8
    for (int b = 0; b < layout::count; ++b) bin(b) = 0;
    room_ = layout::room;
  }

  /// Makes sure that `parts` more parts fit.
  OMPRIM_INLINE void reserve(int parts) {
    if (room_ < parts) make_room();
    room_ -= parts;
  }

  /// Adds a part for which there is room. One that is no number spoils the bins, whose sum is of no
  /// consequence then, and is noted.
  OMPRIM_INLINE void add(part x) {
    const kernel::encoded<part> e(x);
    this->note(e);
    const auto position = static_cast<unsigned>(layout::position_of(e.exponent()));
    const unsigned b = position / layout::width;
    const unsigned shift = position % layout::width;
    const std::int64_t significand = e.signed_significand();
    const auto shifted =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(significand) << shift);
    if constexpr (layout::one_bin) {
      bin(b) += shifted;
    } else {
      // In two's complement: the lower part is not negative, the upper one has the sign.
      bin(b) += static_cast<std::int64_t>(static_cast<std::uint64_t>(shifted) & mask);
      bin(b + 1) += significand >> (layout::width - shift);
    }
  }

  /// Adds a product that the parts of a term do not hold.
  OMPRIM_INLINE void add_product(double a, double b) {
    kernel::digit_sum<true>(*digits_).add_product(a, b);
  }

  /// Adds value * 2^exponent, |value| < 2^58, a multiple of 2^unit.
  OMPRIM_RARE void add_multiple(std::int64_t value, int exponent) {
    if (value == 0) return;
    reserve(1);
    const bool negative = value < 0;
    kernel::wide_word rest = static_cast<std::uint64_t>(negative ? -value : value);
    const int position = exponent - layout::unit;
    if (position < 0) {
      rest >>= -position;
    } else {
      rest <<= position % layout::width;
    }
    int b = position < 0 ? 0 : position / layout::width;
    OMPRIM_KEEP_ROLLED
    for (; b + 1 < layout::count && rest != 0; ++b, rest >>= layout::width) {
      bin(b) += signed_by(negative, static_cast<std::uint64_t>(rest) & mask);
    }
    bin(b) += signed_by(negative, static_cast<std::uint64_t>(rest));
  }

 private:
  static constexpr std::uint64_t mask = (std::uint64_t{1} << layout::width) - 1;

  static OMPRIM_INLINE std::int64_t signed_by(bool negative, std::uint64_t magnitude) {
    const auto value = static_cast<std::int64_t>(magnitude);
    return negative ? -value : value;
  }
  template <class Index>
  OMPRIM_INLINE std::int64_t& bin(Index b) const {
    return first_[static_cast<std::ptrdiff_t>(b) * stride];
  }
  OMPRIM_RARE void make_room() {
    if (!is_open()) return open();
    OMPRIM_KEEP_ROLLED
    for (int b = 0; b + 1 < layout::count; ++b) {
      const std::int64_t above = bin(b) >> layout::width;
      bin(b) -= above * (std::int64_t{1} << layout::width);
      bin(b + 1) += above;
    }
    room_ = layout::room;
  }

  static constexpr int closed = -1;

  std::int64_t* first_;
  exact_digits* digits_;
  int room_ = closed;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
