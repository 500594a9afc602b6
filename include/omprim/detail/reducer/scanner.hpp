// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/arithmetic.hpp>
#include <omprim/detail/reducer/min_max.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Scanners: reducers that also define the outputs of a scan; and the problem of a scan.
namespace omprim::inline OMPRIM_ABI::kernel {

/// A scanner is a reducer (reducer.hpp) with
///   output             the type of the results
///   commutes           whether combine may exchange its arguments
///   segmented          whether elements have head flags (reducer/segmented_scanner.hpp)
///   lower<N>(vector)   the outputs that belong to accumulators; where elements have head flags,
///                      finish(initial, accumulator) instead
template <class Scanner>
concept scanner = reducer<Scanner> && requires(const typename Scanner::accumulator& a) {
  typename Scanner::output;
  { Scanner::commutes } -> std::convertible_to<bool>;
  { Scanner::segmented } -> std::convertible_to<bool>;
  requires Scanner::segmented || requires { Scanner::template lower<1>(a); };
};

/// The problem of a scan: its input, its scanner and its output.
/// `Input` gives a Scanner::element by index; wide loads need a pointer.
template <scanner Scanner, class Input = const typename Scanner::element*>
struct alignas(8) scan {
  using scanner = Scanner;
  using element = typename Scanner::element;
  using output = typename Scanner::output;
  using accumulator = typename Scanner::accumulator;

  Input data;
  std::uint64_t n;
  output* out;
  accumulator initial;
  std::uint64_t exclusive;  ///< not 0: the scan is exclusive

  /// The output of element `index`, given the combination of the elements up to it.
  [[nodiscard]] OMPRIM_INLINE output result(const accumulator& scanned,
                                            [[maybe_unused]] std::uint64_t index) const {
    if constexpr (Scanner::segmented) {
      // The exclusive result of the first element of a segment is the initial value alone.
      const bool first = exclusive != 0 && data.begins_at(index);
      return Scanner::finish(initial, first ? initial : scanned);
    } else {
      return Scanner::template lower<1>(scanned);
    }
  }
};

/// The scanner of folds whose accumulators have the bits of the outputs: sums and products.
template <class T, class A, class Policy, class Output = T>
struct bits_scanner : fold<T, A, Policy> {
  using output = Output;
  static constexpr bool commutes = true;
  static constexpr bool segmented = false;
  template <int N>
  static OMPRIM_INLINE pack<Output, N> lower(const pack<A, N>& v) {
    return bits_as<Output, N>(v);
  }
};

/// The scanner of folds whose accumulators are ordered keys: minimum and maximum.
template <class T, class Policy>
struct key_scanner : fold<T, key_of<T>, Policy> {
  using output = T;
  static constexpr bool commutes = true;
  static constexpr bool segmented = false;
  template <int N>
  static OMPRIM_INLINE pack<T, N> lower(const pack<key_of<T>, N>& v) {
    return from_key<T, Policy, N>(v);
  }
};

/// The scanner of a caller's own operator, which need not commute.
template <class T, class Op>
struct scalar_scanner : scalar_reducer<T, Op> {
  using output = T;
  static constexpr bool commutes = false;
  static constexpr bool segmented = false;
  template <int N>
  static OMPRIM_INLINE auto lower(const typename scalar_reducer<T, Op>::template vector<N>& v) {
    return v;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
