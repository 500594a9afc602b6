// SPDX-License-Identifier: BSD-3-Clause
#include "support/exact_values.hpp"

#include <limits>

namespace omprim_test {
namespace {

std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace

std::string to_string(exact_data kind) {
  static constexpr const char* names[exact_data_kinds] = {
      "similar", "range_40", "range_100",      "all_numbers", "tiny",
      "huge",    "sparse",   "negative_zeros", "outliers",    "any_bits"};
  return names[static_cast<int>(kind)];
}

template <class T>
T exact_value(exact_data kind, std::size_t seed, std::size_t i) {
  using limits = std::numeric_limits<T>;
  const std::uint64_t bits = mixed(mixed(seed) + i);
  const std::uint64_t more = mixed(bits);
  const T fraction = static_cast<T>(std::ldexp(static_cast<double>(bits >> 11), -52) - 1);
  const auto scaled = [&](int lowest, int range) {
    return std::ldexp(fraction, lowest + static_cast<int>(more % static_cast<unsigned>(range)));
  };
  constexpr int least = limits::min_exponent;
  constexpr int most = limits::max_exponent;
  switch (kind) {
    case exact_data::similar:
      return fraction;
    case exact_data::range_40:
      return scaled(-20, 40);
    case exact_data::range_100:
      return scaled(-50, 100);
    case exact_data::all_numbers:
      return scaled(least - 20, most - least + 20);
    case exact_data::tiny:
      return scaled(least - limits::digits, limits::digits);
    case exact_data::huge:
      return (bits & 1) != 0 ? limits::max() : -limits::max();
    case exact_data::sparse:
      return bits % 3 != 0 ? T(0) : bits % 2 != 0 ? -T(0) : T(1);
    case exact_data::negative_zeros:
      return -T(0);
    case exact_data::outliers:
      return bits % 1000 == 0 ? std::ldexp(fraction, -90) : static_cast<T>(bits % 100);
    default: {
      using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
      const auto some = static_cast<word>(bits);
      T value;
      std::memcpy(&value, &some, sizeof value);
      return value;
    }
  }
}

template float exact_value(exact_data, std::size_t, std::size_t);
template double exact_value(exact_data, std::size_t, std::size_t);

}  // namespace omprim_test
