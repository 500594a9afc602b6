// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>

/// The rest of a sort after keys are sorted by leading bits. Keys that share these bits are a run.
/// Most runs are a single key, or equal keys; others may be out of order.
namespace omprim::inline OMPRIM_ABI::strategy {

/// What all groups learn of runs.
struct run_report {
  std::uint32_t first_leading_bit;
  std::uint32_t has_others;   ///< not 0: unsorted runs are too long, or too many, to be listed
  std::uint64_t short_count;  ///< unsorted runs that an item sorts
  std::uint64_t long_count;   ///< unsorted runs that a group sorts
};

/// Lists of unsorted runs, each with room for `capacity` of them.
struct run_lists {
  std::uint64_t* short_runs;
  std::uint64_t* long_runs;
  std::uint64_t capacity;
};

template <class Word, class Value, class Order>
class leading_runs {
 public:
  using data = sorted_data<Word, Value>;

  /// Of the output of a problem. The spare memory has the size of the output.
  OMPRIM_INLINE leading_runs(const sort_problem<Word, Value>& problem, int first_leading_bit,
                             Word* spare_keys, Value* spare_values, const run_lists& lists,
                             run_report* report)
      : keys_(problem.keys_out),
        values_(problem.values_out),
        spare_keys_(spare_keys),
        spare_values_(spare_values),
        n_(problem.n),
        part_(compared_part<Word, Order>::of(problem.compared)),
        below_(first_leading_bit - problem.compared.first),
        lists_(lists),
        report_(report) {}

  /// Lists the unsorted runs whose first descent is in a share of the keys.
  template <kernel::work_group Group>
  OMPRIM_INLINE void find(Group& group, const kernel::share& mine) const {
    constexpr int batch = 4;
    const auto item = static_cast<std::uint64_t>(group.this_item().id);
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t first = mine.begin + item; first < mine.end; first += batch * Group::size) {
      Word key[batch];
      Word next[batch];
#pragma GCC unroll 4
      for (int k = 0; k < batch; ++k) {
        // The last key has no next one: it is compared with itself.
        const std::uint64_t at = first + static_cast<std::uint64_t>(k) * Group::size;
        const std::uint64_t place = at < n_ ? at : n_ - 1;
        key[k] = keys_[place];
        next[k] = keys_[place + 1 < n_ ? place + 1 : place];
      }
#pragma GCC unroll 4
      for (int k = 0; k < batch; ++k) {
        const std::uint64_t at = first + static_cast<std::uint64_t>(k) * Group::size;
        if (at < mine.end && part_(next[k]) < part_(key[k])) list(at);
      }
    }
  }

  /// Each item sorts short runs of a share of their list.
  template <kernel::work_group Group>
  OMPRIM_INLINE void sort_short(Group& group, const kernel::share& mine) const {
    const auto item = static_cast<std::uint64_t>(group.this_item().id);
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t i = mine.begin + item; i < mine.end; i += Group::size) {
      insert_keys(run(lists_.short_runs[i]));
    }
  }

  /// A group sorts a long run of the list: its items count the keys before each one.
  template <kernel::work_group Group>
  OMPRIM_INLINE void sort_long(Group& group, std::uint64_t number) const {
    const kernel::share all = run(lists_.long_runs[number]);
    const auto item = static_cast<std::uint64_t>(group.this_item().id);
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t i = all.begin + item; i < all.end; i += Group::size) {
      const Word key = keys_[i];
      const Word mine = part_(key);
      std::uint64_t place = all.begin;
#pragma GCC unroll 4
      for (std::uint64_t k = all.begin; k < all.end; ++k) {
        const Word other = part(k);
        place += other < mine || (other == mine && k < i) ? 1U : 0U;
      }
      spare_keys_[place] = key;
      if constexpr (data::has_values) spare_values_[place] = values_[i];
    }
    group.barrier();
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t i = all.begin + item; i < all.end; i += Group::size) {
      keys_[i] = spare_keys_[i];
      if constexpr (data::has_values) values_[i] = spare_values_[i];
    }
  }

 private:
  /// A run in a list: its first key, and above these bits, its length.
  static constexpr int length_bit = 48;
  static OMPRIM_INLINE kernel::share run(std::uint64_t listed) {
    const std::uint64_t begin = listed & ((std::uint64_t{1} << length_bit) - 1);
    return {begin, begin + (listed >> length_bit)};
  }

  [[nodiscard]] OMPRIM_INLINE Word part(std::uint64_t i) const { return part_(keys_[i]); }

  /// Lists the run with a descent from key i to the next one, if it is the first of the run.
  OMPRIM_INLINE void list(std::uint64_t i) const {
    constexpr std::uint64_t longest = sort_policy::run_of_group;
    const Word leading = part(i) >> below_;
    std::uint64_t begin = i;
    OMPRIM_KEEP_ROLLED
    while (begin > 0 && i - begin < longest) {
      const Word before = part(begin - 1);
      if (before >> below_ != leading) break;
      if (before > part(begin)) return;
      --begin;
    }
    std::uint64_t end = i + 2;
    OMPRIM_KEEP_ROLLED
    while (end < n_ && end - begin <= longest && part(end) >> below_ == leading) ++end;
    const std::uint64_t length = end - begin;
    const bool is_short = length <= sort_policy::most_moves;
    if (length <= longest) {
      const std::uint64_t place = kernel::fetch_add_shared(
          is_short ? &report_->short_count : &report_->long_count, std::uint64_t{1});
      if (place < lists_.capacity) {
        (is_short ? lists_.short_runs : lists_.long_runs)[place] = begin | length << length_bit;
        return;
      }
    }
    kernel::store_shared(&report_->has_others, std::uint32_t{1});
  }

  OMPRIM_INLINE void insert_keys(const kernel::share& all) const {
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t i = all.begin + 1; i < all.end; ++i) {
      const Word key = keys_[i];
      [[maybe_unused]] Value value;
      if constexpr (data::has_values) value = values_[i];
      const Word compared = part_(key);
      std::uint64_t to = i;
      OMPRIM_KEEP_ROLLED
      for (; to > all.begin && part(to - 1) > compared; --to) {
        keys_[to] = keys_[to - 1];
        if constexpr (data::has_values) values_[to] = values_[to - 1];
      }
      keys_[to] = key;
      if constexpr (data::has_values) values_[to] = value;
    }
  }

  Word* keys_;
  Value* values_;
  Word* spare_keys_;
  Value* spare_values_;
  std::uint64_t n_;
  compared_part<Word, Order> part_;
  int below_;  ///< compared bits below the leading ones
  run_lists lists_;
  run_report* report_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
