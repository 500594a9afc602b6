// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/generator.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

namespace omprim::command {
namespace {

// Mixes the position into 32 bits (lowbias32 by C. Wellons): no state, so loops vectorise.
std::uint32_t mix(std::uint64_t i, std::uint32_t seed) {
  std::uint32_t x = static_cast<std::uint32_t>(i) * 0x9e3779b1u +
                    static_cast<std::uint32_t>(i >> 32) * 0x85ebca77u + seed * 0xc2b2ae3du;
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

template <class T>
T random_value(std::uint64_t i, std::uint32_t seed) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(static_cast<std::int32_t>(mix(i, seed))) / T(1 << 20);
  } else if constexpr (sizeof(T) == 4) {
    return static_cast<T>(mix(i, seed));
  } else {
    return static_cast<T>(mix(i, seed) | std::uint64_t{mix(i, ~seed)} << 32);
  }
}

// A whole number in [-limit, limit].
template <class T>
T balanced(std::uint64_t i, std::uint32_t seed, std::int32_t limit) {
  const auto span = static_cast<std::uint32_t>(2 * limit + 1);
  return static_cast<T>(static_cast<std::int32_t>(mix(i, seed) % span) - limit);
}

// A number of either sign with a random power of 2 out of `powers` around 1.
template <class T>
T spread(std::uint64_t i, std::uint32_t seed, std::uint64_t powers) {
  const auto random = random_value<std::uint64_t>(i, seed);
  constexpr std::uint64_t exponent_bits = std::uint64_t{0x7ff} << 52;
  const std::uint64_t exponent = 1023 - powers / 2 + (random >> 52) % 2048 % powers;
  return static_cast<T>(std::bit_cast<double>((random & ~exponent_bits) | exponent << 52));
}

// A number in [-1, 1].
double fraction(std::uint64_t i, std::uint32_t seed) {
  return static_cast<double>(static_cast<std::int32_t>(mix(i, seed))) * 0x1p-31;
}

template <class T, class Value>
void fill_with(std::uint64_t first, std::uint64_t count, T* out, const Value& value) {
  for (std::uint64_t k = 0; k < count; ++k) out[k] = value(first + k);
}

template <class T>
class filler {
 public:
  filler(const pattern& what, std::uint32_t seed, std::uint64_t first, std::uint64_t count, T* out)
      : what_(what), seed_(seed), first_(first), count_(count), out_(out) {}

  void fill() const {
    if constexpr (std::is_floating_point_v<T>) {
      if (what_.kind == pattern_kind::fractions) return fill_fractions();
      fill_exact_floats();
    } else {
      fill_exact_integers();
    }
  }

 private:
  template <class Value>
  void each(const Value& value) const {
    fill_with(first_, count_, out_, value);
  }

  // A predicate that is true for about `events` of `horizon` positions.
  [[nodiscard]] auto rare(std::uint64_t events) const {
    const auto period = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(what_.horizon / events, 1, 0x7fffffff));
    return [period, seed = seed_ + 77](std::uint64_t i) { return mix(i, seed) % period == 0; };
  }

  void fill_fractions() const {
    const auto seed = seed_;
    if (what_.op == operation::product) {
      // Factors whose logarithms cancel on average, so that millions of them stay in range.
      return each([=](auto i) { return static_cast<T>(std::exp2(0.03 * fraction(i, seed))); });
    }
    each([=](auto i) { return static_cast<T>(fraction(i, seed)); });
  }

  // Partial sums of balanced integers are random walks: with |x| <= 64 and 10^9 elements they
  // stay near 10^6, far below the 2^24 up to which float counts exactly.
  void fill_exact_floats() const {
    const auto seed = seed_;
    switch (what_.op) {
      case operation::sum:
      case operation::sum_min_max:
        return each([=](auto i) { return balanced<T>(i, seed, 64); });
      case operation::dot:
        return each([=](auto i) { return balanced<T>(i, seed, 8); });
      case operation::wide_sum:  // positive: soon beyond the range in which float counts exactly
        return each([=](auto i) { return static_cast<T>(mix(i, seed) >> 12); });
      case operation::sum_of_absolutes:
      case operation::sum_of_squares:
        return fill_bounded_total();
      case operation::product:
        return each([=, rare_event = rare(64)](auto i) {
          const T sign = (mix(i, seed) & 1u) != 0 ? T(-1) : T(1);
          if (!rare_event(i)) return sign;
          return (mix(i, seed) & 2u) != 0 ? sign * 2 : sign / 2;
        });
      case operation::logical_and:
      case operation::logical_or:
        return fill_logical();
      case operation::exact_sum:
      case operation::exact_sum_of_absolutes:
      case operation::exact_sum_of_squares:
      case operation::exact_dot:
        return fill_spread();
      default:
        return each([=](auto i) { return random_value<T>(i, seed); });
    }
  }

