// SPDX-License-Identifier: BSD-3-Clause
// Compiled once for each ISA level, like the kernels. It instantiates nothing of the standard
// library: the linker could take such a function for the whole program.
#include "levels/compress.hpp"

#include <cstdint>

#include <omprim/detail/simd/compress.hpp>

namespace omprim_test::OMPRIM_ISA {
namespace {

using omprim::kernel::lane_store;

/// Compresses a pack to an unaligned place between other elements.
template <class T, int N, lane_store how>
bool is_right(std::uint64_t bits) {
  using word = omprim::kernel::same_size_signed<T>;
  omprim::kernel::pack<T, N> values{};
  omprim::kernel::pack<word, N> mask{};
  constexpr int spare = 1;
  constexpr T other = 99;
  T out[spare + 2 * N + spare];
  T expected[spare + 2 * N + spare];
  for (T& x : out) x = other;
  for (T& x : expected) x = other;
  int count = 0;
  for (int i = 0; i < N; ++i) {
    const bool is_set = (bits >> i & 1) != 0;
    values[i] = static_cast<T>(i + 1);
    mask[i] = is_set ? word(-1) : word(0);
    if (is_set) expected[spare + count++] = values[i];
  }
  if (omprim::kernel::lane_bits<T, N>(mask) != bits) return false;
  if (omprim::kernel::compress<T, N, how>(out + spare, values, bits) != count) return false;
  // Whole stores may write behind the last lane.
  const int free = how == lane_store::whole ? omprim::kernel::compress_lanes<T> : 0;
  for (int i = 0; i < spare + 2 * N + spare; ++i) {
    const bool is_free = i >= spare + count && i < spare + count + free;
    if (!is_free && out[i] != expected[i]) return false;
  }
  return true;
}

/// Splits a register to both ends of a room for `room` registers between other elements.
template <class T>
bool splits_right(std::uint64_t bits, int room) {
  constexpr int lanes = omprim::kernel::compress_lanes<T>;
  constexpr T other = 99;
  omprim::kernel::pack<T, lanes> values{};
  T out[1 + 3 * lanes + 1];
  for (T& x : out) x = other;
  const int end = 1 + room * lanes;
  for (int i = 0; i < lanes; ++i) values[i] = static_cast<T>(i + 1);
  const int count = omprim::kernel::split<T>(out + 1, out + end, values, bits);
  int lower = 1;
  int others = 0;
  for (int i = 0; i < lanes; ++i) {
    if ((bits >> i & 1) != 0) {
      if (out[lower++] != values[i]) return false;
    } else {
      for (int k = end - (lanes - count); k < end; ++k) others += out[k] == values[i] ? 1 : 0;
    }
  }
  return lower == 1 + count && others == lanes - count && out[0] == other && out[end] == other;
}

template <class T>
bool fails_to_split(const char* type, compress_fault& fault) {
  constexpr int lanes = omprim::kernel::compress_lanes<T>;
  if constexpr (lanes > 1) {
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << lanes; ++bits) {
      for (int room = 1; room <= 3; ++room) {
        if (splits_right<T>(bits, room)) continue;
        fault = {true, bits, type, lanes, "split"};
        return true;
      }
    }
  }
  return false;
}

template <class T, int N, lane_store how>
bool fails(const char* type, const char* store, compress_fault& fault) {
  constexpr std::uint64_t masks = std::uint64_t{1} << N;
  for (std::uint64_t bits = 0; bits < masks; ++bits) {
    if (is_right<T, N, how>(bits)) continue;
    fault = {true, bits, type, N, store};
    return true;
  }
  return false;
}

template <class T, int N>
bool fails(const char* type, compress_fault& fault) {
  if (fails<T, N, lane_store::whole>(type, "whole", fault)) return true;
  if constexpr (omprim::kernel::compresses_exactly) {
    if (fails<T, N, lane_store::masked>(type, "masked", fault)) return true;
    if (fails<T, N, lane_store::direct>(type, "direct", fault)) return true;
  }
  return false;
}

/// One register, and the packs of selections: 64 bytes.
template <class T>
bool fails(const char* type, compress_fault& fault) {
  constexpr int wide = 64 / static_cast<int>(sizeof(T));
  if constexpr (omprim::kernel::compress_lanes<T> > 1 && omprim::kernel::compress_lanes<T> < wide) {
    if (fails<T, omprim::kernel::compress_lanes<T>>(type, fault)) return true;
  }
  return fails<T, wide>(type, fault) || fails_to_split<T>(type, fault);
}

}  // namespace

compress_fault find_compress_fault();
compress_fault find_compress_fault() {
  compress_fault fault{};
  static_cast<void>(fails<std::int32_t>("int32", fault) || fails<float>("float", fault) ||
                    fails<std::int64_t>("int64", fault) || fails<double>("double", fault));
  return fault;
}

}  // namespace omprim_test::OMPRIM_ISA
