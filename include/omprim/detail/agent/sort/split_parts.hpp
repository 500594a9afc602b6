// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/sort/key_splitter.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/problem_records.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>

/// Threads of a processor that split keys together.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Neighbouring keys that some groups sort.
template <class Splitter>
struct key_part {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t first_group;
  std::uint64_t groups;
  bool is_split;  ///< in this round, by the pivot
  key_pivot<Splitter> pivot;

  [[nodiscard]] std::uint64_t size() const { return end - begin; }
  [[nodiscard]] OMPRIM_INLINE bool has(std::uint64_t group) const {
    return first_group <= group && group < first_group + groups;
  }
  /// The keys of a group.
  [[nodiscard]] OMPRIM_INLINE kernel::share share_of(std::uint64_t group) const {
    const kernel::share own = kernel::share_of(end - begin, group - first_group, groups);
    return {begin + own.begin, begin + own.end};
  }
};

/// The part of a group.
template <class Splitter>
[[nodiscard]] OMPRIM_INLINE const key_part<Splitter>& part_of_group(const key_part<Splitter>* parts,
                                                                    std::uint64_t group) {
  while (!parts->has(group)) ++parts;
  return *parts;
}

/// Each group splits its share of a part in place.
template <class Word, bool is_floating>
struct alignas(8) split_shares {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};
  using splitter = key_splitter<Word, is_floating>;
  using part_type = key_part<splitter>;

  sort_problem<Word, no_value> problem;
  const part_type* parts;
  std::uint64_t* lesser;  ///< of each group
  bool copies;            ///< the input, first

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const part_type& part = part_of_group(parts, group.id());
    const kernel::share own = part.share_of(group.id());
    if (copies) copy_records(problem, own);
    if (!part.is_split) return;
    Word* const keys = problem.keys_out + own.begin;
    const std::uint64_t count = own.end - own.begin;
    const splitter by(problem.compared);
    lesser[group.id()] = part.pivot.may_be_least
                             ? by.template split<true>(keys, count, part.pivot.value).lesser
                             : by.template split<false>(keys, count, part.pivot.value).lesser;
  }
};

/// The groups of a part swap keys between their shares, until all lesser ones are before all
/// others.
template <class Word, bool is_floating>
struct alignas(8) swap_shares {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};
  using part_type = key_part<key_splitter<Word, is_floating>>;

  Word* keys;
  const part_type* parts;
  const std::uint64_t* lesser;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const part_type& part = part_of_group(parts, group.id());
    if (!part.is_split) return;
    const std::uint64_t middle = middle_of(part);
    std::uint64_t misplaced = 0;
    for_each_misplaced(part, middle, [&](const kernel::share& run, bool is_lesser) {
      if (is_lesser) misplaced += run.end - run.begin;
    });
    const kernel::share own =
        kernel::share_of(misplaced, group.id() - part.first_group, part.groups);
    for (std::uint64_t i = own.begin; i < own.end;) {
      const kernel::share low = run_at(part, middle, i, true);
      const kernel::share high = run_at(part, middle, i, false);
      const std::uint64_t count =
          std::min({low.end - low.begin, high.end - high.begin, own.end - i});
      std::swap_ranges(keys + low.begin, keys + low.begin + count, keys + high.begin);
      i += count;
    }
  }

  /// Where the part is split.
  [[nodiscard]] std::uint64_t middle_of(const part_type& part) const {
    std::uint64_t middle = part.begin;
    for (std::uint64_t g = 0; g < part.groups; ++g) middle += lesser[part.first_group + g];
    return middle;
  }

 private:
  /// Calls f(run, is_lesser) for the keys of each share that are on the wrong side.
  template <class Function>
  OMPRIM_INLINE void for_each_misplaced(const part_type& part, std::uint64_t middle,
                                        const Function& f) const {
    for (std::uint64_t g = part.first_group; g < part.first_group + part.groups; ++g) {
      const kernel::share own = part.share_of(g);
      const std::uint64_t bound = own.begin + lesser[g];
      if (bound > middle) f(kernel::share{std::max(own.begin, middle), bound}, true);
      if (bound < middle) f(kernel::share{bound, std::min(own.end, middle)}, false);
    }
  }
  /// The rest of a run of misplaced keys, from number i of all such keys on.
  [[nodiscard]] kernel::share run_at(const part_type& part, std::uint64_t middle, std::uint64_t i,
                                     bool lesser_ones) const {
    kernel::share found{0, 0};
    for_each_misplaced(part, middle, [&](const kernel::share& run, bool is_lesser) {
      if (is_lesser != lesser_ones || found.end != 0) return;
      const std::uint64_t length = run.end - run.begin;
      if (i < length) {
        found = {run.begin + i, run.end};
      } else {
        i -= length;
      }
    });
    return found;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
