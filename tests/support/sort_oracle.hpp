// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <vector>

#include <omprim/any.hpp>

#include "support/values.hpp"

/// Inputs of sorts, and their order by comparisons.
namespace omprim_test {

/// The unsigned integer that is as large as a key.
template <class T>
using word_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
word_of<T> to_word(T x) {
  static_assert(sizeof(T) == sizeof(word_of<T>));
  word_of<T> word;
  std::memcpy(&word, &x, sizeof word);
  return word;
}
template <class T>
T from_word(word_of<T> word) {
  T x;
  std::memcpy(&x, &word, sizeof x);
  return x;
}
/// Keys as words: NaN are equal if their bits are.
template <class T>
std::vector<word_of<T>> to_words(const std::vector<T>& keys) {
  std::vector<word_of<T>> words(keys.size());
  if (!keys.empty()) std::memcpy(words.data(), keys.data(), keys.size() * sizeof(T));
  return words;
}

inline omprim::sort_options sort_options_of(bool descending, const omprim::key_bits& bits = {}) {
  omprim::sort_options options;
  options.descending = descending;
  options.bits = bits;
  return options;
}

/// The ascending order of keys by values: NaN after all others and equal to each other, -0 before
/// +0.
template <class T>
bool comes_before(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a);
    if (a == b) return std::signbit(a) && !std::signbit(b);
  }
  return a < b;
}

/// The unsigned integer that has the place of a key in the order of all.
template <class T>
word_of<T> place_in_order(T x) {
  using word = word_of<T>;
  constexpr word half = word{1} << (8 * sizeof(T) - 1);
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x)) return std::numeric_limits<word>::max();
    const word magnitude = to_word(std::abs(x));
    return std::signbit(x) ? half - 1 - magnitude : half + magnitude;
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<word>(static_cast<word>(x) + half);
  } else {
    return x;
  }
}

/// The bits of a key that decide, as a number.
template <class T>
word_of<T> compared_bits(T x, omprim::key_bits bits) {
  const word_of<T> place = place_in_order(x) >> bits.first;
  const int count = bits.last - bits.first;
  if (count == static_cast<int>(8 * sizeof(T))) return place;
  return place & static_cast<word_of<T>>((word_of<T>{1} << count) - 1);
}

/// How a call sorts.
struct sort_order {
  bool descending = false;
  omprim::key_bits bits = {};
};

/// The positions of the keys in order; equal keys keep theirs.
template <class T>
std::vector<std::size_t> sorted_positions(const std::vector<T>& keys, const sort_order& order) {
  std::vector<std::size_t> positions(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) positions[i] = i;
  const auto by = [&](const auto& below) {
    std::sort(positions.begin(), positions.end(), [&](std::size_t a, std::size_t b) {
      if (below(a, b)) return !order.descending;
      if (below(b, a)) return order.descending;
      return a < b;
    });
  };
  if (order.bits.last == 0) {
    by([&](std::size_t a, std::size_t b) { return comes_before(keys[a], keys[b]); });
  } else {
    std::vector<word_of<T>> compared;
    for (const T& key : keys) compared.push_back(compared_bits(key, order.bits));
    by([&](std::size_t a, std::size_t b) { return compared[a] < compared[b]; });
  }
  return positions;
}

/// The elements at these positions.
template <class V>
std::vector<V> at_positions(const std::vector<V>& values,
                            const std::vector<std::size_t>& positions) {
  std::vector<V> moved;
  moved.reserve(positions.size());
  for (const std::size_t position : positions) moved.push_back(values[position]);
  return moved;
}

/// A value of any size and alignment.
template <class Word, std::size_t words>
struct value_of_words {
  value_of_words() = default;
  explicit value_of_words(Word word) { std::fill_n(part, words, word); }
  bool operator==(const value_of_words&) const = default;

  Word part[words];
};

/// n values, which tell from where they come: unsigned integers, which differ if n of them exist,
/// or values of words.
template <class V>
std::vector<V> telling_companions(std::size_t n) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
  std::vector<V> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (std::is_unsigned_v<V>) {
      values[i] = static_cast<V>(i * static_cast<V>(factor));
    } else {
      auto* const bytes = reinterpret_cast<unsigned char*>(&values[i]);
      for (std::size_t b = 0; b < sizeof(V); ++b) {
        bytes[b] = static_cast<unsigned char>((i * factor >> (b % 8 * 8)) + b);
      }
    }
  }
  return values;
}

