// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>

/// Which bin an element lies in, for bins of equal width. edge_bins.hpp has bins of any width.
namespace omprim::inline OMPRIM_ABI::kernel {

/// What a histogram needs of its bins:
///   count                  their number, at most 2^30
///   bin_of(x)              the number of the bin of x, from 0; `count` if x lies in no bin
///   find_bins(for_each, data, found)
///                          the same for each element of a small array; for_each(n, f) calls f(i)
///                          for i from 0 to n - 1, by SIMD or unrolled
///   has_edges              whether bins are searched for among edges
template <class Bins>
concept bins =
    std::is_trivially_copyable_v<Bins> && requires(const Bins& all, typename Bins::element x) {
      { all.count } -> std::convertible_to<std::uint64_t>;
      { all.bin_of(x) } -> std::same_as<std::uint32_t>;
      { Bins::has_edges } -> std::convertible_to<bool>;
    };

namespace detail {
/// x * y + z. Compilers for GPUs forget that x and y have 32 bits, which makes it three times as
/// long, and they move products into branches.
OMPRIM_INLINE std::uint64_t multiply_add(std::uint32_t x, std::uint32_t y, std::uint64_t z) {
#if defined(__NVPTX__)
  std::uint64_t sum;
  __asm__ volatile("mad.wide.u32 %0, %1, %2, %3;" : "=l"(sum) : "r"(x), "r"(y), "l"(z));
  return sum;
#else
  return std::uint64_t{x} * y + z;
#endif
}

}  // namespace detail

/// Bins of equal width from `lower` to below `upper`, of floating-point numbers. The bin of x is
/// (x - lower) * scale without its fraction; all is computed in T.
template <class T>
struct even_float_bins {
  using element = T;
  static constexpr bool has_edges = false;

  T lower;
  T upper;
  T scale;  ///< bins a unit
  std::uint32_t count;

  static even_float_bins make(T lower, T upper, std::uint32_t count) {
    return {lower, upper, static_cast<T>(count) / (upper - lower), count};
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t bin_of(T x) const {
    const bool is_inside = (x >= lower) & (x < upper);
    const T place = is_inside ? (x - lower) * scale : T(0);
    const auto bin = static_cast<std::uint32_t>(static_cast<std::int32_t>(place));
    const std::uint32_t last = count - 1;  // which rounding may exceed
    return is_inside ? (bin < last ? bin : last) : count;
  }
  template <class Loop, int n>
  OMPRIM_INLINE void find_bins(const Loop& for_each, const T* data,
                               std::uint32_t (&bins)[n]) const {
    for_each(n, [&](int i) OMPRIM_INLINE_LAMBDA { bins[i] = bin_of(data[i]); });
  }
};

/// Bins of equal width of integers of up to 4 bytes. The bin of x is
/// (x - lower) * count / (upper - lower) without its fraction, exactly.
///   * count / (upper - lower) is whole + fraction / 2^64, and the fraction is rounded up.
///   * Its error, times a distance below the width, is less than 1 / width. A quotient by the width
///     is at least so far below the next integer.
template <class T>
struct even_narrow_bins {
  using element = T;
  static constexpr bool has_edges = false;
  using word = std::uint32_t;

  word fraction[2];  ///< the high and the low digits
  word lower;
  word width;  ///< upper - lower
  std::uint32_t whole;
  std::uint32_t count;

  static even_narrow_bins make(T lower, T upper, std::uint32_t count) {
    const auto width = static_cast<word>(upper) - static_cast<word>(lower);
    __extension__ typedef unsigned __int128 product_word;
    const product_word rest = static_cast<product_word>(count % width) << 64;
    const auto fraction = static_cast<std::uint64_t>((rest + width - 1) / width);
    return {{static_cast<word>(fraction >> 32), static_cast<word>(fraction)},
            static_cast<word>(lower),
            width,
            count / width,
            count};
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t bin_of(T x) const {
    const word distance = static_cast<word>(x) - lower;
    const std::uint64_t low = detail::multiply_add(distance, fraction[1], 0);
    const std::uint64_t high = detail::multiply_add(distance, fraction[0], low >> 32);
    const auto part = static_cast<std::uint32_t>(high >> 32);
    const std::uint32_t bin = distance * whole + part;
    return distance < width ? bin : count;
  }
  template <class Loop, int n>
  OMPRIM_INLINE void find_bins(const Loop& for_each, const T* data,
                               std::uint32_t (&bins)[n]) const {
    for_each(n, [&](int i) OMPRIM_INLINE_LAMBDA { bins[i] = bin_of(data[i]); });
  }
};

/// The same of integers of 8 bytes. The fraction has 128 bits.
template <class T>
struct even_wide_bins {
  using element = T;
  static constexpr bool has_edges = false;
  using word = std::uint64_t;
  __extension__ typedef unsigned __int128 product_word;

  std::uint64_t fraction;
  std::uint64_t low_fraction;
  word lower;
  word width;
  std::uint32_t whole;
  std::uint32_t count;

  static even_wide_bins make(T lower, T upper, std::uint32_t count) {
    const word width = static_cast<word>(upper) - static_cast<word>(lower);
    // A long division, 64 bits at a time.
    const product_word rest = static_cast<product_word>(count % width) << 64;
    const product_word next = (rest % width) << 64;
    const product_word all = ((rest / width) << 64) + next / width + (next % width != 0 ? 1 : 0);
    return {static_cast<std::uint64_t>(all >> 64),
            static_cast<std::uint64_t>(all),
            static_cast<word>(lower),
            width,
            static_cast<std::uint32_t>(count / width),
            count};
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t bin_of(T x) const {
    const word distance = static_cast<word>(x) - lower;
    const auto low = static_cast<product_word>(distance) * low_fraction;
    const auto high = static_cast<product_word>(distance) * fraction;
    const auto part = static_cast<std::uint32_t>((high + static_cast<word>(low >> 64)) >> 64);
    return distance < width ? static_cast<std::uint32_t>(distance) * whole + part : count;
  }
  /// One by one: a processor has no SIMD product of 128 bits.
  template <class Loop, int n>
  OMPRIM_INLINE void find_bins(const Loop& /*for_each*/, const T* data,
                               std::uint32_t (&bins)[n]) const {
    for (int i = 0; i < n; ++i) bins[i] = bin_of(data[i]);
  }
};

template <class T>
using even_bins =
    std::conditional_t<std::is_floating_point_v<T>, even_float_bins<T>,
                       std::conditional_t<sizeof(T) <= 4, even_narrow_bins<T>, even_wide_bins<T>>>;

static_assert(bins<even_bins<float>> && bins<even_bins<int>> && bins<even_bins<std::int64_t>>);

}  // namespace omprim::inline OMPRIM_ABI::kernel
