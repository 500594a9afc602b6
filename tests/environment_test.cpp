// SPDX-License-Identifier: BSD-3-Clause
// Calls in a floating-point environment that is not the default one: programs linked with
// -ffast-math flush denormals to zero, others round in another direction.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.hpp>

#include "support/backends.hpp"
#include "support/guarded_array.hpp"
#include "support/types.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>

namespace {

/// The control register of the calling thread, until the end of the scope.
class environment {
 public:
  explicit environment(unsigned state) : before_(_mm_getcsr()) { _mm_setcsr(state); }
  ~environment() { _mm_setcsr(before_); }
  environment(const environment&) = delete;
  environment& operator=(const environment&) = delete;

 private:
  unsigned before_;
};

/// Denormals flushed; rounding down, up and towards zero.
constexpr unsigned environments[] = {0x9fc0, 0x3f80, 0x5f80, 0x7f80};
constexpr std::size_t counts[] = {1, 2, 5, 16, 17, 78, 300, 1000, 4099, 70001, 300007};

/// Whether scalars keep the denormals of T: results and bounds that are floats travel as doubles
/// (scalar.hpp), and the caller's own conversion flushes them.
template <class T>
constexpr bool keeps_scalars = !std::is_same_v<T, float>;

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}
template <class T>
bool same_scalar(T a, T b) {
  return !keeps_scalars<T> || std::memcmp(&a, &b, sizeof a) == 0;
}

/// -7 .. 7 without order. As multiples of the least denormal, all their sums are exact.
std::vector<int> small_integers(std::size_t n) {
  std::vector<int> k(n);
  for (std::size_t i = 0; i < n; ++i) {
    k[i] = static_cast<int>((i * 2654435761U >> 7) % 15) - 7;
  }
  return k;
}

/// k as denormal floats, or as they are.
template <class T>
std::vector<T> units(const std::vector<int>& k) {
  std::vector<T> values;
  for (const int one : k) {
    if constexpr (std::is_floating_point_v<T>) {
      values.push_back(static_cast<T>(one) * std::numeric_limits<T>::denorm_min());
    } else {
      values.push_back(static_cast<T>(one));
    }
  }
  return values;
}

template <class T>
struct guarded_units {
  explicit guarded_units(std::size_t n)
      : k(small_integers(n)), values(units<T>(k)), pages(n * sizeof(T)) {
    data = pages.at_end(values.data(), n);
  }
  [[nodiscard]] T unit(int times) const { return units<T>({times})[0]; }

  std::vector<int> k;
  std::vector<T> values;
  omprim_test::guarded_pages pages;
  const T* data;
};

class Environment : public omprim_test::backend_test {
 protected:
  /// Calls f(type_tag, environment, n); int32, float and double.
  template <class Function>
  static void for_each_case(Function&& f) {
    if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "of hosts";
    const auto with = [&](auto tag) {
      for (const unsigned state : environments) {
        for (const std::size_t n : counts) {
          SCOPED_TRACE(testing::Message() << "MXCSR " << std::hex << state << std::dec << ", " << n
                                          << " of " << sizeof(typename decltype(tag)::type));
          f(tag, state, n);
          if (HasFailure()) return;
        }
      }
    };
    with(omprim_test::type_tag<std::int32_t>{});
    with(omprim_test::type_tag<float>{});
    with(omprim_test::type_tag<double>{});
  }
};
OMPRIM_ON_EVERY_BACKEND(Environment);

TEST_P(Environment, ExtremesAndPositionsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    const auto least = std::min_element(a.k.begin(), a.k.end());
    const auto greatest = std::max_element(a.k.begin(), a.k.end());
    const environment other(state);
    const auto low = omprim::argmin(where(), a.data, n);
    const auto high = omprim::argmax(where(), a.data, n);
    EXPECT_EQ(low.index, least - a.k.begin());
    EXPECT_EQ(high.index, greatest - a.k.begin());
    EXPECT_TRUE(same_scalar(low.value, a.values[static_cast<std::size_t>(low.index)]));
    EXPECT_TRUE(same_scalar(high.value, a.values[static_cast<std::size_t>(high.index)]));
    const auto both = omprim::minmax(where(), a.data, n);
    EXPECT_TRUE(same_scalar(both.min, low.value) && same_scalar(both.max, high.value));
    const auto all = omprim::sum_min_max(where(), a.data, n);
    EXPECT_TRUE(same_scalar(all.min, low.value) && same_scalar(all.max, high.value));
    EXPECT_TRUE(same_scalar(omprim::min(where(), a.data, n), low.value));
    EXPECT_TRUE(same_scalar(omprim::max(where(), a.data, n), high.value));
  });
}