enum class sort_input : int {
  random,
  few_distinct,
  all_equal,
  sorted,
  reversed,
  organ_pipe,
  one_digit,  ///< one byte of the keys is random, all others are equal
  telling,    ///< keys at the borders of digits and of the type; NaN, infinities, zeros, subnormals
};
inline constexpr sort_input every_sort_input[] = {
    sort_input::random,   sort_input::few_distinct, sort_input::all_equal, sort_input::sorted,
    sort_input::reversed, sort_input::organ_pipe,   sort_input::one_digit, sort_input::telling};

/// NaN of both signs with different payloads, quiet and not.
template <class T>
std::vector<T> different_nans() {
  static_assert(std::is_floating_point_v<T>);
  using word = word_of<T>;
  constexpr word sign = word{1} << (8 * sizeof(T) - 1);
  const word infinity = to_word(std::numeric_limits<T>::infinity());
  const word quiet = to_word(std::numeric_limits<T>::quiet_NaN());
  std::vector<T> all;
  for (const word bits : std::initializer_list<word>{quiet, quiet + 5, infinity + 1, ~sign}) {
    all.push_back(from_word<T>(bits));
    all.push_back(from_word<T>(bits | sign));
  }
  return all;
}

template <class T>
std::vector<T> telling_keys() {
  using limits = std::numeric_limits<T>;
  std::vector<T> keys{T(0),   T(1),   T(2),          T(127),           T(128),       T(255),
                      T(256), T(257), limits::max(), limits::lowest(), limits::min()};
  if constexpr (std::is_floating_point_v<T>) {
    keys.insert(keys.end(), {-T(0), T(-1), T(-256), limits::infinity(), -limits::infinity(),
                             limits::denorm_min(), -limits::denorm_min(), -limits::min(),
                             limits::min() - limits::denorm_min()});
    const auto nans = different_nans<T>();
    keys.insert(keys.end(), nans.begin(), nans.end());
  } else if constexpr (std::is_signed_v<T>) {
    keys.insert(keys.end(), {T(-1), T(-2), T(-128), T(-129), T(-256), T(-257)});
  }
  return keys;
}

template <class T>
T random_key(random_engine& random) {
  return from_word<T>(static_cast<word_of<T>>(random()));
}

/// n keys that differ in one byte.
template <class T>
std::vector<T> keys_of_one_digit(std::size_t n, random_engine& random) {
  const auto base = static_cast<word_of<T>>(random());
  const std::size_t shift = 8 * (random() % sizeof(T));
  const auto others = static_cast<word_of<T>>(~(word_of<T>{255} << shift));
  std::vector<T> keys(n);
  for (T& key : keys) {
    const auto digit = static_cast<word_of<T>>(word_of<T>(random() % 256) << shift);
    key = from_word<T>((base & others) | digit);
  }
  return keys;
}

template <class T>
std::vector<T> sort_data(sort_input input, std::size_t n, random_engine& random) {
  if (input == sort_input::one_digit) return keys_of_one_digit<T>(n, random);
  std::vector<T> few = telling_keys<T>();
  if (input != sort_input::telling) {
    few.resize(input == sort_input::all_equal ? 1 : 7);
    for (T& key : few) key = random_key<T>(random);
  }
  const bool is_few = input == sort_input::few_distinct || input == sort_input::all_equal;
  std::vector<T> keys(n);
  for (T& key : keys) {
    const bool takes_few = is_few || (input == sort_input::telling && random() % 2 == 0);
    key = takes_few ? few[random() % few.size()] : random_key<T>(random);
  }
  const auto half = keys.begin() + static_cast<std::ptrdiff_t>(n / 2);
  const auto above = [](const T& a, const T& b) { return comes_before(b, a); };
  if (input == sort_input::sorted) std::sort(keys.begin(), keys.end(), comes_before<T>);
  if (input == sort_input::reversed) std::sort(keys.begin(), keys.end(), above);
  if (input == sort_input::organ_pipe) {
    std::sort(keys.begin(), half, comes_before<T>);
    std::sort(half, keys.end(), above);
  }
  return keys;
}

}  // namespace omprim_test
