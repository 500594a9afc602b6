// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/column_network.hpp>
#include <omprim/detail/agent/sort/native_keys.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/simd/lane_exchange.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>

/// Sorts of few keys by networks of packs (column_network.hpp).
namespace omprim::inline OMPRIM_ABI::strategy {

/// Whether processors sort keys by networks. On x86, vectors of 16 bytes have no minimum of 4-byte
/// integers before SSE4.1.
inline constexpr bool has_networks = kernel::vector_bytes >= 32;
template <class Value>
inline constexpr bool sorts_by_networks = has_networks && std::is_same_v<Value, no_value>;

/// Sorts keys without values, all bits of which are compared.
template <class Word, bool is_floating>
class network_sorter {
 public:
  static constexpr std::uint64_t most =
      sort_policy::network_bytes<Word, is_floating> / sizeof(Word);

  /// The words of memory that a sort of n keys needs.
  [[nodiscard]] static OMPRIM_INLINE std::uint64_t room(std::uint64_t n) {
    return static_cast<std::uint64_t>(shape_of(n).rows()) * lanes;
  }

  network_sorter(const sorted_bits& bits, Word* memory)
      : native_(native::of(bits)), numbers_(reinterpret_cast<number*>(memory)) {}

  /// Sorts n keys, `most` or fewer, to `out`, which may be `keys`. Returns false, and has written
  /// nothing, if keys are NaN.
  bool sort(const Word* keys, std::uint64_t n, Word* out) const {
    const network_shape shape = shape_of(n);
    if (!load(keys, n, shape.rows())) return false;
    column_network<number, lanes>::sort(numbers_, shape);
    write(n, shape.rows(), out);
    native_.order_zeros(out, n);
    return true;
  }

 private:
  using native = native_keys<Word, is_floating>;
  using number = typename native::number;
  static constexpr int lanes = kernel::vector_bytes / static_cast<int>(sizeof(Word));

  static OMPRIM_INLINE network_shape shape_of(std::uint64_t n) {
    return network_shape::of((n + lanes - 1) / lanes);
  }

  /// Fills the rows with the keys, and with numbers that no key is above. Returns false for NaN.
  [[nodiscard]] OMPRIM_INLINE bool load(const Word* keys, std::uint64_t n, int rows) const {
    const std::uint64_t all = static_cast<std::uint64_t>(rows) * lanes;
    const std::uint64_t whole = n / lanes * lanes;
    for (std::uint64_t i = whole; i < all; i += lanes) {
      kernel::store_pack<lanes, false>(numbers_ + i,
                                       kernel::broadcast<number, lanes>(native::greatest));
    }
    bool has_nan = false;
    OMPRIM_KEEP_SCALAR
    for (std::uint64_t i = whole; i < n; ++i) {
      numbers_[i] = native_.template encode<1>(keys[i]);
      has_nan |= numbers_[i] != numbers_[i];
    }
    kernel::pack<kernel::same_size_signed<Word>, lanes> nan{};
    for (std::uint64_t i = 0; i < whole; i += lanes) {
      const auto loaded = native_.template encode<lanes>(kernel::load_pack<lanes, false>(keys + i));
      nan |= loaded != loaded;
      kernel::store_pack<lanes, false>(numbers_ + i, loaded);
    }
    return !has_nan && !kernel::any_lane<kernel::same_size_signed<Word>, lanes>(nan);
  }

  /// Writes the columns, one after the other.
  OMPRIM_INLINE void write(std::uint64_t n, int rows, Word* out) const {
    if (rows < lanes) return write_short_columns(n, rows, out);
    for (int first = 0; first < rows; first += lanes) {
      const int from = std::min(first, rows - lanes);
      write_square(numbers_ + std::int64_t{from} * lanes, static_cast<std::uint64_t>(from), n,
                   static_cast<std::uint64_t>(rows), out);
    }
  }
  OMPRIM_INLINE void write_short_columns(std::uint64_t n, int rows, Word* out) const {
    const number* column = numbers_;
    for (std::uint64_t begin = 0; begin < n; begin += static_cast<std::uint64_t>(rows), ++column) {
      const std::uint64_t count = std::min(n - begin, static_cast<std::uint64_t>(rows));
      OMPRIM_KEEP_SCALAR
      for (std::uint64_t i = 0; i < count; ++i) {
        out[begin + i] = native_.template decode<1>(column[i * lanes]);
      }
    }
  }
  /// Writes as many rows as lanes, the first of which is row `from` of all.
  OMPRIM_INLINE void write_square(const number* square, std::uint64_t from, std::uint64_t n,
                                  std::uint64_t rows, Word* out) const {
    kernel::pack<number, lanes> packs[lanes];
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i) packs[i] = kernel::load_pack<lanes, false>(square + i * lanes);
    kernel::transpose<number, lanes>(packs);
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i) {
      const std::uint64_t begin = static_cast<std::uint64_t>(i) * rows + from;
      const auto keys = native_.template decode<lanes>(packs[i]);
      if (begin + lanes <= n) {
        kernel::store_pack<lanes, false>(out + begin, keys);
      } else {
        for (std::uint64_t k = begin; k < n; ++k) out[k] = keys[k - begin];
      }
    }
  }

  native native_;
  number* numbers_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
