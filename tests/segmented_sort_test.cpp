// SPDX-License-Identifier: BSD-3-Clause
// Segmented sorts against a sort of each segment by comparisons.
#include <omprim/segmented_sort.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/containers/segmented_sort.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/segments.hpp"
#include "support/sort_oracle.hpp"

namespace {

using omprim::segmentation;
using omprim::sort_options;
using omprim_test::at_positions;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::sort_input;
using omprim_test::sort_options_of;
using omprim_test::to_words;
using ints = std::vector<std::int32_t>;
using offset_list = std::vector<std::size_t>;

constexpr std::size_t tile = 256;

/// The position of the element that belongs to each place; those outside of segments stay.
template <class T>
offset_list wanted_order(const std::vector<T>& keys, const offset_list& offsets,
                         const sort_options& options) {
  offset_list order(keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    const auto first = static_cast<std::ptrdiff_t>(offsets[s]);
    const auto last = static_cast<std::ptrdiff_t>(offsets[s + 1]);
    const std::vector<T> part(keys.begin() + first, keys.begin() + last);
    const auto places = omprim_test::sorted_positions(part, {options.descending, options.bits});
    for (std::size_t i = 0; i < places.size(); ++i) order[offsets[s] + i] = offsets[s] + places[i];
  }
  return order;
}

/// Elements of `moved` within segments, of `others` outside.
template <class T>
std::vector<T> within(const std::vector<T>& moved, const std::vector<T>& others,
                      const offset_list& offsets) {
  std::vector<T> result = others;
  for (std::size_t i = offsets.front(); i < offsets.back(); ++i) result[i] = moved[i];
  return result;
}

class SegmentedSort : public omprim_test::backend_test {
 protected:
  /// Sorts with and without values, in place and not.
  template <class T, class V>
  static void check(const std::vector<T>& keys, const offset_list& offsets,
                    const segmentation& segments, const sort_options& options) {
    const std::size_t n = keys.size();
    const auto values = omprim_test::telling_companions<V>(n);
    const auto order = wanted_order(keys, offsets, options);
    const auto want_keys = at_positions(keys, order);
    const auto want_values = at_positions(values, order);
    const std::vector<T> before(n, T(77));
    const std::vector<V> values_before(n, V(77));
    const auto want_out = to_words(within(want_keys, before, offsets));
    const placed_array<T> in(where(), keys, 1);
    const placed_array<V> in_values(where(), values, 1);
    const placed_array<T> out(where(), before, 1);
    const placed_array<V> out_values(where(), values_before, 1);
    omprim::segmented_sort_by_key(where(), in.data(), in_values.data(), n, segments, out.pointer(),
                                  out_values.pointer(), options);
    ASSERT_EQ(to_words(out.values()), want_out);
    ASSERT_EQ(out_values.values(), within(want_values, values_before, offsets));
    check_passes(in, in_values, segments, options, want_keys, want_values);
    const placed_array<T> keys_out(where(), before, 1);
    omprim::segmented_sort(where(), in.data(), n, segments, keys_out.pointer(), options);
    ASSERT_EQ(to_words(keys_out.values()), want_out);
    ASSERT_EQ(to_words(in.values()), to_words(keys));
    const placed_array<T> alone(where(), keys, 1);
    omprim::segmented_sort(where(), alone.pointer(), n, segments, options);
    ASSERT_EQ(to_words(alone.values()), to_words(want_keys));
    omprim::segmented_sort_by_key(where(), in.pointer(), in_values.pointer(), n, segments, options);
    ASSERT_EQ(to_words(in.values()), to_words(want_keys));
    ASSERT_EQ(in_values.values(), want_values);
  }
  /// The method of devices, on this backend: to other arrays, and in place.
  template <class T, class V>
  static void check_passes(const placed_array<T>& in, const placed_array<V>& in_values,
                           const segmentation& segments, const sort_options& options,
                           const std::vector<T>& want_keys, const std::vector<V>& want_values) {
    const auto sort = [&](const placed_array<T>& keys, const placed_array<V>& values,
                          const placed_array<T>& to, const placed_array<V>& values_to) {
      omprim::sort_request request;
      request.keys_out = to.pointer();
      request.values = values.data();
      request.values_out = values_to.pointer();
      request.value_bytes = sizeof(V);
      omprim::detail::sort_by_passes(
          where(), omprim::detail::families_to_sort<T>(), omprim::detail::element_of<T>(),
          omprim::operation::sort_by_key, keys.data(), keys.size(), segments, request, options);
      ASSERT_EQ(to_words(to.values()), to_words(want_keys));
      ASSERT_EQ(values_to.values(), want_values);
    };
    // Elements outside of segments stay.
    const placed_array<T> out(where(), in.values());
    const placed_array<V> out_values(where(), in_values.values());
    sort(in, in_values, out, out_values);
    const placed_array<T> same(where(), in.values());
    const placed_array<V> same_values(where(), in_values.values());
    sort(same, same_values, same, same_values);
  }
  template <class T, class V, class Offset>
  static void check_offsets(sort_input input, const offset_list& offsets, std::size_t more,
                            const sort_options& options, random_engine& random) {
    const auto keys = omprim_test::sort_data<T>(input, offsets.back() + more, random);
    const placed_array<Offset> there(where(), std::vector<Offset>(offsets.begin(), offsets.end()));
    check<T, V>(keys, offsets, omprim::by_offsets(there.data(), offsets.size() - 1), options);
  }
};
OMPRIM_ON_EVERY_BACKEND(SegmentedSort);

offset_list random_offsets(std::size_t first, std::size_t count, random_engine& random) {
  constexpr std::size_t lengths[] = {0, 1, 2, 3, 31, 33, tile - 1, tile, tile + 1, 5000};
  offset_list offsets{first};
  for (std::size_t s = 0; s < count; ++s) {
    offsets.push_back(offsets.back() + lengths[random() % std::size(lengths)]);
  }
  return offsets;
}

TEST_P(SegmentedSort, SegmentsOfAnyLengthWithElementsOutside) {
  random_engine random(omprim_test::test_seed());
  for (const auto input :
       {sort_input::random, sort_input::few_distinct, sort_input::all_equal, sort_input::telling}) {
    const auto options = sort_options_of(random() % 2 == 0);
    const auto offsets = random_offsets(5 * (random() % 2), 1 + random() % 40, random);
    check_offsets<std::int32_t, std::uint32_t, std::int32_t>(input, offsets, 3, options, random);
    check_offsets<float, std::uint64_t, std::uint32_t>(input, offsets, 0, options, random);
    check_offsets<std::uint64_t, std::uint32_t, std::int64_t>(input, offsets, 9, options, random);
    check_offsets<double, std::uint64_t, std::uint64_t>(input, offsets, 1, options, random);
  }
}

TEST_P(SegmentedSort, ValuesOfAnySize) {
  random_engine random(omprim_test::test_seed());
  const auto options = sort_options_of(random() % 2 == 0);
  const auto offsets = random_offsets(5, 20, random);
  check_offsets<float, std::uint8_t, std::uint32_t>(sort_input::few_distinct, offsets, 9, options,
                                                    random);
  check_offsets<std::uint64_t, omprim_test::value_of_words<std::uint32_t, 3>, std::int64_t>(
      sort_input::few_distinct, offsets, 0, options, random);
  const offset_list one{3, 3 + 2 * tile};
  check_offsets<float, omprim_test::value_of_words<std::uint64_t, 2>, std::uint32_t>(
      sort_input::random, one, 2, options, random);
}

TEST_P(SegmentedSort, MixturesOfLengths) {
  random_engine random(omprim_test::test_seed());
  for (const auto mixture : omprim_test::every_mixture()) {
    SCOPED_TRACE(omprim_test::name_of(mixture));
    const auto drawn = omprim_test::segment_offsets(mixture, tile, random, 2000);
    const offset_list offsets(drawn.begin(), drawn.end());
    check_offsets<double, std::uint32_t, std::int32_t>(sort_input::telling, offsets, 2,
                                                       sort_options_of(random() % 2 == 0), random);
  }
}

TEST_P(SegmentedSort, NansAndZerosInBothDirections) {
  random_engine random(omprim_test::test_seed());
  const auto offsets = random_offsets(2, 20, random);
  for (const bool descending : {false, true}) {
    check_offsets<float, std::uint32_t, std::int64_t>(sort_input::telling, offsets, 2,
                                                      sort_options_of(descending), random);
    check_offsets<double, std::uint32_t, std::int32_t>(sort_input::telling, offsets, 2,
                                                       sort_options_of(descending), random);
  }
}

TEST_P(SegmentedSort, ChosenBitsAreCompared) {
  random_engine random(omprim_test::test_seed());
  const auto offsets = random_offsets(1, 30, random);
  for (const bool descending : {false, true}) {
    check_offsets<std::int32_t, std::uint64_t, std::int32_t>(
        sort_input::random, offsets, 4, sort_options_of(descending, {3, 9}), random);
    check_offsets<std::uint64_t, std::uint32_t, std::int64_t>(
        sort_input::random, offsets, 4, sort_options_of(descending, {60, 64}), random);
  }
}

TEST_P(SegmentedSort, ManyEmptySegments) {
  random_engine random(omprim_test::test_seed());
  offset_list offsets(70000, 0);
  for (std::size_t s = 1; s < offsets.size(); ++s) {
    offsets[s] = offsets[s - 1] + (random() % 500 == 0 ? random() % 50 : 0);
  }
  check_offsets<std::int32_t, std::uint32_t, std::int32_t>(sort_input::random, offsets, 1, {},
                                                           random);
}

TEST_P(SegmentedSort, SegmentsOfOneLength) {
  random_engine random(omprim_test::test_seed());
  for (const std::size_t length : std::initializer_list<std::size_t>{1, 2, 7, 256, 3000}) {
    const std::size_t count = 1 + random() % (9000 / length);
    offset_list offsets(count + 1);
    for (std::size_t s = 0; s <= count; ++s) offsets[s] = s * length;
    const auto keys =
        omprim_test::sort_data<std::int64_t>(sort_input::few_distinct, count * length + 2, random);
    check<std::int64_t, std::uint32_t>(keys, offsets, omprim::by_length(length, count),
                                       sort_options_of(true));
  }
}

// On devices, an item sorts a whole segment where none has more than 16 keys; 32 of keys alone. On
// hosts, up to 16 keys are sorted by their ranks, padded to 4, 8 or 16.
TEST_P(SegmentedSort, ShortSegments) {
  random_engine random(omprim_test::test_seed());
  for (const std::size_t most : std::initializer_list<std::size_t>{2, 8, 16, 17, 32, 33}) {
    SCOPED_TRACE("at most " + std::to_string(most) + " keys");
    offset_list offsets{random() % 7};
    while (offsets.back() < 9000) offsets.push_back(offsets.back() + random() % (most + 1));
    const auto options = sort_options_of(random() % 2 == 0);
    check_offsets<std::int32_t, std::uint32_t, std::int32_t>(sort_input::random, offsets, 3,
                                                             options, random);
    check_offsets<float, std::uint64_t, std::uint32_t>(sort_input::telling, offsets, 0, options,
                                                       random);
    check_offsets<double, std::uint32_t, std::int64_t>(sort_input::telling, offsets, 1, options,
                                                       random);
    check_offsets<std::uint64_t, std::uint64_t, std::int32_t>(
        sort_input::few_distinct, offsets, 2, sort_options_of(options.descending, {1, 64}), random);
  }
}

TEST_P(SegmentedSort, OneSegmentIsASort) {
  random_engine random(omprim_test::test_seed());
  for (const std::size_t n : {std::size_t{1}, tile, std::size_t{40000}}) {
    check_offsets<float, std::uint32_t, std::int32_t>(sort_input::telling, {0, n}, 0, {}, random);
    check_offsets<float, std::uint32_t, std::int32_t>(sort_input::telling, {3, n + 3}, 5, {},
                                                      random);
  }
}

TEST_P(SegmentedSort, LargeSegmentsBesideSmallOnesByThreads) {
  random_engine random(omprim_test::test_seed());
  offset_list offsets{0, 90000, 90000, 90001};
  for (int s = 0; s < 300; ++s) offsets.push_back(offsets.back() + random() % 40);
  offsets.push_back(offsets.back() + 60000);
  check_offsets<double, std::uint32_t, std::int64_t>(sort_input::random, offsets, 1, {}, random);
}

TEST_P(SegmentedSort, EveryStrategyOfSorts) {
  random_engine random(omprim_test::test_seed());
  const auto offsets = random_offsets(1, 30, random);
  const bool on_device = where().where() == omprim::backend::device;
  for (const std::string strategy : {"sequential", "radix", "merge"}) {
    if (strategy == (on_device ? "sequential" : "merge")) continue;  // not compiled there
    sort_options options;
    options.strategy = strategy;
    check_offsets<float, std::uint32_t, std::int32_t>(sort_input::telling, offsets, 3, options,
                                                      random);
  }
}

TEST_P(SegmentedSort, NothingToSort) {
  const placed_array<std::int32_t> x(where(), {3, 2, 1});
  const placed_array<std::int32_t> offsets(where(), {1, 1, 1});
  omprim::segmented_sort(where(), x.pointer(), 0, omprim::by_length(0, 0));
  omprim::segmented_sort(where(), x.pointer(), 3, omprim::by_length(0, 5));
  omprim::segmented_sort(where(), x.pointer(), 3, omprim::by_offsets(offsets.data(), 2));
  omprim::segmented_sort(where(), x.pointer(), 3, omprim::by_offsets(offsets.data(), 0));
  EXPECT_EQ(x.values(), (ints{3, 2, 1}));
}

TEST_P(SegmentedSort, WrongArguments) {
  const auto wrong = omprim::status::invalid_argument;
  const placed_array<std::int32_t> x(where(), {4, 3, 2, 1});
  const placed_array<std::int32_t> beyond(where(), {0, 2, 5});
  const placed_array<std::int32_t> negative(where(), {-1, 2, 4});
  const placed_array<std::int32_t> falling(where(), {3, 3, 2});
  const auto sort = [&](const segmentation& segments, const sort_options& options = {}) {
    omprim::segmented_sort(where(), x.pointer(), 4, segments, options);
  };
  for (const auto* const offsets : {&beyond, &negative, &falling}) {
    omprim_test::expect_error(wrong, {"offsets", "n, which is 4"},
                              [&] { sort(omprim::by_offsets(offsets->data(), 2)); });
  }
  const placed_array<std::int32_t> falls_within(where(), {0, 3, 1, 4});
  omprim_test::expect_error(wrong, {"offsets 1 and 2", "3 and 1", "n, which is 4"},
                            [&] { sort(omprim::by_offsets(falls_within.data(), 3)); });
  omprim_test::expect_error(wrong, {"3 segments of 2", "n is 4"},
                            [&] { sort(omprim::by_length(2, 3)); });
  const unsigned char heads[4] = {};
  omprim_test::expect_error(wrong, {"heads", "by offsets or by length"},
                            [&] { sort(omprim::by_heads(heads)); });
  omprim_test::expect_error(wrong, {"bits 4 to below 40"}, [&] {
    sort(omprim::by_length(2, 2), sort_options_of(false, {4, 40}));
  });
  omprim_test::expect_error(wrong, {"keys", "null"}, [&] {
    omprim::segmented_sort<std::int32_t>(where(), nullptr, 4, omprim::by_length(2, 2));
  });
  omprim_test::expect_error(wrong, {"values", "null"}, [&] {
    omprim::segmented_sort_by_key<std::int32_t, float>(where(), x.pointer(), nullptr, 4,
                                                       omprim::by_length(2, 2));
  });
  EXPECT_EQ(x.values(), (ints{4, 3, 2, 1}));
}

TEST_P(SegmentedSort, Containers) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "needs memory of the host";
  const ints keys{3, 1, 2, 9, 8};
  const std::vector<double> values{0.3, 0.1, 0.2, 0.9, 0.8};
  const ints offsets{0, 0, 3, 5};
  const auto rows = omprim::by_offsets(offsets);
  ints out(5);
  std::vector<double> values_out(5);
  omprim::segmented_sort(where(), keys, rows, out);
  EXPECT_EQ(out, (ints{1, 2, 3, 8, 9}));
  omprim::segmented_sort_by_key(where(), keys, values, rows, out, values_out,
                                sort_options_of(true));
  EXPECT_EQ(out, (ints{3, 2, 1, 9, 8}));
  EXPECT_EQ(values_out, (std::vector<double>{0.3, 0.2, 0.1, 0.9, 0.8}));
  omprim::segmented_sort_by_key(where(), out, values_out, rows);
  EXPECT_EQ(out, (ints{1, 2, 3, 8, 9}));
  EXPECT_EQ(values_out, (std::vector<double>{0.1, 0.2, 0.3, 0.8, 0.9}));
  ints shorter(4);
  omprim_test::expect_error(omprim::status::invalid_argument, {"4", "5"},
                            [&] { omprim::segmented_sort(where(), keys, rows, shorter); });
  omprim_test::expect_error(omprim::status::invalid_argument, {"4", "5"}, [&] {
    omprim::segmented_sort_by_key(where(), shorter, values_out, rows);
  });
}

}  // namespace
