// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Function objects as operators: lambdas, with or without captures, and std::plus.
///  - They have no identity, so an accumulator knows whether it holds a value.
///  - All members of a reducer are static, so captures travel with the elements from the source to
///    the accumulators.
namespace omprim::inline OMPRIM_ABI::kernel {

/// An operator in the form of operators.hpp.
template <class Op, class T>
concept static_operator = requires(const T& a) {
  Op::template identity<T>();
  Op::template combine<T>(a, a);
};

/// A function object that can combine two T.
template <class Op, class T>
concept function_operator =
    !static_operator<Op, T> && std::is_trivially_copyable_v<Op> &&
    requires { requires std::is_invocable_r_v<T, const Op&, const T&, const T&>; };

/// A function object as plain words: lambdas can be neither assigned nor default constructed.
template <class Function>
struct stored_function {
  using word = std::conditional_t<
      sizeof(Function) % 8 == 0, std::uint64_t,
      std::conditional_t<sizeof(Function) % 4 == 0, std::uint32_t, unsigned char>>;
  word words[sizeof(Function) / sizeof(word)];

  static stored_function of(const Function& function) {
    return __builtin_bit_cast(stored_function, function);
  }
  template <class... Values>
  OMPRIM_INLINE decltype(auto) operator()(const Values&... values) const {
    const auto function = __builtin_bit_cast(Function, *this);
    return function(values...);
  }
};
/// A function object without captures takes no room.
template <class Function>
  requires std::is_empty_v<Function>
struct stored_function<Function> {
  static stored_function of(const Function& /*function*/) { return {}; }
  template <class... Values>
  OMPRIM_INLINE decltype(auto) operator()(const Values&... values) const {
    constexpr unsigned char nothing = 0;
    const auto function = __builtin_bit_cast(Function, nothing);
    return function(values...);
  }
};

/// A loaded pack with the operator that is to combine it.
template <class Loaded, class Op>
struct with_operator {
  Loaded loaded;
  stored_function<Op> op;
};

/// N accumulators: all of them hold a value, or none does. `op` is valid only if they do.
template <class T, class Op, int N>
struct optional_values {
  // As wide as the alignment of a value, so there is no padding, which shuffles would move, too.
  using flag = std::conditional_t<
      alignof(T) >= 8, std::uint64_t,
      std::conditional_t<alignof(T) == 4, std::uint32_t,
                         std::conditional_t<alignof(T) == 2, std::uint16_t, std::uint8_t>>>;
  std::conditional_t<N == 1, T, lane_array<T, N>> values;
  [[no_unique_address]] stored_function<Op> op;
  flag present;
};

/// The reducer, and the scanner, of a function object. It has no embed().
template <class T, class Op>
struct function_scanner {
  static_assert(std::is_trivially_copyable_v<T>, "omprim reduces trivially copyable types");
  using element = T;
  using output = T;
  static constexpr bool commutes = false;
  static constexpr bool segmented = false;
  template <int N>
  using vector = optional_values<T, Op, N>;
  using accumulator = vector<1>;

  template <int N>
  static OMPRIM_INLINE vector<N> identity() {
    return {};
  }
  /// `Loaded` is a pack of elements if the operator has no captures, else a with_operator.
  template <int N, class Loaded>
  static OMPRIM_INLINE vector<N> lift(const Loaded& x, std::uint64_t /*index*/) {
    if constexpr (std::is_empty_v<Op>) {
      return {lanes_of<N>(x), {}, 1};
    } else {
      return {lanes_of<N>(x.loaded), x.op, 1};
    }
  }
  template <int N>
  static OMPRIM_INLINE vector<N> combine(const vector<N>& a, const vector<N>& b) {
    if (a.present == 0) return b;
    if (b.present == 0) return a;
    // Keeps the operator of b: in a loop over elements that is the operator of the source, which
    // never changes.
    if constexpr (N == 1) {
      return {static_cast<T>(b.op(a.values, b.values)), b.op, 1};
    } else {
      return {fill_lanes<T, N>([&](int i) OMPRIM_INLINE_LAMBDA {
                return static_cast<T>(b.op(a.values[i], b.values[i]));
              }),
              b.op, 1};
    }
  }
  template <int part, int N>
  static OMPRIM_INLINE vector<N / 2> half(const optional_values<T, Op, N>& v) {
    return {half_lanes<part>(v.values), v.op, v.present};
  }
  template <int N>
  static OMPRIM_INLINE auto lower(const vector<N>& v) {
    return v.values;
  }

 private:
  template <int N, class Loaded>
  static OMPRIM_INLINE auto lanes_of(const Loaded& x) {
    if constexpr (N == 1) {
      return x;
    } else {
      return fill_lanes<T, N>([&](int i) OMPRIM_INLINE_LAMBDA { return x[i]; });
    }
  }
};

/// A source whose packs carry the operator's captures.
template <class Source, class Op>
struct operator_source : Source {
  template <int N>
  using loaded = with_operator<typename Source::template loaded<N>, Op>;

  stored_function<Op> op;

  template <int N>
  OMPRIM_INLINE loaded<N> load(std::uint64_t position) const {
    return {Source::template load<N>(position), op};
  }
};

/// A source of the values f(x) or f(x, y), of type R, for the elements of one or two arrays.
template <class Source, class Function, class R>
struct transformed_source : Source {
  template <int N>
  using loaded = pack<R, N>;

  [[no_unique_address]] stored_function<Function> function;

  template <int N>
  OMPRIM_INLINE loaded<N> load(std::uint64_t position) const {
    const auto x = Source::template load<N>(position);
    if constexpr (N == 1) {
      return apply<N>(x, 0);
    } else {
      loaded<N> all{};
      for (int i = 0; i < N; ++i) all[i] = apply<N>(x, i);
      return all;
    }
  }

 private:
  template <int N, class Loaded>
  OMPRIM_INLINE R apply(const Loaded& x, int i) const {
    if constexpr (Source::arrays == 1) {
      return static_cast<R>(function(lane<N>(x, i)));
    } else {
      return static_cast<R>(function(lane<N>(x.a, i), lane<N>(x.b, i)));
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
