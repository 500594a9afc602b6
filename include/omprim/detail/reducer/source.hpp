// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Sources: the input of a reduction.
///  - Position 0 is an address that is aligned for the widest load, at or before the data.
///  - The data are the positions [first, last), with first < one pack of the widest load.
///
/// So a pack at a multiple of its size is always aligned, and `holds` is the only test that is
/// needed, for any alignment of the caller's pointer and any n.
namespace omprim::inline OMPRIM_ABI::kernel {

/// One array.
template <class T>
struct array_source {
  using element = T;
  static constexpr int arrays = 1;
  template <int N>
  using loaded = pack<T, N>;

  const T* base;
  std::uint64_t first;
  std::uint64_t last;

  /// Whether all N positions from `position` on are data.
  template <int N>
  OMPRIM_INLINE bool holds(std::uint64_t position) const {
    return position >= first && position + N <= last;
  }
  /// The pack at `position`, a multiple of N; all N positions must be data.
  template <int N>
  OMPRIM_INLINE loaded<N> load(std::uint64_t position) const {
    return load_pack<N, true>(base + position);
  }
  /// The caller's index of a position.
  OMPRIM_INLINE std::uint64_t index(std::uint64_t position) const { return position - first; }
  OMPRIM_INLINE std::uint64_t size() const { return last - first; }
};

/// Two arrays of one length, read together. The first is aligned as above; `aligned` says whether
/// the second has the same alignment, counted in elements.
template <class T, class U = T>
struct pair_source {
  using element = T;
  static constexpr int arrays = 2;
  template <int N>
  struct loaded {
    pack<T, N> a;
    pack<U, N> b;
  };

  const T* base;
  const U* other;
  std::uint64_t first;
  std::uint64_t last;
  bool aligned;

  template <int N>
  OMPRIM_INLINE bool holds(std::uint64_t position) const {
    return position >= first && position + N <= last;
  }
  template <int N>
  OMPRIM_INLINE loaded<N> load(std::uint64_t position) const {
    const pack<T, N> a = load_pack<N, true>(base + position);
#if OMPRIM_SIMT
    // An unaligned vector load is N loads on a GPU: worth a branch, which is uniform over the grid.
    if (aligned) return {a, load_pack<N, true>(other + position)};
#endif
    return {a, load_pack<N, false>(other + position)};
  }
  OMPRIM_INLINE std::uint64_t index(std::uint64_t position) const { return position - first; }
  OMPRIM_INLINE std::uint64_t size() const { return last - first; }
};

namespace detail {
inline constexpr std::uint64_t source_alignment = 64;

template <class T>
std::uint64_t elements_past_alignment(const T* data) {
  // Elements whose size does not divide the alignment are never loaded as vectors.
  if constexpr (source_alignment % sizeof(T) != 0 || !has_vectors<T>) return 0;
  return (reinterpret_cast<std::uintptr_t>(data) % source_alignment) / sizeof(T);
}
// The address arithmetic leaves the array on purpose and comes back before any access.
template <class T>
const T* step_back(const T* data, std::uint64_t elements) {
  const auto address = reinterpret_cast<std::uintptr_t>(data) - elements * sizeof(T);
  return reinterpret_cast<const T*>(address);  // NOLINT(performance-no-int-to-ptr)
}
}  // namespace detail

template <class T>
array_source<T> make_source(const T* data, std::uint64_t n) {
  const std::uint64_t shift = detail::elements_past_alignment(data);
  return {detail::step_back(data, shift), shift, shift + n};
}

template <class T, class U>
pair_source<T, U> make_source(const T* a, const U* b, std::uint64_t n) {
  const std::uint64_t shift = detail::elements_past_alignment(a);
  return {detail::step_back(a, shift), detail::step_back(b, shift), shift, shift + n,
          shift == detail::elements_past_alignment(b)};
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
