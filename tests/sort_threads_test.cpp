// SPDX-License-Identifier: BSD-3-Clause
// Sorts by threads of the processor, on both sides of each size where they do so in another way,
// and of keys whose leading bits tell little.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/sort.hpp>

#include "support/memory.hpp"
#include "support/sort_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::key_bits;
using omprim_test::at_positions;
using omprim_test::random_engine;
using omprim_test::sort_options_of;
using omprim_test::sorted_positions;
using omprim_test::to_words;
using omprim_test::type_tag;
using omprim_test::word_of;
using policy = omprim::strategy::sort_policy;

enum class spread : int {
  even,         ///< over the whole range, or in [-1, 1)
  exponential,  ///< many small keys, few large ones
  clusters,     ///< around a few keys that are far apart
  one_far,      ///< one key is far from all others
  far_apart,    ///< of all exponents
  duplicates,   ///< one of three keys is the same
  nearly_sorted,
  few,    ///< 6 different keys, and a seventh near the end
  dozens  ///< 100 different keys
};
constexpr spread every_spread[] = {spread::even,          spread::exponential, spread::clusters,
                                   spread::one_far,       spread::far_apart,   spread::duplicates,
                                   spread::nearly_sorted, spread::few,         spread::dozens};

double fraction(random_engine& random) { return static_cast<double>(random() >> 11U) * 0x1p-53; }

/// A key of a spread. Integers have a similar one of their own.
template <class T>
T key_of(spread kind, std::size_t i, random_engine& random) {
  const auto any = static_cast<word_of<T>>(random());
  if constexpr (std::is_floating_point_v<T>) {
    switch (kind) {
      case spread::even:
        return static_cast<T>(2 * fraction(random) - 1);
      case spread::exponential:
        return static_cast<T>(-std::log(fraction(random) + 0x1p-60));
      case spread::clusters:
        return static_cast<T>(std::ldexp(1.0, static_cast<int>(random() % 4) * 30) *
                              (1 + 1e-6 * fraction(random)));
      case spread::one_far:
        return i == 100 ? T(1e30) : static_cast<T>(fraction(random));
      case spread::far_apart: {
        const T key = omprim_test::from_word<T>(any);
        return std::isnan(key) ? std::numeric_limits<T>::infinity() : key;
      }
      case spread::duplicates:
        return random() % 3 == 0 ? T(0.5) : static_cast<T>(fraction(random) - 0.5);
      case spread::few:
        return i == 4999 ? T(0.5) : static_cast<T>(random() % 6) - 3;
      case spread::dozens:
        return static_cast<T>(random() % 100) / 8 - 5;
      default:
        return static_cast<T>(static_cast<double>(i) + 3 * fraction(random));
    }
  } else {
    switch (kind) {
      case spread::exponential:
        return static_cast<T>(any >> (random() % (8 * sizeof(T))));
      case spread::clusters:
        return static_cast<T>((any % 4 << (8 * sizeof(T) - 3)) + random() % 5000);
      case spread::one_far:
        return i == 100 ? std::numeric_limits<T>::max() : static_cast<T>(any % 100003);
      case spread::duplicates:
        return static_cast<T>(any % 3 == 0 ? 7 : any);
      case spread::nearly_sorted:
        return static_cast<T>(i + any % 3);
      case spread::few:
        return static_cast<T>(i == 4999 ? 77 : any % 6 - 3);
      case spread::dozens:
        return static_cast<T>((any % 100 - 50) * 12345);
      default:
        return static_cast<T>(any);
    }
  }
}

template <class T>
std::vector<T> keys_of(spread kind, std::size_t n, random_engine& random) {
  std::vector<T> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = key_of<T>(kind, i, random);
  return keys;
}

