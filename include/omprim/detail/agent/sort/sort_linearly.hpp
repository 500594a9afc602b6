// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/leading_bits.hpp>
#include <omprim/detail/agent/sort/ordered_floats.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/agent/sort/sort_records.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// A sort of floating-point keys by linear ranks, in one thread and its caches.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Word, class Value>
class linear_sorter {
 public:
  using record = sort_record<Word, Value>;

  linear_sorter(const ordered_floats<Word>& code, std::uint32_t* places)
      : code_(code), places_(places) {}

  /// As record_sorter::sort, for keys of a range of ordered floats, all bits of which are compared.
  /// Returns null, and has done nothing, if linear ranks need more bits than a sort has passes for.
  template <class Load>
  record* sort(const Word* keys, const Load& load, std::uint64_t n, record* a, record* b,
               const key_range<Word>& range) const {
    using rank_type = linear_rank<Word>;
    const auto rank = rank_type::of(code_.decode(range.least), code_.decode(range.most));
    if (!(rank.scale != 0)) return nullptr;
    constexpr int most = sort_policy::direct_passes * sort_policy::direct_digit_bits;
    static_assert(rank_type::bits < most);
    const auto needed = leading_bits::of(keys, n, rank, rank_type::bits);
    if (needed.least > rank_type::bits) return nullptr;
    const auto plan = digit_plan::of(needed, rank_type::bits, n, sizeof(record));
    const auto digits = rank.with_bits(plan.bits);
    record* const sorted =
        digit_passes<record, rank_type>::run(keys, load, n, digits, plan, places_, a, b);
    refine(sorted, sorted == a ? b : a, n, digits, plan.bits < needed.good);
    return sorted;
  }

 private:
  void refine(record* records, record* other, std::uint64_t n, const linear_rank<Word> rank,
              bool many) const {
    rank_refiner<record, ordered_floats<Word>>::run(
        records, n, code_, rank, many, [&](std::uint64_t begin, std::uint64_t end) {
          sort_run(records + begin, other + begin, end - begin);
        });
  }

  void sort_run(record* run, record* other, std::uint64_t n) const {
    const sorted_bits all{kernel::key_kind::unsigned_integer, false, 0, 8 * sizeof(Word)};
    for (std::uint64_t i = 0; i < n; ++i) key_of(run[i]) = code_.encode(key_of(run[i]));
    const record* const sorted = record_sorter<Word, Value>(all, places_).sort(run, n, other);
    for (std::uint64_t i = 0; i < n; ++i) {
      run[i] = sorted[i];
      key_of(run[i]) = code_.decode(key_of(run[i]));
    }
  }

  ordered_floats<Word> code_;
  std::uint32_t* places_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
