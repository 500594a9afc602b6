// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/native_keys.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/problem_records.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// What threads of a processor learn of keys before they sort them.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Whether keys are in order, or in the reverse one.
struct found_order {
  bool in_order;
  bool in_reverse_order;

  template <class Word, class Value, class Part>
  static OMPRIM_INLINE found_order of(const sort_problem<Word, Value>& problem,
                                      const kernel::share& part, const Part& compared) {
    return {are_in_order(problem, part, compared), are_reversed(problem, part, compared)};
  }
  OMPRIM_INLINE void join(const found_order& other) {
    in_order = in_order && other.in_order;
    in_reverse_order = in_reverse_order && other.in_reverse_order;
  }
  [[nodiscard]] OMPRIM_INLINE bool is_either() const { return in_order || in_reverse_order; }
};

template <class Word>
struct key_survey {
  found_order order;
  /// Of the compared parts of integers; of the places of floats, all bits of which decide. None, if
  /// all keys are in order, or in the reverse one.
  key_range<Word> range;

  OMPRIM_INLINE void join(const key_survey& other) {
    order.join(other.order);
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
    const auto found = found_order::of(problem, mine, part);
    const std::uint64_t count = mine.end - mine.begin;
    if (found.is_either() && count == problem.n) return {found, {}};
    return {found, key_range<Word>::of(problem.keys + mine.begin, count, place)};
  }
};

/// What threads learn of keys without values, all bits of which are compared.
struct key_condition {
  found_order order;
  bool has_nan;

  OMPRIM_INLINE void join(const key_condition& other) {
    order.join(other.order);
    has_nan = has_nan || other.has_nan;
  }
};
template <class Word, bool is_floating>
struct alignas(8) survey_order {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};

  sort_problem<Word, no_value> problem;
  key_condition* conditions;  ///< of the share of each group

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    using order =
        std::conditional_t<is_floating, kernel::floating_order<Word>, kernel::integer_order<Word>>;
    const auto compared = order::of(problem.compared.kind, problem.compared.descending);
    const kernel::share mine = kernel::share_of(problem.n, group);
    conditions[group.id()] = {
        found_order::of(problem, mine, compared),
        native_keys<Word, is_floating>::has_nan(problem.keys + mine.begin, mine.end - mine.begin)};
  }
};

/// Each group copies its share of keys that are in order, or in the reverse one.
template <class Word, class Value>
struct alignas(8) copy_ordered {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};

  sort_problem<Word, Value> problem;
  bool in_reverse_order;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    if (in_reverse_order) {
      copy_reversed(problem, kernel::share_of(swapped_pairs(problem.n), group));
    } else {
      copy_records(problem, kernel::share_of(problem.n, group));
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
