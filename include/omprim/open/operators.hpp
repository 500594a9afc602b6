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
/// Rules for function objects:
///   * They are copied to the device byte by byte, so they are trivially copyable: capture numbers
///     and pointers by value.
///   * Captured pointers must be readable where the call runs. References, which a lambda captures
///     by &, are not readable on a GPU.
///   * On serial, host and tbb they may throw. The call passes the exception on, except that it
///     turns std::bad_alloc and std::length_error into omprim::error with status::out_of_memory.
namespace omprim::inline OMPRIM_ABI::open::detail {

/// The type of an initial value that is not given. The operator's identity takes its place; for a
/// function object, nothing does.
struct identity_value {};
template <class Initial>
inline constexpr bool is_given = !std::is_same_v<Initial, identity_value>;

/// Whether Op combines two T; if not, a static_assert says why.
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

/// The same, and Op has no captures: scans and segmented reductions cannot carry them to the calls
/// of the operator.
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

/// Whether T can be scanned by Op: the scan has an initial value if it needs one, and an
/// accumulator has at most `most_bytes` bytes. If not, a static_assert says why.
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

/// Whether `Function` takes one value of each of the types T and returns an R; if not, a
/// static_assert says why.
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

/// Whether `Predicate` takes a T and fits into a kernel; if not, a static_assert says why.
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

/// The source, joined with the captures of `op` if there are any.
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