// The case that once walked past the end: all are 1 but for one denormal.
TEST_P(Environment, ADenormalAmongOnesIsFound) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_floating_point_v<T>) {
      for (const std::size_t place : {std::size_t{0}, n / 2, n - 1}) {
        for (const T sign : {T(1), T(-1)}) {
          std::vector<T> values(n, sign);
          values[place] = sign * (9 * std::numeric_limits<T>::denorm_min());
          omprim_test::guarded_pages pages(n * sizeof(T));
          const T* data = pages.at_end(values.data(), n);
          const environment other(state);
          const auto found =
              sign > 0 ? omprim::argmin(where(), data, n) : omprim::argmax(where(), data, n);
          EXPECT_EQ(found.index, static_cast<std::int64_t>(place));
          EXPECT_TRUE(same_scalar(found.value, values[place]));
        }
      }
    }
  });
}

TEST_P(Environment, SumsOfDenormalsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    int total = 0;
    int magnitude = 0;
    for (const int k : a.k) {
      total += k;
      magnitude += std::abs(k);
    }
    const T expected = a.unit(total);
    const T absolute = a.unit(magnitude);
    std::vector<T> got;
    {
      const environment other(state);
      got.push_back(omprim::sum(where(), a.data, n));
      got.push_back(omprim::sum_min_max(where(), a.data, n).sum);
      if constexpr (std::is_floating_point_v<T>) {
        got.push_back(omprim::sum_of_absolutes(where(), a.data, n));
      }
    }
    if (!keeps_scalars<T>) return;
    EXPECT_EQ(got[0], expected);
    EXPECT_EQ(got[1], expected);
    if (got.size() > 2) {
      EXPECT_EQ(got[2], absolute);
    }
  });
}

TEST_P(Environment, SumsStayWithinTheirBound) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_floating_point_v<T>) {
      std::vector<T> values(n);
      long double exact = 0;
      for (std::size_t i = 0; i < n; ++i) {
        values[i] = T(1) / static_cast<T>(i % 1000 + 3);
        exact += static_cast<long double>(values[i]);
      }
      T got;
      {
        const environment other(state);
        got = omprim::sum(where(), values.data(), n);
      }
      const auto bound = static_cast<long double>(std::numeric_limits<T>::epsilon()) *
                         static_cast<long double>(n) * exact;
      EXPECT_LE(std::abs(static_cast<long double>(got) - exact), bound);
    }
  });
}

TEST_P(Environment, SelectionsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    std::vector<T> kept;
    std::vector<T> left;
    std::vector<std::int64_t> places;
    std::vector<T> changed;
    std::vector<std::int64_t> changes;
    for (std::size_t i = 0; i < n; ++i) {
      (a.k[i] > 0 ? kept : left).push_back(a.values[i]);
      if (a.k[i] > 0) places.push_back(static_cast<std::int64_t>(i));
      if (i > 0 && a.k[i] == a.k[i - 1]) continue;
      changed.push_back(a.values[i]);
      changes.push_back(static_cast<std::int64_t>(i));
    }
    std::vector<T> selected(n);
    std::vector<T> rejected(n);
    std::vector<T> distinct(n);
    std::vector<T> in_halves(n);
    std::vector<std::int64_t> at(n);
    std::vector<std::int64_t> heads(n);
    const auto keep = omprim::greater_than(T(0));
    {
      const environment other(state);
      EXPECT_EQ(omprim::count_if(where(), a.data, n, keep), kept.size());
      EXPECT_EQ(omprim::count_unique(where(), a.data, n), changed.size());
      selected.resize(omprim::select_if(where(), a.data, n, selected.data(), keep));
      at.resize(omprim::select_index(where(), a.data, n, at.data(), keep));
      in_halves.resize(
          omprim::partition(where(), a.data, n, in_halves.data(), rejected.data(), keep));
      distinct.resize(omprim::unique(where(), a.data, n, distinct.data()));
      heads.resize(omprim::unique_index(where(), a.data, n, heads.data()));
    }
    rejected.resize(left.size());
    EXPECT_TRUE(same_bits(selected, kept));
    EXPECT_TRUE(same_bits(in_halves, kept));
    EXPECT_TRUE(same_bits(rejected, left));
    EXPECT_TRUE(same_bits(distinct, changed));
    EXPECT_EQ(at, places);
    EXPECT_EQ(heads, changes);
  });
}

