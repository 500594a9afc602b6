// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/problem_records.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// What threads of a processor learn of keys before they sort them.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Word>
struct key_survey {
  bool in_order;
  /// Of the compared parts of integers; of the places of floats, all bits of which decide. None, if
  /// all keys are in order.
  key_range<Word> range;

  OMPRIM_INLINE void join(const key_survey& other) {
    in_order = in_order && other.in_order;
    range.join(other.range);
  }
};

/// Each group surveys its share of the keys.
template <class Word, class Value>
struct alignas(8) survey_keys {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};

  sort_problem<Word, Value> problem;
  key_survey<Word>* surveys;  ///< of each group

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const kernel::share mine = kernel::share_of(problem.n, group);
    const sorted_bits& bits = problem.compared;
    if (bits.kind == kernel::key_kind::floating) {
      using order = kernel::floating_order<Word>;
      surveys[group.id()] =
          survey(mine, compared_part<Word, order>::of(bits), order::of(bits.kind, bits.descending));
    } else {
      const auto part = compared_part<Word, kernel::integer_order<Word>>::of(bits);
      surveys[group.id()] = survey(mine, part, part);
    }
  }

 private:
  template <class Part, class Place>
  OMPRIM_INLINE key_survey<Word> survey(const kernel::share& mine, const Part& part,
                                        const Place& place) const {
    const bool in_order = are_in_order(problem, mine, part);
    const std::uint64_t count = mine.end - mine.begin;
    if (in_order && count == problem.n) return {true, {}};
    return {in_order, key_range<Word>::of(problem.keys + mine.begin, count, place)};
  }
};

/// Each group copies its share of keys that are in order.
template <class Word, class Value>
struct alignas(8) copy_ordered {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};

  sort_problem<Word, Value> problem;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    copy_records(problem, kernel::share_of(problem.n, group));
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
