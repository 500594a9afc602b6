// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The elements that a crew adds at a time: `most` packs for each item if it is whole, else fewer,
/// filled up by -0, which changes no sum. An item of a GPU has them in registers; a thread of a
/// processor reads them from the cache.
template <class T, int N, int most, class Crew, bool whole>
class segment_chunk {
  static constexpr bool in_registers = N == 1;
  static_assert(in_registers || most % 4 == 0);
  using value = kernel::pack<double, N>;

 public:
  static constexpr std::uint64_t length = std::uint64_t{Crew::size} * N * most;

  /// The elements [first, last), or the first `length` of them; elements before `end` may be read.
  OMPRIM_INLINE segment_chunk(const Crew& crew, const T* values, std::uint64_t first,
                              std::uint64_t last, std::uint64_t end)
      : from_(values + first) {
    const auto count = static_cast<int>(last - first < length ? last - first : length);
    if constexpr (in_registers) {
      packs_ = crew.most((count + Crew::size - 1) / Crew::size);
#pragma GCC unroll 32
      for (int p = 0; p < most; ++p) {
        if (p >= packs_) break;
        const int i = p * Crew::size + crew.lane();
        loaded_[p] = i < count ? from_[i] : -T(0);
      }
    } else if constexpr (!whole) {
      packs_ = count / (2 * N) * 2;
      const int rest = count - packs_ * N;
      const bool is_readable = first + static_cast<unsigned>((packs_ + 2) * N) <= end;
#pragma GCC unroll 2
      for (int i = 0; i < 2; ++i) {
        last_[i] = filled_up(from_ + (packs_ + i) * N, rest - i * N, is_readable);
      }
    }
  }

  /// f(pack, chain) for all packs, which go to chains in turn.
  template <class Function>
  OMPRIM_INLINE void for_each(Function&& f) const {
    if constexpr (in_registers) {
#pragma GCC unroll 32
      for (int p = 0; p < most; ++p) {
        if (p >= packs_) break;
        f(static_cast<double>(loaded_[p]), 0);
      }
    } else {
      constexpr int at_once = whole ? 4 : 2;
      OMPRIM_KEEP_ROLLED
      for (int p = 0; p < (whole ? most : packs_); p += at_once) {
#pragma GCC unroll 4
        for (int i = 0; i < at_once; ++i) f(load(p + i), i % 2);
      }
      if constexpr (!whole) {
        f(last_[0], 0);
        f(last_[1], 1);
      }
    }
  }

 private:
  [[nodiscard]] OMPRIM_INLINE value load(int p) const {
    return kernel::convert<double, N>(kernel::load_pack<N, false>(from_ + p * N));
  }
  /// The first `count` elements at `from` and -0; `count` may be negative, or more than a pack.
  static OMPRIM_INLINE value filled_up(const T* from, int count, bool is_readable) {
    if (!is_readable) {
      T all[N];
      OMPRIM_KEEP_SCALAR
      for (int i = 0; i < N; ++i) all[i] = i < count ? from[i] : -T(0);
      return kernel::convert<double, N>(kernel::load_pack<N, false>(all));
    }
    using integer = kernel::pack<std::int64_t, N>;
    integer keep{};
    for (int i = 0; i < N; ++i) keep[i] = i < count ? -1 : 0;
    const value all = kernel::convert<double, N>(kernel::load_pack<N, false>(from));
    const integer bits = kernel::bits_as<std::int64_t, N>(all);
    return kernel::bits_as<double, N>((bits & keep) | (INT64_MIN & ~keep));
  }

  const T* from_;
  int packs_;  ///< on a processor, an even number of them without last_
  std::conditional_t<in_registers, T, char> loaded_[in_registers ? most : 1];
  std::conditional_t<in_registers, char, value> last_[2];
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
