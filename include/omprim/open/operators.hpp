// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if __cplusplus < 202002L
#error omprim/open/operators.hpp needs C++20
#else

#include <cstddef>
#include <type_traits>

#include <omprim/detail/reducer/function_operator.hpp>
#include <omprim/detail/reducer/operator_traits.hpp>

/// The operators of the open templates, in two forms:
///
///   static members   an identity and a function, as in omprim/operators.hpp:
///                    struct op { template <class T> static T identity();
///                                template <class T> static T combine(T, T); };
///   function object  called as `T(const T&, const T&)` by several threads at once: a lambda,
///                    std::plus<>, or a type of your own with a const operator(). It has no
///                    identity, so a reduction takes an initial value.
///
/// Function objects are copied to the device byte by byte, so they are trivially copyable: capture
/// numbers and pointers by value. A pointer has to be readable there; a reference, which a lambda
/// captures by &, is not on a GPU. On serial, host and tbb a function object may throw: the
/// exception comes out, but std::bad_alloc and std::length_error as omprim::error with
/// status::out_of_memory.
namespace omprim::inline OMPRIM_ABI::open::detail {

/// Where no initial value is given: the operator's identity, or nothing for a function object.
struct identity_value {};
template <class Initial>
inline constexpr bool is_given = !std::is_same_v<Initial, identity_value>;

/// Whether Op combines two T; if not, an error of the compiler says why.
template <class T, class Op>
constexpr bool require_operator() {
  constexpr bool is_static = kernel::static_operator<Op, T>;
  constexpr bool is_plain = is_static || std::is_trivially_copyable_v<Op>;
  constexpr bool is_called = is_static || std::is_invocable_r_v<T, const Op&, const T&, const T&>;
  static_assert(is_plain,
                "a function object of omprim::open is copied byte by byte: it has to be trivially "
                "copyable; capture numbers and pointers by value");
  static_assert(!is_plain || is_called,
                "an operator of omprim::open is called as T(const T&, const T&) on a const object, "
                "or has the static members identity and combine of omprim/operators.hpp");
  return is_plain && is_called;
}

/// The same for an operator whose captures have no way to where it is called.
template <class T, class Op>
constexpr bool require_operator_without_captures() {
  constexpr bool has_captures = !kernel::static_operator<Op, T> && !std::is_empty_v<Op>;
  static_assert(!has_captures,
                "scans and segmented reductions of omprim::open take function objects without "
                "captures or members; put what they hold into the elements");
  if constexpr (has_captures) {
    return false;
  } else {
    return require_operator<T, Op>();
  }
}

/// The accumulator before the first element.
template <class T, class Op, class Initial>
auto before_all([[maybe_unused]] const Initial& initial) {
  using scanner = typename kernel::operator_traits<T, Op>::scanner;
  if constexpr (is_given<Initial>) {
    return scanner::template lift<1>(static_cast<T>(initial), 0);
  } else if constexpr (kernel::static_operator<Op, T>) {
    return scanner::template lift<1>(Op::template identity<T>(), 0);
  } else {
    return scanner::template identity<1>();
  }
}

/// Whether a scan of T by Op can begin; if not, an error of the compiler says why.
template <class T, class Op, class Initial, bool exclusive, std::size_t most_bytes>
constexpr bool require_scan() {
  if constexpr (!require_operator_without_captures<T, Op>()) {
    return false;
  } else {
    using accumulator = typename kernel::operator_traits<T, Op>::scanner::accumulator;
    constexpr bool begins = !exclusive || is_given<Initial> || kernel::static_operator<Op, T>;
    constexpr bool fits = std::is_trivially_copyable_v<T> && sizeof(accumulator) <= most_bytes;
    static_assert(begins,
                  "a function object has no identity: an exclusive scan of omprim::open needs an "
                  "initial value after it");
    static_assert(fits,
                  "omprim::open scans trivially copyable types of up to 32 bytes; 8 bytes less in "
                  "segments, and 8 bytes less by function objects");
    return begins && fits;
  }
}

/// Whether `Function` makes an R of values of the types T.
template <class R, class Function, class... T>
constexpr bool require_function() {
  constexpr bool is_plain = std::is_trivially_copyable_v<Function>;
  constexpr bool is_called = std::is_invocable_r_v<R, const Function&, const T&...>;
  static_assert(is_plain,
                "a function object of omprim::open is copied byte by byte: it has to be trivially "
                "copyable; capture numbers and pointers by value");
  static_assert(!is_plain || is_called,
                "the function of omprim::open::transform_reduce takes an element, or one of each "
                "array, and returns what converts to the type of the initial value");
  return is_plain && is_called;
}

/// Whether `Predicate` tells something of a T.
template <class T, class Predicate>
constexpr bool require_predicate() {
  constexpr bool is_plain = std::is_trivially_copyable_v<Predicate> && sizeof(Predicate) <= 32;
  constexpr bool is_called = std::is_invocable_r_v<bool, const Predicate&, const T&>;
  static_assert(
      is_plain,
      "a predicate of omprim::open is copied byte by byte: it has to be trivially copyable "
      "and of at most 32 bytes; capture numbers and pointers by value");
  static_assert(!is_plain || is_called,
                "a predicate of omprim::open is called as bool(const T&) on a const object");
  return is_plain && is_called;
}

/// A source that brings the captures of `op` along, if there are any.
template <class T, class Source, class Op>
auto with_captures(const Source& source, [[maybe_unused]] const Op& op) {
  if constexpr (kernel::static_operator<Op, T> || std::is_empty_v<Op>) {
    return source;
  } else {
    return kernel::operator_source<Source, Op>{source, kernel::stored_function<Op>::of(op)};
  }
}

}  // namespace omprim::inline OMPRIM_ABI::open::detail

#endif
