// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <omprim/detail/agent/sort/leading_bits.hpp>
#include <omprim/detail/agent/sort/network_sorter.hpp>
#include <omprim/detail/agent/sort/ordered_floats.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/agent/sort/sort_records.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/cache_line.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>

/// A sort of keys without values in one thread.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Memory in which a thread sorts keys, in 4-byte words: of a network, or counters of digits.
template <class Word, class Value>
inline constexpr std::uint64_t sorter_room = std::max(
    record_sorter<Word, Value>::room, sort_policy::most_network_bytes / sizeof(std::uint32_t));

/// Whether runs of keys that a network sorts take less time than passes by digits.
template <class Word, class Value>
inline constexpr bool splits_keys =
    sorts_by_networks<Value> && (sizeof(Word) == 4 || kernel::vector_bytes == 64);

/// Splits keys by their leading bits until a network sorts the runs in a first-level cache. No key
/// is NaN. Each split has bits of its own run: where keys lie close
/// together, it begins below the bits that they share.
template <class Word, bool is_floating>
class key_sorter {
 public:
  /// `memory` has sorter_room words.
  key_sorter(const sorted_bits& bits, std::uint32_t* memory)
      : compares_all_(compares_all<Word>(bits)),
        place_(place_of(bits)),
        network_(bits, reinterpret_cast<Word*>(memory)) {}

  /// Sorts n keys to `out`, by way of `spare`, each with room for n. `range` is that of their
  /// places; they may be in `out` or in `spare`. Returns false, and has written nothing, if only
  /// some bits are compared, or if so many keys lie close together that leading bits would not
  /// split them.
  bool sort(const Word* keys, std::uint64_t n, const key_range<Word>& range, Word* spare,
            Word* out) const {
    if (!compares_all_) return false;
    if (n <= network_type::most) {
      network_.sort(keys, n, out);
      return true;
    }
    const int span = range.span();
    const auto most_bits = static_cast<int>(std::bit_width(n)) + sort_policy::even_margin;
    if constexpr (is_floating) {
      using rank_type = linear_rank<Word>;
      const auto rank = rank_type::of(place_.decode(range.least), place_.decode(range.most));
      if (rank.scale != 0 && leading_bits::of(keys, n, rank, rank_type::bits).least <= most_bits) {
        const int bits = split_bits(n);
        split(keys, n, rank.with_bits(bits), bits, spare, out);
        return true;
      }
    }
    const distance all{place_, range.least, 0};
    if (span > sort_policy::most_split_bits &&
        leading_bits::of(keys, n, all, span).least > most_bits) {
      return false;
    }
    sort_by_distance(keys, n, range, spare, out);
    return true;
  }

 private:
  using network_type = network_sorter<Word, is_floating>;
  /// Maps keys to unsigned integers that ascend in their order.
  using place_type =
      std::conditional_t<is_floating, ordered_floats<Word>, kernel::integer_order<Word>>;
  static place_type place_of(const sorted_bits& bits) {
    if constexpr (is_floating) {
      return place_type::of(bits.descending);
    } else {
      return place_type::of(bits.kind, bits.descending);
    }
  }

  struct distance {
    place_type place;
    Word least;
    int shift;
    OMPRIM_INLINE Word operator()(Word key) const {
      return static_cast<Word>(static_cast<Word>(place(key) - least) >> shift);
    }
  };

  void sort_run(const Word* keys, std::uint64_t n, Word* spare, Word* out) const {
    if (n == 0) return;
    if (n <= network_type::most) {
      network_.sort(keys, n, out);
    } else {
      sort_by_distance(keys, n, key_range<Word>::of(keys, n, place_), spare, out);
    }
  }
  void sort_by_distance(const Word* keys, std::uint64_t n, const key_range<Word>& range,
                        Word* spare, Word* out) const {
    const int span = range.span();
    if (span > sort_policy::most_split_bits) {
      const int bits = split_bits(n);
      return split(keys, n, distance{place_, range.least, span - bits}, bits, spare, out);
    }
    count_equal(keys, n, range.least, span, out);
  }

  /// Sorts the runs of a digit of some bits.
  template <class Digit>
  void split(const Word* keys, std::uint64_t n, const Digit& digit, int bits, Word* spare,
             Word* out) const {
    std::uint32_t places[1 << sort_policy::most_split_bits];
    const std::uint64_t digits = std::uint64_t{1} << bits;
    count(keys, n, digit, digits, places);
    std::uint32_t before = 0;
    for (std::uint64_t run = 0; run < digits; ++run) before += std::exchange(places[run], before);
    Word* const runs = keys == spare ? out : spare;
    if (n * sizeof(Word) > sort_policy::fetched_bytes) {
      move<true>(keys, n, digit, places, runs);
    } else {
      move<false>(keys, n, digit, places, runs);
    }
    std::uint64_t begin = 0;
    for (std::uint64_t run = 0; run < digits; ++run) {
      const std::uint64_t end = places[run];
      sort_run(runs + begin, end - begin, spare + begin, out + begin);
      begin = end;
    }
  }

  /// Counts the keys at each of the few places from `least` on, and writes as many.
  void count_equal(const Word* keys, std::uint64_t n, Word least, int span, Word* out) const {
    std::uint32_t counts[1 << sort_policy::most_split_bits];
    const Word places = static_cast<Word>(Word{1} << span);
    count(keys, n, distance{place_, least, 0}, places, counts);
    for (Word i = 0; i < places; ++i) {
      out = std::fill_n(out, counts[i], key_at(static_cast<Word>(least + i)));
    }
  }
  [[nodiscard]] OMPRIM_INLINE Word key_at(Word place) const {
    if constexpr (is_floating) {
      return place_.decode(place);
    } else {
      return place_.key_at(place);
    }
  }

  /// Bits by which n keys are split: as few splits as possible.
  [[nodiscard]] static int split_bits(std::uint64_t n) {
    const auto bits_for = [n](std::uint64_t bytes) {
      return static_cast<int>(std::bit_width(n * sizeof(Word) / bytes));
    };
    const int needed = bits_for(sort_policy::network_bytes<Word, is_floating> / 2);
    const int splits = (needed + sort_policy::most_split_bits - 1) / sort_policy::most_split_bits;
    const auto part = [splits](int bits) { return (bits + splits - 1) / splits; };
    return std::max(part(needed),
                    std::clamp(part(bits_for(sort_policy::run_bytes)),
                               sort_policy::least_split_bits, sort_policy::good_split_bits));
  }

  template <class Digit>
  static void count(const Word* keys, std::uint64_t n, const Digit digit, std::uint64_t digits,
                    std::uint32_t* counts) {
    std::memset(counts, 0, digits * sizeof(*counts));
    for (std::uint64_t i = 0; i < n; ++i) ++counts[digit(keys[i])];
  }
  /// Moves keys to places from that of their digit on, which is then one past the last of them.
  template <bool fetches, class Digit>
  static void move(const Word* keys, std::uint64_t n, const Digit digit, std::uint32_t* places,
                   Word* to) {
#pragma GCC unroll 4
    for (std::uint64_t i = 0; i < n; ++i) {
      const Word key = keys[i];
      const std::uint32_t place = places[digit(key)]++;
      to[place] = key;
      if constexpr (fetches) {
        __builtin_prefetch(to + place + 2 * cache_line_bytes / sizeof(Word), 1);
      }
    }
  }

  bool compares_all_;
  place_type place_;
  network_type network_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
