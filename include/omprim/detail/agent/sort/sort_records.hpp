// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <omprim/detail/agent/sort/leading_bits.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/cache_line.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/simd/pack.hpp>

/// A radix sort by the leading bits of keys, then by insertion, in one thread and its caches. Where
/// the leading bits tell most keys apart, few keys are left to insert. Runs of many keys
/// with the same leading bits are sorted in the same way by the bits below, so that no input takes
/// much longer than a sort by all bits.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Moves records to their places by the digits of their ranks, from the lowest digit on. All counts
/// come from one read. Ranks are copied: counters could be members of a reference.
template <class Record, class Rank>
class digit_passes {
 public:
  /// Sorts n records into a and b in turn; returns the one where the last pass ends. load(i) is
  /// record i, which is not in a, and keys[i] has its key. `places` has room for the digits of all
  /// passes.
  template <class Source, class Load>
  static Record* run(const Source* keys, const Load load, std::uint64_t n, const Rank rank,
                     const digit_plan& plan, std::uint32_t* places, Record* a, Record* b) {
    switch (plan.passes) {
      case 1:
        count<1>(keys, n, rank, plan, places);
        break;
      case 2:
        count<2>(keys, n, rank, plan, places);
        break;
      default:
        count<3>(keys, n, rank, plan, places);
        break;
    }
    const bool fetches =
        plan.width > sort_policy::far_digit_bits && n * sizeof(Record) > sort_policy::fetched_bytes;
    return fetches ? move<true>(load, n, rank, plan, places, a, b)
                   : move<false>(load, n, rank, plan, places, a, b);
  }

 private:
  static_assert(sort_policy::direct_passes == 3);

  template <int passes, class Source>
  static OMPRIM_INLINE void count(const Source* keys, std::uint64_t n, const Rank rank,
                                  const digit_plan& plan, std::uint32_t* counts) {
    const int width = plan.width;
    const std::uint32_t greatest = plan.greatest_digit(0);
    const std::uint32_t greatest_of_last = plan.greatest_digit(passes - 1);
    std::memset(counts, 0, (passes * sizeof(*counts)) << width);
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto bits = rank(key_of(keys[i]));
#pragma GCC unroll 3
      for (int pass = 0; pass < passes; ++pass) {
        const auto digit = static_cast<std::uint32_t>(bits >> (pass * width)) &
                           (pass == passes - 1 ? greatest_of_last : greatest);
        ++counts[(static_cast<std::uint64_t>(pass) << width) + digit];
      }
    }
  }

  /// Turns counts into the places of the first keys.
  static OMPRIM_INLINE void add_up(std::uint32_t* counts, std::uint32_t greatest) {
    constexpr int lanes = 8;
    using counters = kernel::pack<std::uint32_t, lanes>;
    const std::uint32_t digits = greatest + 1;
    counters start{};
    std::uint32_t digit = 0;
    OMPRIM_KEEP_ROLLED
    for (; digit + lanes <= digits; digit += lanes) {
      const auto own = kernel::load_pack<lanes, false>(counts + digit);
      counters sums = own;
      sums += kernel::shift_lanes<std::uint32_t, lanes, 1>(sums, counters{});
      sums += kernel::shift_lanes<std::uint32_t, lanes, 2>(sums, counters{});
      sums += kernel::shift_lanes<std::uint32_t, lanes, 4>(sums, counters{});
      kernel::store_pack<lanes, false>(counts + digit, start + (sums - own));
      start += kernel::last_lane<std::uint32_t, lanes>(sums);
    }
    std::uint32_t before = start[0];
    OMPRIM_KEEP_ROLLED
    for (; digit < digits; ++digit) {
      const std::uint32_t count = counts[digit];
      counts[digit] = before;
      before += count;
    }
  }

  /// `places` are the counts of the digits of all passes.
  template <bool fetches, class Load>
  static OMPRIM_INLINE Record* move(const Load load, std::uint64_t n, const Rank rank,
                                    const digit_plan& plan, std::uint32_t* places, Record* a,
                                    Record* b) {
    scatter<fetches>(load, n, rank, 0, plan.greatest_digit(0), places, a);
    OMPRIM_KEEP_ROLLED
    for (int pass = 1; pass < plan.passes; ++pass) {
      places += std::uint64_t{1} << plan.width;
      scatter<fetches>(stored_records<Record>{a}, n, rank, pass * plan.width,
                       plan.greatest_digit(pass), places, b);
      std::swap(a, b);
    }
    return a;
  }

  /// `places` are the counts of the digits.
  template <bool fetches, class Load>
  static OMPRIM_INLINE void scatter(const Load load, std::uint64_t n, const Rank rank, int shift,
                                    std::uint32_t greatest, std::uint32_t* places, Record* to) {
    add_up(places, greatest);
#pragma GCC unroll 4
    for (std::uint64_t i = 0; i < n; ++i) {
      const Record record = load(i);
      const auto digit = static_cast<std::uint32_t>(rank(key_of(record)) >> shift) & greatest;
      const std::uint32_t place = places[digit]++;
      to[place] = record;
      if constexpr (fetches) __builtin_prefetch(to + place + cache_line_bytes / sizeof(Record), 1);
    }
  }
};

