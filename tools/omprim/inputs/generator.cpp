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

// The seed of the second operand, less that of the first one.
constexpr std::uint32_t second_seed = 1000;

bool adds_products(operation op) {
  return op == operation::exact_dot || op == operation::exact_sum_of_squares;
}

bool keeps_signs(operation op) {
  return op == operation::exact_sum || op == operation::exact_dot ||
         op == operation::exact_segmented_sum;
}

// Random numbers of either sign over a range of 2^bits around 1.
class spread {
 public:
  spread(std::uint32_t seed, std::uint32_t bits)
      : seed_(seed),
        powers_(std::max(bits, 1U)),
        kept_bits_(bits == 0 ? sign_bit | small_fraction : ~exponent_bits) {}

  // The power of 2 of number i, counted from the lowest of the range.
  [[nodiscard]] std::uint32_t power(std::uint64_t i) const { return power_of(random(i)); }

  // Number i, with a power of at most `greatest`.
  template <class T>
  [[nodiscard]] T value(std::uint64_t i, std::uint32_t greatest) const {
    const std::uint64_t bits = random(i);
    const std::uint64_t exponent = 1023 - powers_ / 2 + std::min(power_of(bits), greatest);
    return static_cast<T>(std::bit_cast<double>((bits & kept_bits_) | exponent << 52));
  }

 private:
  static constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
  static constexpr std::uint64_t exponent_bits = std::uint64_t{0x7ff} << 52;
  static constexpr std::uint64_t small_fraction = (std::uint64_t{1} << 42) - 1;  // below 2^-10

  [[nodiscard]] std::uint64_t random(std::uint64_t i) const {
    return random_value<std::uint64_t>(i, seed_);
  }
  [[nodiscard]] std::uint32_t power_of(std::uint64_t bits) const {
    return static_cast<std::uint32_t>(bits >> 52) % 2048 % powers_;
  }

  std::uint32_t seed_;
  std::uint32_t powers_;
  std::uint64_t kept_bits_;  // of random bits: sign and fraction
};

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
        return fill_terms();
      default:
        return each([=](auto i) { return random_value<T>(i, seed); });
    }
  }

  // Terms of exact sums. Each factor of a product has half of the range, rounded up. If the
  // operation keeps signs, the sum is small enough to show any missing or doubled term, and still
  // has too many digits for the type:
  //   * Elements 2j - 1 and 2j are a pair. Their terms cancel. Small terms leave 2^-23 of the term,
  //     so most missing pairs of them show, too.
  //   * The first element, and the last one of an even number, have no partner. They are among the
  //     least ones.
  //   * A pack or tile that starts at an even element has half of a pair at either end.
  void fill_terms() const {
    // Terms of a lower power of 2 are small: their sum shows the least one.
    constexpr std::uint32_t small = std::numeric_limits<T>::digits - 8;
    constexpr std::uint32_t least = 4;  // the greatest power of a term without partner
    const bool multiplies = adds_products(what_.op);
    const bool has_second = what_.op == operation::exact_dot;
    const bool is_second = seed_ != what_.seed;
    const std::uint32_t bits = multiplies ? (what_.range + 1) / 2 : what_.range;
    const spread own(seed_, bits);
    const spread second(what_.seed + second_seed, bits);
    each([=, n = what_.horizon](std::uint64_t i) {
      const std::uint64_t pair = (i + 1) / 2;
      const bool is_alone = i == 0 || (i % 2 == 1 && i + 1 == n);
      if (is_alone) return own.value<T>(pair, multiplies ? least / 2 : least);
      const T value = own.value<T>(pair, bits);
      if (is_second || i % 2 == 1) return value;
      const std::uint32_t power = own.power(pair) + (has_second ? second.power(pair) : 0);
      return value * (power < small ? T(-1 - 0x1p-23) : T(-1));
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

bool has_range(operation op) {
  return algorithm_of(op) == algorithm::exact || op == operation::exact_segmented_sum;
}

std::uint32_t greatest_range(element type, operation op) {
  if (type != element::float32) return 2000;
  return keeps_signs(op) ? 250 : 208;  // without signs, 2^24 of the largest terms do not overflow
}

void fill(const pattern& what, std::uint64_t first, std::uint64_t count, void* out) {
  fill_seeded(what, what.seed, first, count, out);
}

void fill_second(const pattern& what, std::uint64_t first, std::uint64_t count, void* out) {
  fill_seeded(what, what.seed + second_seed, first, count, out);
}

}  // namespace omprim::command
