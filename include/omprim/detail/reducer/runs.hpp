// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/word_pieces.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/reducer/scanner.hpp>
#include <omprim/detail/reducer/segmented_scanner.hpp>

/// Runs of neighbouring elements, each marked by the head flag of its first element: the problems
/// of one result a run.
///   - A result is known where the next run begins, so it is the exclusive segmented scan at the
///     next head.
///   - The number of heads before an element tells the place of that result.
namespace omprim::inline OMPRIM_ABI::kernel {

/// A combination of the elements from the last head on, and the number of heads.
template <class A>
struct counted_value {
  A value;
  std::uint64_t heads;
};

/// The number takes one piece: no memory holds more elements.
template <class A>
  requires(sizeof(A) <= 8)
struct word_pieces<counted_value<A>> {
  static constexpr int bits = 8 * static_cast<int>(sizeof(A));
  static constexpr int count = pieces_of(bits + piece_bits);

  static OMPRIM_INLINE void cut(const counted_value<A>& x, std::uint64_t* pieces) {
    put_value(pieces, 0, x.value);
    put_bits(pieces, bits, x.heads, piece_bits);
  }
  static OMPRIM_INLINE counted_value<A> join(const std::uint64_t* pieces) {
    return {get_value<A>(pieces, 0), get_bits(pieces, bits, piece_bits)};
  }
};

/// The scanner of counted values: a head discards everything combined before it.
template <class Scanner>
struct run_scanner {
  using base = Scanner;
  using accumulator = counted_value<typename Scanner::accumulator>;
  using element = accumulator;
  using output = typename Scanner::output;
  template <int N>
  using vector = std::conditional_t<N == 1, accumulator, void>;
  static constexpr bool commutes = false;
  static constexpr bool segmented = true;

  template <int N>
  static OMPRIM_INLINE accumulator identity() {
    return {Scanner::template identity<1>(), 0};
  }
  template <int N>
  static OMPRIM_INLINE accumulator lift(const element& x, std::uint64_t /*index*/) {
    return x;
  }
  static OMPRIM_INLINE accumulator combine(const accumulator& a, const accumulator& b) {
    return {b.heads != 0 ? b.value : Scanner::combine(a.value, b.value), a.heads + b.heads};
  }
};

/// What is combined to measure a run: the position of its head.
struct head_position {
  using element = std::uint64_t;
  using accumulator = std::uint64_t;
  using output = std::uint64_t;
  static constexpr bool commutes = true;
  static constexpr bool segmented = false;
  template <int N>
  using vector = std::conditional_t<N == 1, accumulator, void>;

  template <int N>
  static OMPRIM_INLINE accumulator identity() {
    return 0;
  }
  template <int N>
  static OMPRIM_INLINE accumulator lift(const element& x, std::uint64_t /*index*/) {
    return x;
  }
  static OMPRIM_INLINE accumulator combine(accumulator a, accumulator b) { return a < b ? b : a; }
};

/// What all problems have. The first element is a head, whatever its flag.
template <class Scanner, class Output>
struct alignas(8) runs {
  using scanner = run_scanner<Scanner>;
  using accumulator = typename scanner::accumulator;
  using output = Output;

  const std::uint64_t* flags;  ///< a bit for each element that begins a run
  std::uint64_t n;
  Output* out;           ///< one result for each run
  std::uint64_t* count;  ///< the number of runs
  accumulator initial = scanner::template identity<1>();

  [[nodiscard]] OMPRIM_INLINE segment_heads heads() const { return heads_of_bits(flags); }
};

/// The values of each run are combined.
template <scanner Scanner>
struct reduced_runs : runs<Scanner, typename Scanner::output> {
  using base = runs<Scanner, typename Scanner::output>;
  const typename Scanner::element* values;

  /// The result of a run whose values are combined.
  static OMPRIM_INLINE typename base::output result(const typename Scanner::accumulator& value,
                                                    std::uint64_t /*end*/) {
    return Scanner::template lower<1>(Scanner::combine(Scanner::template identity<1>(), value));
  }
};

/// The first element of each run is taken.
template <class T>
struct first_of_runs : runs<head_position, T> {
  const T* elements;
};

/// The length of each run is taken.
template <class Length>
struct measured_runs : runs<head_position, Length> {
  /// The result of the run [head, end).
  static OMPRIM_INLINE Length result(std::uint64_t head, std::uint64_t end) {
    return static_cast<Length>(end - head);
  }
};

/// Equality of keys, whose bits are words: that of ==. Of floats, -0 equals +0, and a NaN differs
/// from every key.
template <class Word>
struct key_equality {
  Word magnitude;  ///< the bits that are not the sign of a float
  Word greatest;   ///< magnitude of a number; those above are NaN

  static OMPRIM_INLINE key_equality of(key_kind kind) {
    constexpr auto all = static_cast<Word>(~Word{0});
    if (kind != key_kind::floating) return {all, all};
    return {static_cast<Word>(~top_bit<Word>), floating_order<Word>::infinity};
  }
  /// Whether a key differs from the one before it.
  [[nodiscard]] OMPRIM_INLINE bool differ(Word before, Word key) const {
    return (before != key && ((before | key) & magnitude) != 0) || (key & magnitude) > greatest;
  }
};

/// Runs of equal keys, which are found and reduced at once. Past the last key there is one more
/// head, which ends the last run: n counts it as an element. There are no flags.
template <class Runs, class Word>
struct runs_of_keys : Runs {
  using key_word = Word;
  const Word* keys;
  Word* unique;  ///< the first key of each run
  std::uint64_t kind;

  [[nodiscard]] OMPRIM_INLINE std::uint64_t key_count() const { return this->n - 1; }
  [[nodiscard]] OMPRIM_INLINE key_equality<Word> equality() const {
    return key_equality<Word>::of(static_cast<key_kind>(kind));
  }
};

template <class Runs>
concept finds_runs = requires { typename Runs::key_word; };
template <class Runs>
concept combines_values = requires(const Runs& problem) { problem.values; };
template <class Runs>
concept takes_elements = requires(const Runs& problem) { problem.elements; };

}  // namespace omprim::inline OMPRIM_ABI::kernel