/// Sorts records that are sorted by the ranks of their keys.
template <class Record, class Part>
class rank_refiner {
 public:
  /// Runs of many equal ranks that are not in order are sorted by sort_run(begin, end). `many`
  /// says that more than one of 100 records may be behind a greater one.
  template <class Rank, class SortRun>
  static void run(Record* records, std::uint64_t n, const Part part, const Rank rank, bool many,
                  const SortRun& sort_run) {
    if constexpr (std::is_unsigned_v<Record>) {
      if (many) exchange_neighbours(records, n, part);
    }
    for (std::uint64_t i = 1; i < n;) {
      const std::uint64_t end = std::min(n, i + block);
      if (end - i == block && is_in_order(records + i - 1, block, part)) {
        i = end;
        continue;
      }
      OMPRIM_KEEP_ROLLED
      for (; i < end; ++i) {
        if (part(key_of(records[i])) >= part(key_of(records[i - 1]))) continue;
        const std::uint64_t to = insert(records, i, part);
        if (i - to < most_moves) continue;
        const auto equal = rank(key_of(records[to]));
        std::uint64_t first = to;
        std::uint64_t after = i + 1;
        while (first > 0 && rank(key_of(records[first - 1])) == equal) --first;
        while (after < n && rank(key_of(records[after])) == equal) ++after;
        sort_run(first, after);
        i = after - 1;
      }
    }
  }

 private:
  static constexpr std::uint64_t block = 64;
  static constexpr std::uint64_t most_moves = sort_policy::most_moves;

  /// Puts most keys into order without a branch. Pairs of keys stay in a first-level cache between
  /// their exchanges.
  static OMPRIM_INLINE void exchange_neighbours(Record* keys, std::uint64_t n, const Part part) {
    constexpr std::uint64_t near = 2048;
    for (std::uint64_t begin = 0; begin < n; begin += near) {
      const std::uint64_t end = std::min(n, begin + near);
      exchange_pairs(keys + begin, end - begin, part);
      const std::uint64_t odd = begin == 0 ? 1 : begin - 1;
      exchange_pairs(keys + odd, end - odd, part);
    }
  }
  static OMPRIM_INLINE void exchange_pairs(Record* keys, std::uint64_t n, const Part part) {
    for (std::uint64_t i = 0; i + 1 < n; i += 2) {
      const Record a = keys[i];
      const Record b = keys[i + 1];
      const bool swaps = part(b) < part(a);
      keys[i] = swaps ? b : a;
      keys[i + 1] = swaps ? a : b;
    }
  }

  /// Moves record i before greater ones, by most_moves places at most. Returns its place.
  static OMPRIM_INLINE std::uint64_t insert(Record* records, std::uint64_t i, const Part part) {
    const Record inserted = records[i];
    const auto key = part(key_of(inserted));
    const std::uint64_t lowest = i > most_moves ? i - most_moves : 0;
    do {
      records[i] = records[i - 1];
      --i;
    } while (i > lowest && part(key_of(records[i - 1])) > key);
    records[i] = inserted;
    return i;
  }
};

/// Sorts records by integer keys.
template <class Word, class Value>
class record_sorter {
 public:
  using record = sort_record<Word, Value>;
  using order = kernel::integer_order<Word>;
  using part_type = compared_part<Word, order>;
  /// Counters that a sorter needs.
  static constexpr std::uint64_t room = std::uint64_t{sort_policy::direct_passes}
                                        << sort_policy::direct_digit_bits;

  record_sorter(const sorted_bits& bits, std::uint32_t* places)
      : bits_(bits), part_(part_type::of(bits)), places_(places) {}

  /// Sorts n records in a and b; returns the one that has the sorted records. load(i) is record i,
  /// which is not in a, and keys[i] has its key.
  template <class Source, class Load>
  record* sort(const Source* keys, const Load& load, std::uint64_t n, record* a, record* b) const {
    const auto range = key_range<Word>::of(keys, n, part_);
    const int equal = range.equal_bits();
    const int span = range.span() - equal;
    if (span <= 0) {
      for (std::uint64_t i = 0; i < n; ++i) a[i] = load(i);
      return a;
    }
    part_distance<Word, order> distance{part_, range.least, equal};
    const auto needed = leading_bits::of(keys, n, distance, span);
    const auto plan = digit_plan::of(needed, span, n, sizeof(record));
    distance.shift += span - plan.bits;
    auto rank = integer_rank<Word>::of(bits_, range.least);
    rank.shift += distance.shift;
    record* const sorted =
        digit_passes<record, integer_rank<Word>>::run(keys, load, n, rank, plan, places_, a, b);
    if (plan.bits < span) {
      refine(sorted, sorted == a ? b : a, n, distance, plan.bits < needed.good);
    }
    return sorted;
  }
  record* sort(record* records, std::uint64_t n, record* other) const {
    return sort(records, stored_records<record>{records}, n, other, records);
  }

 private:
  void refine(record* records, record* other, std::uint64_t n,
              const part_distance<Word, order> rank, bool many) const {
    rank_refiner<record, part_type>::run(
        records, n, part_, rank, many, [&](std::uint64_t begin, std::uint64_t end) {
          record* const run = records + begin;
          const record* const sorted = sort(run, end - begin, other + begin);
          if (sorted != run) std::memcpy(run, sorted, (end - begin) * sizeof(record));
        });
  }

  sorted_bits bits_;
  part_type part_;
  std::uint32_t* places_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