/// Compares all sorts of some keys with comparisons.
template <class T>
void check(const std::vector<T>& keys, bool descending, key_bits bits,
           const omprim::execution& where = omprim::serial()) {
  const auto options = sort_options_of(descending, bits);
  const std::size_t n = keys.size();
  const auto order = sorted_positions(keys, {descending, bits});
  const auto want = to_words(at_positions(keys, order));

  std::vector<T> out(n);
  omprim::sort(where, keys.data(), n, out.data(), options);
  ASSERT_EQ(to_words(out), want);
  out = keys;
  omprim::sort(where, out.data(), n, options);
  ASSERT_EQ(to_words(out), want) << "in place";

  const auto check_values = [&](auto tag) {
    using Value = typename decltype(tag)::type;
    const std::vector<Value> positions(order.begin(), order.end());
    std::vector<Value> found(n);
    omprim::argsort(where, keys.data(), n, found.data(), options);
    ASSERT_EQ(found, positions);
    for (std::size_t i = 0; i < n; ++i) found[i] = static_cast<Value>(i);
    out = keys;
    omprim::sort_by_key(where, out.data(), found.data(), n, options);
    ASSERT_EQ(found, positions);
    ASSERT_EQ(to_words(out), want);
  };
  check_values(type_tag<std::int32_t>{});
  check_values(type_tag<std::int64_t>{});
}

template <class Function>
void for_key_types(Function&& f) {
  f(type_tag<std::uint32_t>{});
  f(type_tag<std::int64_t>{});
  f(type_tag<float>{});
  f(type_tag<double>{});
}

/// Sizes for which one thread sorts, two do, and all.
constexpr std::size_t some_sizes[] = {policy::keys_of_thread * 2 - 1, policy::keys_of_thread * 2,
                                      policy::keys_of_thread * 7 + 5};

/// 4-byte keys that stay in caches.
constexpr std::size_t cached_words = policy::cached_bytes / 4;

TEST(SortByOneThread, KeysOfAnySpread) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  for_key_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const spread kind : every_spread) {
      for (const std::size_t n :
           {policy::compared_keys + 1, std::uint64_t{5000}, std::uint64_t{70000}}) {
        SCOPED_TRACE("spread " + std::to_string(static_cast<int>(kind)) + ", n " +
                     std::to_string(n));
        const auto keys = keys_of<T>(kind, n, random);
        check(keys, false, {});
        check(keys, true, {});
      }
    }
  });
}

TEST(SortByOneThread, KeysAroundTheSizeOfCaches) {
  random_engine random(omprim_test::test_seed());
  for_key_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t record : {sizeof(T), std::size_t{16}}) {
      const std::size_t most = policy::cached_bytes / record;
      check(keys_of<T>(spread::even, most, random), false, {});
      check(keys_of<T>(spread::even, most + 1, random), true, {});
    }
  });
}

// All spreads are in the tests of several threads, which sort ranges by the same code.
TEST(SortByOneThread, RangesOfKeys) {
  random_engine random(omprim_test::test_seed());
  for_key_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    const spread kind = every_spread[random() % std::size(every_spread)];
    SCOPED_TRACE("spread " + std::to_string(static_cast<int>(kind)));
    check(keys_of<T>(kind, cached_words + 100003, random), random() % 2 == 0, {});
  });
}

TEST(SortByOneThread, ChosenBits) {
  random_engine random(omprim_test::test_seed());
  for_key_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    constexpr int all = 8 * sizeof(T);
    for (const key_bits bits : {key_bits{5, 9}, key_bits{3, 27}, key_bits{all - 17, all - 1}}) {
      SCOPED_TRACE("bits " + std::to_string(bits.first) + " to " + std::to_string(bits.last));
      check(keys_of<T>(spread::far_apart, 60000, random), random() % 2 == 0, bits);
    }
  });
}

TEST(SortByThreads, ZerosInfinitiesAndNan) {
  random_engine random(omprim_test::test_seed());
  const auto check_floats = [&](auto tag) {
    using T = typename decltype(tag)::type;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    for (const int threads : {1, 2}) {
      const auto where = omprim::host(threads);
      auto keys = keys_of<T>(spread::even, threads == 1 ? 3000 : some_sizes[2], random);
      for (std::size_t i = 0; i < keys.size(); i += 2) keys[i] = random() % 2 == 0 ? T(0) : -T(0);
      check(keys, false, {}, where);
      check(keys, true, {}, where);
      keys[keys.size() / 3] = infinity;
      keys[keys.size() / 2] = -infinity;
      check(keys, false, {}, where);
      const auto nans = omprim_test::different_nans<T>();
      std::copy(nans.begin(), nans.end(), keys.begin() + 50);
      check(keys, false, {}, where);
      check(keys, true, {}, where);
    }
  };
  check_floats(type_tag<float>{});
  check_floats(type_tag<double>{});
}

