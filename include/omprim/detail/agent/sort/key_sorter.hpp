// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <omprim/detail/agent/sort/different_keys.hpp>
#include <omprim/detail/agent/sort/key_splitter.hpp>
#include <omprim/detail/agent/sort/native_keys.hpp>
#include <omprim/detail/agent/sort/network_sorter.hpp>
#include <omprim/detail/agent/sort/ordered_floats.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/agent/sort/sorted_sample.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>

/// A sort of keys without values in one thread.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Whether keys are split by vectors, even if all are different. By four keys in a vector, digits
/// take less time.
template <class Word, class Value>
inline constexpr bool splits_keys =
    sorts_by_networks<Value> && kernel::vector_bytes / sizeof(Word) >= 8;

/// Quicksort: splits keys by a pivot (key_splitter.hpp) until a network sorts the parts in a
/// first-level cache, or few keys are different. All bits are compared.
template <class Word, bool is_floating>
class key_sorter {
 public:
  using network = network_sorter<Word, is_floating>;
  using sample = sorted_sample<Word, is_floating>;

  /// `memory` has room for the keys that a network sorts.
  key_sorter(const sorted_bits& bits, Word* memory)
      : splitter_(bits), order_(order_of(bits)), network_(bits, memory) {}

  [[nodiscard]] sample sample_of(const Word* keys, std::uint64_t n) const {
    return {keys, n, network_};
  }

  /// Sorts n keys to `out`, which may be `keys`, if few are different. Returns false, and has
  /// written nothing, if many are, or if some are NaN.
  [[nodiscard]] bool sort_by_counts(const sample& some, const Word* keys, std::uint64_t n,
                                    Word* out) const {
    if (!some.are_few()) return false;
    different_keys<Word> different;
    for (const Word key : some) {
      if (!different.expect(key)) return false;
    }
    if (!different.take(keys, n)) return false;
    const auto count = static_cast<std::uint64_t>(different.count());
    if (native_keys<Word, is_floating>::has_nan(different.begin(), count)) return false;
    if (count > 1 || out != keys) different.write(order_, out);
    return true;
  }

  /// Sorts n keys in place; none is NaN.
  void sort(Word* keys, std::uint64_t n) const {
    constexpr int spare_levels = 2;
    sort_part(keys, n, static_cast<int>(std::bit_width(n / network::most)) + spare_levels);
  }

 private:
  using splitter = key_splitter<Word, is_floating>;
  using pivot = key_pivot<splitter>;
  static_assert(splitter::least <= sort_policy::split_duplicates &&
                splitter::least <= network::most);
  using order = std::conditional_t<is_floating, ordered_floats<Word>, kernel::integer_order<Word>>;
  static order order_of(const sorted_bits& bits) {
    if constexpr (is_floating) {
      return order::of(bits.descending);
    } else {
      return order::of(bits.kind, bits.descending);
    }
  }

  /// Keys that were split `levels` times have had bad pivots: there are such keys for each choice
  /// of samples. Their range is halved then, which ends after as many splits as a key has bits.
  void sort_part(Word* keys, std::uint64_t n, int levels,
                 std::uint64_t most = network::most) const {
    for (; n > most; --levels) {
      const auto chosen = levels > 0 ? by_sample(keys, n, most) : middle_of_range(keys, n);
      if (!chosen.has_value()) return;
      std::uint64_t lesser = 0;
      if (chosen->may_be_least) {
        const auto result = splitter_.template split<true>(keys, n, chosen->value);
        lesser = result.lesser;
        if (!result.has_below) {
          splitter_.order_zeros(keys, lesser);
          keys += lesser;
          n -= lesser;
          continue;
        }
        if (lesser == n) {  // no key is above the pivot, but some are below it
          lesser = splitter_.template split<false>(keys, n, chosen->value).lesser;
          splitter_.order_zeros(keys + lesser, n - lesser);
          n = lesser;
          continue;
        }
      } else {
        lesser = splitter_.template split<false>(keys, n, chosen->value).lesser;
      }
      sort_part(keys, lesser, levels - 1, most);
      keys += lesser;
      n -= lesser;
    }
    if (n != 0) network_.sort(keys, n, keys);
  }

  /// The median of some keys. None if few keys are different, and they are sorted. Parts of keys
  /// with duplicates soon have equal keys only, and need no network: `most` is lowered.
  [[nodiscard]] std::optional<pivot> by_sample(Word* keys, std::uint64_t n,
                                               std::uint64_t& most) const {
    const sample some = sample_of(keys, n);
    if (sort_by_counts(some, keys, n, keys)) return std::nullopt;
    if (some.has_duplicates()) most = sort_policy::split_duplicates;
    return some.pivot(splitter_, 1, 2);
  }

  /// A key is below it, or it is the least one.
  [[nodiscard]] std::optional<pivot> middle_of_range(const Word* keys, std::uint64_t n) const {
    const auto range = key_range<Word>::of(keys, n, order_);
    const Word span = range.most - range.least;
    const auto middle = number_at(static_cast<Word>(range.least + span / 2 + span % 2));
    return pivot{middle, number_at(range.least) == middle};
  }
  [[nodiscard]] OMPRIM_INLINE auto number_at(Word place) const {
    return splitter_.number_of(order_.key_at(place));
  }

  splitter splitter_;
  order order_;
  network network_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
