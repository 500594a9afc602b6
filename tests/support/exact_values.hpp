// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

/// Inputs of exact sums, and digests of results.
namespace omprim_test {

/// The kinds of inputs, each made to break something.
enum class exact_data {
  similar,      ///< in [-1, 1]
  range_40,     ///< over a range of 2^40
  range_100,    ///< over a range of 2^100
  all_numbers,  ///< over the whole range of the type
  tiny,         ///< subnormal, or nearly so
  huge,         ///< plus and minus the largest magnitude
  sparse,       ///< mostly zeros of both signs
  negative_zeros,
  outliers,  ///< one element in 1000 is smaller by 2^90
  any_bits,  ///< infinities and NaN included
};
inline constexpr int exact_data_kinds = static_cast<int>(exact_data::any_bits) + 1;
[[nodiscard]] std::string to_string(exact_data kind);

/// Element i of an input. The same on every machine.
template <class T>
[[nodiscard]] T exact_value(exact_data kind, std::size_t seed, std::size_t i);

/// The first n elements of an input.
template <class T>
[[nodiscard]] std::vector<T> exact_values(exact_data kind, std::size_t seed, std::size_t n) {
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = exact_value<T>(kind, seed, i);
  return values;
}

/// Makes one number of many results. All NaN count as the same result.
class digest {
 public:
  template <class T>
  void add(T result) {
    using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    word bits = 0;
    if (!std::isnan(result)) std::memcpy(&bits, &result, sizeof bits);
    hash_ = (hash_ ^ bits) * 0x100000001b3U;
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace omprim_test