TEST_P(Environment, ScansAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    std::vector<int> sums(n);
    std::vector<int> least(n);
    std::partial_sum(a.k.begin(), a.k.end(), sums.begin());
    std::partial_sum(a.k.begin(), a.k.end(), least.begin(),
                     [](int x, int y) { return std::min(x, y); });
    std::vector<T> running(n);
    std::vector<T> lowest(n);
    std::vector<T> before(n);
    {
      const environment other(state);
      omprim::inclusive_scan(where(), a.data, n, running.data());
      omprim::inclusive_scan(where(), a.data, n, lowest.data(), omprim::minimum{});
      omprim::exclusive_scan(where(), a.data, n, before.data());
    }
    EXPECT_EQ(running, units<T>(sums));
    EXPECT_EQ(lowest, units<T>(least));
    sums.insert(sums.begin(), 0);
    sums.pop_back();
    EXPECT_EQ(before, units<T>(sums));
  });
}

TEST_P(Environment, SegmentsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    for (const std::size_t length : {std::size_t{5}, std::size_t{1000}}) {
      std::vector<int> sums;
      std::vector<int> scanned;
      std::vector<std::int64_t> least;
      std::vector<std::int64_t> greatest;
      std::vector<std::int64_t> offsets = {0};
      for (std::size_t i = 0; i < n; i += length) {
        const auto first = a.k.begin() + static_cast<std::ptrdiff_t>(i);
        const auto last = a.k.begin() + static_cast<std::ptrdiff_t>(std::min(n, i + length));
        sums.push_back(std::accumulate(first, last, 0));
        std::partial_sum(first, last, std::back_inserter(scanned));
        least.push_back(std::min_element(first, last) - first);  // positions within the segment
        greatest.push_back(std::max_element(first, last) - first);
        offsets.push_back(last - a.k.begin());
      }
      const std::size_t count = sums.size();
      const auto segments = omprim::by_offsets(offsets.data(), count);
      std::vector<T> totals(count);
      std::vector<T> out(n);
      std::vector<T> values(count);
      std::vector<std::int64_t> low(count);
      std::vector<std::int64_t> high(count);
      {
        const environment other(state);
        omprim::segmented_reduce(where(), a.data, segments, totals.data());
        omprim::segmented_argmin(where(), a.data, segments, low.data(), values.data());
        omprim::segmented_argmax(where(), a.data, segments, high.data());
        omprim::segmented_inclusive_scan(where(), a.data, n, segments, out.data());
      }
      EXPECT_EQ(totals, units<T>(sums));
      EXPECT_EQ(out, units<T>(scanned));
      for (std::size_t s = 0; s < count; ++s) {
        ASSERT_EQ(low[s], least[s]) << "segment " << s;
        ASSERT_EQ(high[s], greatest[s]) << "segment " << s;
        const auto place = static_cast<std::size_t>(offsets[s] + low[s]);
        ASSERT_EQ(std::memcmp(&values[s], &a.values[place], sizeof(T)), 0);
      }
    }
  });
}

TEST_P(Environment, IsAsBeforeAfterACall) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "of hosts";
  const std::vector<float> values(100000, 1.5F);
  for (const unsigned state : environments) {
    unsigned after = 0;
    {
      const environment other(state);
      (void)omprim::max(where(), values.data(), 100);
      (void)omprim::max(where(), values.data(), values.size());
      after = _mm_getcsr();
    }
    EXPECT_EQ(after & ~0x3fU, state);  // but for the exception flags
  }
}

}  // namespace
#endif
