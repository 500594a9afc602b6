// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <instantiate/element_types.hpp>
#include <omprim/any.hpp>
#include <omprim/detail/reducer/arithmetic.hpp>
#include <omprim/detail/reducer/min_max.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/reducer/source.hpp>

/// The reducer of each (type, operation) of the closed set, its source, and how its
/// accumulator becomes a reduce_result.
namespace omprim::inline OMPRIM_ABI::instantiate {

template <class T>
using wide_lane = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;
template <class T, class Policy>
using sum_fold = kernel::fold<T, kernel::sum_lane<T>, Policy>;
template <class T, class Policy>
using bit_fold = kernel::fold<T, kernel::same_size_unsigned<T>, Policy>;

template <class T, class A>
scalar from_bits(A accumulator) {
  return omprim::detail::to_scalar(__builtin_bit_cast(T, accumulator));
}
template <class T, class Policy>
scalar from_extreme(kernel::key_of<T> key) {
  return omprim::detail::to_scalar(kernel::from_key<T, Policy>(key));
}
template <class T>
scalar from_minimum(kernel::key_of<T> key) {
  return from_extreme<T, kernel::minimum_policy>(key);
}
template <class T>
scalar from_maximum(kernel::key_of<T> key) {
  return from_extreme<T, kernel::maximum_policy>(key);
}

/// Whether the closed set holds a reduction of T.
template <class T, operation op>
constexpr bool is_reduced() {
  switch (op) {
    case operation::bit_and:
    case operation::bit_or:
    case operation::bit_xor:
      return std::is_integral_v<T>;
    case operation::dot:
    case operation::sum_of_absolutes:
    case operation::sum_of_squares:
      return std::is_floating_point_v<T>;
    case operation::wide_sum:
      return sizeof(T) == 4;
    default:
      return omprim::algorithm_of(op) == algorithm::reduce;
  }
}

template <class T, operation op>
struct entry;

template <class T, class Reducer>
struct value_entry {
  using reducer = Reducer;
  static reduce_result finish(typename Reducer::accumulator total, std::uint64_t /*n*/) {
    reduce_result r;
    r.value = from_bits<T>(total);
    return r;
  }
};
template <class T, class Reducer>
struct truth_entry {
  using reducer = Reducer;
  static reduce_result finish(typename Reducer::accumulator total, std::uint64_t /*n*/) {
    reduce_result r;
    r.value.i = total != 0 ? 1 : 0;
    return r;
  }
};
template <class T, class Policy>
struct extreme_entry {
  using reducer = kernel::extreme<T, Policy>;
  static reduce_result finish(kernel::key_of<T> total, std::uint64_t /*n*/) {
    reduce_result r;
    r.value = from_extreme<T, Policy>(total);
    return r;
  }
};
template <class T, class Policy>
struct indexed_entry {
  using reducer = kernel::indexed_reducer<T, Policy>;
  static reduce_result finish(const typename reducer::accumulator& total, std::uint64_t n) {
    // If nothing beats the identity, then all elements equal it and the first is the one.
    const bool all_equal = total.value == Policy::template identity<T, kernel::key_of<T>>();
    reduce_result r;
    r.value = from_extreme<T, Policy>(total.value);
    r.index = n == 0 ? -1 : all_equal ? 0 : static_cast<std::int64_t>(total.index);
    return r;
  }
};

template <class T>
using minimum_fold = kernel::extreme<T, kernel::minimum_policy>;
template <class T>
using maximum_fold = kernel::extreme<T, kernel::maximum_policy>;

template <class T>
struct entry<T, operation::sum> : value_entry<T, sum_fold<T, kernel::add_policy>> {};
template <class T>
struct entry<T, operation::product> : value_entry<T, sum_fold<T, kernel::multiply_policy>> {};
template <class T>
struct entry<T, operation::min> : extreme_entry<T, kernel::minimum_policy> {};
template <class T>
struct entry<T, operation::max> : extreme_entry<T, kernel::maximum_policy> {};
template <class T>
struct entry<T, operation::argmin> : indexed_entry<T, kernel::minimum_policy> {};
template <class T>
struct entry<T, operation::argmax> : indexed_entry<T, kernel::maximum_policy> {};
template <class T>
struct entry<T, operation::bit_and> : value_entry<T, bit_fold<T, kernel::bit_and_policy>> {};
template <class T>
struct entry<T, operation::bit_or> : value_entry<T, bit_fold<T, kernel::bit_or_policy>> {};
template <class T>
struct entry<T, operation::bit_xor> : value_entry<T, bit_fold<T, kernel::bit_xor_policy>> {};
template <class T>
struct entry<T, operation::logical_and> : truth_entry<T, bit_fold<T, kernel::logical_and_policy>> {
};
template <class T>
struct entry<T, operation::logical_or> : truth_entry<T, bit_fold<T, kernel::logical_or_policy>> {};
template <class T>
struct entry<T, operation::dot> : value_entry<T, sum_fold<T, kernel::product_policy>> {};
template <class T>
struct entry<T, operation::sum_of_absolutes>
    : value_entry<T, sum_fold<T, kernel::absolute_policy>> {};
template <class T>
struct entry<T, operation::sum_of_squares> : value_entry<T, sum_fold<T, kernel::square_policy>> {};
template <class T>
struct entry<T, operation::wide_sum>
    : value_entry<
          std::conditional_t<std::is_floating_point_v<T>, double,
                             std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>,
          kernel::fold<T, wide_lane<T>, kernel::add_policy>> {};

template <class T>
struct entry<T, operation::minmax> {
  using reducer = kernel::fused<minimum_fold<T>, maximum_fold<T>>;
  static reduce_result finish(const typename reducer::accumulator& total, std::uint64_t /*n*/) {
    reduce_result r;
    r.value = from_minimum<T>(total.first);
    r.second = from_maximum<T>(total.second);
    return r;
  }
};
template <class T>
struct entry<T, operation::sum_min_max> {
  using reducer = kernel::fused<sum_fold<T, kernel::add_policy>,
                                kernel::fused<minimum_fold<T>, maximum_fold<T>>>;
  static reduce_result finish(const typename reducer::accumulator& total, std::uint64_t /*n*/) {
    reduce_result r;
    r.value = from_bits<T>(total.first);
    r.second = from_minimum<T>(total.second.first);
    r.third = from_maximum<T>(total.second.second);
    return r;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