  // Terms of exact sums. A product takes half of its powers of 2 from each factor. The second term
  // of a pair nearly cancels the first one, if the operation keeps signs. So the sum is small
  // enough to show a missing term, and still has too many digits for the type.
  void fill_spread() const {
    const auto seed = seed_;
    // Leaves room below the limits of the type for the sum of many terms.
    constexpr std::uint64_t most = 2 * std::numeric_limits<T>::max_exponent - 48;
    const bool multiplies =
        what_.op == operation::exact_dot || what_.op == operation::exact_sum_of_squares;
    const std::uint64_t powers =
        (what_.kind == pattern_kind::wide ? most : 40) / (multiplies ? 2 : 1);
    const bool is_second = seed_ != what_.seed;
    const T opposite = is_second ? T(1) : T(-1 - 0x1p-23);
    each([=](auto i) {
      const T value = spread<T>(i / 2, seed, powers);
      return i % 2 == 0 ? value : value * opposite;
    });
  }

  // Nothing cancels in these sums, so beyond 2^21 elements most are zero. The last ones are not: a
  // wrong tail must show.
  void fill_bounded_total() const {
    const auto seed = seed_;
    const std::uint64_t tail = what_.horizon - std::min<std::uint64_t>(what_.horizon, 4096);
    const auto nonzero = rare(std::uint64_t{1} << 21);
    each([=](auto i) { return nonzero(i) || i >= tail ? balanced<T>(i, seed, 2) : T(0); });
  }

  void fill_exact_integers() const {
    const auto seed = seed_;
    const auto one_bit = [=](std::uint64_t i) {
      return static_cast<T>(T(1) << mix(i, seed) % (sizeof(T) * 8 - 1));
    };
    switch (what_.op) {
      case operation::product:  // odd factors: the product keeps its low bits
        return each([=](auto i) { return static_cast<T>(random_value<T>(i, seed) | T(1)); });
      case operation::bit_and:
        return each([=, rare_event = rare(64)](auto i) {
          return rare_event(i) ? static_cast<T>(~one_bit(i)) : static_cast<T>(~T(0));
        });
      case operation::bit_or:
        return each(
            [=, rare_event = rare(64)](auto i) { return rare_event(i) ? one_bit(i) : T(0); });
      case operation::logical_and:
      case operation::logical_or:
        return fill_logical();
      default:
        return each([=](auto i) { return random_value<T>(i, seed); });
    }
  }

  void fill_logical() const {
    const auto seed = seed_;
    const bool rare_value = what_.op == operation::logical_or;
    each([=, rare_event = rare(2)](auto i) {
      return rare_event(i) == rare_value ? static_cast<T>(1 + mix(i, seed) % 100) : T(0);
    });
  }

  const pattern& what_;
  std::uint32_t seed_;
  std::uint64_t first_;
  std::uint64_t count_;
  T* out_;
};

void fill_seeded(const pattern& what, std::uint32_t seed, std::uint64_t first, std::uint64_t count,
                 void* out) {
  with_type(what.type, [&](auto zero) {
    filler<decltype(zero)>(what, seed, first, count, static_cast<decltype(zero)*>(out)).fill();
  });
}

}  // namespace

void fill(const pattern& what, std::uint64_t first, std::uint64_t count, void* out) {
  fill_seeded(what, what.seed, first, count, out);
}

void fill_second(const pattern& what, std::uint64_t first, std::uint64_t count, void* out) {
  fill_seeded(what, what.seed + 1000, first, count, out);
}

}  // namespace omprim::command
