// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if __cplusplus < 202002L
#error omprim/open/reduce.hpp needs C++20
#else

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/reducer/operator_traits.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>
#include <omprim/detail/strategy/reduce/single_pass.hpp>
#include <omprim/open/launch.hpp>
#include <omprim/open/operators.hpp>

/// Reductions with your own types and operators; omprim/open/launch.hpp says how they are compiled.
///
/// Contract, errors and determinism are those of reduce.hpp.
///   * T is trivially copyable, default constructible and of up to 128 bytes.
///   * Operators have a form of omprim/open/operators.hpp, and are associative and commutative.
///     Function objects have up to 48 bytes of captures.
///   * Operators of omprim/operators.hpp on the types that the library itself reduces are computed
///     in registers.
///   * Method: strategy single-pass; its tunings are template parameters.
namespace omprim::inline OMPRIM_ABI::open {

/// Loads of 16 bytes where the type allows it, 256 bytes in flight.
template <class T>
inline constexpr tuning default_device_tuning = {
    256, kernel::has_vectors<T> ? 16 / static_cast<int>(sizeof(T)) : 1,
    256 / static_cast<int>(std::bit_ceil(std::max(sizeof(T), std::size_t{16})))};
/// Eight items, each with 128 bytes of a tile in packs of at most 32 bytes.
template <class T>
inline constexpr tuning default_host_tuning =
    kernel::has_vectors<T> ? tuning{8, kernel::default_pack_bytes / static_cast<int>(sizeof(T)),
                                    128 / kernel::default_pack_bytes}
                           : tuning{8, 1, 4};

namespace detail {
/// Reduces the source that `source_at(pointers)` returns.
template <class T, tuning device_tuning, tuning host_tuning, class Op, class SourceAt>
auto reduce_source(const execution& where, std::size_t bytes, const Op& op,
                   const SourceAt& source_at) {
  static_assert(sizeof(T) <= 128, "omprim::open reduces types of up to 128 bytes");
  using reducer = typename kernel::operator_traits<T, Op>::reducer;
  const auto source_of = [&](auto pointers) {
    const auto source = with_captures<T>(source_at(pointers), op);
    static_assert(sizeof(source) <= 72,
                  "the function objects of omprim::open hold at most 48 bytes, 32 where two arrays "
                  "are read; capture a pointer to more");
    return source;
  };
  return run(
      where, bytes,
      [&](auto& backend, auto here) {
        return strategy::reduce_single_pass<reducer, host_tuning>::run(backend, source_of(here));
      },
      [&](auto& backend, auto there) {
        return strategy::reduce_single_pass<reducer, device_tuning>::run(backend, source_of(there));
      });
}

/// initial op total, for an accumulator `total`.
template <class T, class Op, class Total>
T finish(const Op& op, const T& initial, const Total& total) {
  if constexpr (kernel::static_operator<Op, T>) {
    return Op::template combine<T>(
        initial, kernel::operator_traits<T, Op>::scanner::template lower<1>(total));
  } else {
    return total.present == 0 ? initial : static_cast<T>(op(initial, total.values));
  }
}
}  // namespace detail

/// Combines n elements by an operator that has an identity, which is the result of an empty input.
template <class T, class Op, tuning device_tuning = default_device_tuning<T>,
          tuning host_tuning = default_host_tuning<T>>
T reduce(const execution& where, const T* data, std::size_t n, Op op = {}) {
  static_assert(kernel::static_operator<Op, T>,
                "a function object has no identity: omprim::open::reduce needs an initial value "
                "after it");
  if constexpr (kernel::static_operator<Op, T>) {
    detail::require_data(data, n, "the data pointer");
    const auto total = detail::reduce_source<T, device_tuning, host_tuning>(
        where, n * sizeof(T), op,
        [&](auto translate) { return kernel::make_source(translate(data, n), n); });
    return kernel::operator_traits<T, Op>::scanner::template lower<1>(total);
  } else {
    return T();
  }
}

/// The same with an initial value. It is combined with the result once, on the host, and is the
/// result of an empty input. The operator may be a function object:
///   longest = omprim::open::reduce(where, x, n, [](T a, T b) { return a < b ? b : a; }, T(0));
template <class T, class Op, tuning device_tuning = default_device_tuning<T>,
          tuning host_tuning = default_host_tuning<T>>
T reduce(const execution& where, const T* data, std::size_t n, Op op,
         const std::type_identity_t<T>& initial) {
  if constexpr (detail::require_operator<T, Op>()) {
    detail::require_data(data, n, "the data pointer");
    return detail::finish<T>(op, initial,
                             detail::reduce_source<T, device_tuning, host_tuning>(
                                 where, n * sizeof(T), op, [&](auto translate) {
                                   return kernel::make_source(translate(data, n), n);
                                 }));
  } else {
    return initial;
  }
}

}  // namespace omprim::inline OMPRIM_ABI::open

#endif
