// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <arm_sve.h>
#include <cstddef>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/lane_store.hpp>

/// The part of simd/compress.hpp for SVE with vectors of 512 bits (-msve-vector-bits=512): the
/// instruction `compact`, and predicated stores.
namespace omprim::inline OMPRIM_ABI::kernel::detail {

inline constexpr int compress_bytes = 64;
inline constexpr bool has_masked_stores = true;

/// A vector of lanes of 4 or 8 bytes.
template <std::size_t bytes>
struct sve_vector;
template <>
struct sve_vector<4> {
  using lane = std::uint32_t;
  typedef svuint32_t type __attribute__((arm_sve_vector_bits(512)));
  static OMPRIM_INLINE svbool_t all() { return svptrue_b32(); }
  /// Lane i is 1 << i.
  static OMPRIM_INLINE type lane_bit() {
    return svlsl_u32_x(all(), svdup_n_u32(1), svindex_u32(0, 1));
  }
};
template <>
struct sve_vector<8> {
  using lane = std::uint64_t;
  typedef svuint64_t type __attribute__((arm_sve_vector_bits(512)));
  static OMPRIM_INLINE svbool_t all() { return svptrue_b64(); }
  static OMPRIM_INLINE type lane_bit() {
    return svlsl_u64_x(all(), svdup_n_u64(1), svindex_u64(0, 1));
  }
};

template <class T, class M>
OMPRIM_INLINE unsigned register_bits(M mask) {
  using vector = sve_vector<sizeof(T)>;
  const auto lanes = __builtin_bit_cast(typename vector::type, mask);
  return static_cast<unsigned>(
      svorv(vector::all(), svand_x(vector::all(), lanes, vector::lane_bit())));
}

template <lane_store how, class T, class V>
OMPRIM_INLINE void compress_register(T* to, V values, unsigned bits) {
  using vector = sve_vector<sizeof(T)>;
  using lane = typename vector::lane;
  const svbool_t selected =
      svcmpne(vector::all(), svand_x(vector::all(), vector::lane_bit(), lane{bits}), lane{0});
  const auto kept = svcompact(selected, __builtin_bit_cast(typename vector::type, values));
  // As bytes, which may alias every type.
  const auto bytes =
      static_cast<std::uint32_t>(__builtin_popcount(bits)) * std::uint32_t{sizeof(T)};
  const svbool_t stored = how == lane_store::whole ? svptrue_b8() : svwhilelt_b8_u32(0, bytes);
  svst1_u8(stored, reinterpret_cast<std::uint8_t*>(to), svreinterpret_u8(kept));
}

template <class T, class V>
OMPRIM_INLINE void split_register(T* lower, T* upper_end, V values, unsigned bits) {
  constexpr unsigned all = (1U << (64 / sizeof(T))) - 1;
  const unsigned others = ~bits & all;
  compress_register<lane_store::whole>(lower, values, bits);
  compress_register<lane_store::masked>(upper_end - __builtin_popcount(others), values, others);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel::detail