TEST(SortByOneThread, LongRunsOfTheSameLeadingBits) {
  random_engine random(omprim_test::test_seed());
  // Most bits differ in some pairs of keys, but a third of the keys differ in the lowest ones only.
  std::vector<std::uint64_t> keys(50000);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = i % 3 == 0 ? std::uint64_t{1} << 40 | random() % 4096 : random();
  }
  check(keys, false, {});
  check(keys, true, {8, 64});
}

/// Frameworks with some numbers of threads.
std::vector<omprim::execution> several_threads() {
  std::vector<omprim::execution> all{omprim::host(2), omprim::host(4)};
  if (omprim::available(omprim::backend::tbb)) all.push_back(omprim::tbb(3));
  return all;
}

TEST(SortBySeveralThreads, KeysOfAnySpread) {
  random_engine random(omprim_test::test_seed());
  for_key_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const auto& where : several_threads()) {
      for (const spread kind : every_spread) {
        const std::size_t n = some_sizes[random() % std::size(some_sizes)];
        SCOPED_TRACE("spread " + std::to_string(static_cast<int>(kind)) + ", n " +
                     std::to_string(n) + ", threads " + std::to_string(where.threads()));
        check(keys_of<T>(kind, n, random), random() % 2 == 0, {}, where);
      }
    }
  });
}

/// Keys in reverse order; `equal` of them are the same.
template <class T>
std::vector<T> reversed_keys(std::size_t n, std::size_t equal) {
  std::vector<T> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<T>((n - 1 - i) / equal);
  return keys;
}

TEST(SortBySeveralThreads, KeysInReverseOrder) {
  for_key_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const int threads : {1, 2, 3}) {
      for (const std::size_t n : {std::size_t{5000}, some_sizes[1] + 1, some_sizes[2]}) {
        for (const std::size_t equal : {1U, 2U, 1000U}) {
          SCOPED_TRACE(std::to_string(n) + " keys, " + std::to_string(equal) + " equal, threads " +
                       std::to_string(threads));
          auto keys = reversed_keys<T>(n, equal);
          check(keys, false, {}, omprim::host(threads));
          check(keys, true, {}, omprim::host(threads));
          std::swap(keys[n - 1], keys[n - 2]);
          keys[n - 1] += 1;
          check(keys, false, {}, omprim::host(threads));
        }
      }
    }
  });
}

TEST(SortBySeveralThreads, ChosenBits) {
  random_engine random(omprim_test::test_seed());
  for_key_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    constexpr int all = 8 * sizeof(T);
    for (const auto& where : several_threads()) {
      for (const key_bits bits : {key_bits{5, 9}, key_bits{3, 27}, key_bits{all - 17, all - 1}}) {
        const auto keys = keys_of<T>(spread::far_apart, some_sizes[2], random);
        check(keys, random() % 2 == 0, bits, where);
      }
    }
  });
}

TEST(SortBySeveralThreads, SharesInOrder) {
  random_engine random(omprim_test::test_seed());
  for_key_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    const std::size_t n = some_sizes[2];
    for (const auto& where : several_threads()) {
      auto keys = keys_of<T>(spread::even, n, random);
      std::sort(keys.begin(), keys.end());
      check(keys, false, {}, where);
      std::swap(keys[n / 2 - 1], keys[n / 2]);  // the last key of a share and the first of the next
      check(keys, false, {}, where);
      std::rotate(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(n / 2), keys.end());
      check(keys, false, {}, where);
    }
  });
}

TEST(SortBySeveralThreads, MostKeysInOneRange) {
  random_engine random(omprim_test::test_seed());
  std::vector<std::int64_t> keys(some_sizes[2]);
  for (const std::size_t others : {std::size_t{2}, std::size_t{5}, std::size_t{100}}) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      keys[i] = i % others == 0 ? static_cast<std::int64_t>(random()) : 7;
    }
    for (const auto& where : several_threads()) check(keys, random() % 2 == 0, {}, where);
  }
}

TEST(SortByOneThread, SortedKeysStay) {
  random_engine random(omprim_test::test_seed());
  for_key_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    auto keys = keys_of<T>(spread::even, 10007, random);
    std::sort(keys.begin(), keys.end());
    check(keys, false, {});
    std::swap(keys[10005], keys[10006]);
    check(keys, false, {});
    std::sort(keys.rbegin(), keys.rend());
    check(keys, true, {});
  });
}

}  // namespace
