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
#include <omprim/detail/strategy/reduce/single_pass.hpp>
#include <omprim/open/launch.hpp>

/// Reductions with own types and operators; omprim/open/launch.hpp says how they are compiled.
namespace omprim::inline OMPRIM_ABI::open {

/// Loads of 16 bytes where the type allows it, 256 bytes in flight.
template <class T>
inline constexpr tuning default_device_tuning = {
    256, kernel::has_vectors<T> ? 16 / static_cast<int>(sizeof(T)) : 1,
    256 / static_cast<int>(std::bit_ceil(std::max(sizeof(T), std::size_t{16})))};
template <class T>
inline constexpr tuning default_host_tuning = {
    8, kernel::has_vectors<T> ? 32 / static_cast<int>(sizeof(T)) : 1, 4};

/// Combines n elements of any trivially copyable type of up to 128 bytes by an associative
/// and commutative operator of the form of operators.hpp:
///   struct op { template <class T> static T identity(); template <class T> static T combine(T, T);
///   };
/// Contract, errors and determinism are those of reduce.hpp. Method: strategy single-pass;
/// its tunings are template parameters. The operators of operators.hpp are computed in registers on
/// the types that the library itself reduces.
template <class T, class Op, tuning device_tuning = default_device_tuning<T>,
          tuning host_tuning = default_host_tuning<T>>
T reduce(const execution& where, const T* data, std::size_t n, Op = {}) {
  static_assert(sizeof(T) <= 128, "omprim::open::reduce takes types of up to 128 bytes");
  detail::require_data(data, n, "the data pointer");
  using traits = kernel::operator_traits<T, Op>;
  using reducer = typename traits::reducer;
  const auto total = detail::run(
      where, n * sizeof(T),
      [&](auto& backend, auto here) {
        return strategy::reduce_single_pass<reducer, host_tuning>::run(
            backend, kernel::make_source(here(data, n), n));
      },
      [&](auto& backend, auto there) {
        return strategy::reduce_single_pass<reducer, device_tuning>::run(
            backend, kernel::make_source(there(data, n), n));
      });
  return traits::scanner::template lower<1>(total);
}

/// The same with an initial value, which is combined with the result once, on the host: the value
/// of an empty input.
template <class T, class Op, tuning device_tuning = default_device_tuning<T>,
          tuning host_tuning = default_host_tuning<T>>
T reduce(const execution& where, const T* data, std::size_t n, Op op,
         const std::type_identity_t<T>& initial) {
  return Op::template combine<T>(initial,
                                 reduce<T, Op, device_tuning, host_tuning>(where, data, n, op));
}

}  // namespace omprim::inline OMPRIM_ABI::open

#endif
