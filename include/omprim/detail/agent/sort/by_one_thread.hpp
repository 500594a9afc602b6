// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/ordered_floats.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/problem_records.hpp>
#include <omprim/detail/agent/sort/sort_linearly.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/agent/sort/sort_records.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// A sort by one thread of a processor, in its caches.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Phases:
///   (1) Keys in order, or in the reverse one, are copied.
///   (2) The least and the greatest key, and some pairs of keys, tell which leading bits decide.
///       For floats, these are bits of a linear function of the key, or else of its place in order.
///   (3) Records are sorted by digits of the leading bits, then by insertion (sort_records.hpp).
/// Keys with values are sorted as records of both, so that a pass has one store for them. Stable,
/// for any input.
template <class Word, class Value>
struct alignas(8) sort_by_one_thread {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};
  using problem_type = sort_problem<Word, Value>;
  using record = sort_record<Word, Value>;
  static constexpr bool has_values = problem_type::has_values;

  problem_type problem;
  std::uint32_t* block;
  std::uint32_t* done;  ///< set to 0 if keys are NaN, else to 1

  /// 4-byte words of the block for n keys.
  static std::uint64_t room(std::uint64_t n) {
    return tables + (has_values ? 2 * n : n) * (sizeof(record) / sizeof(std::uint32_t));
  }

  template <class Group>
  OMPRIM_INLINE void operator()(Group& /*group*/, local_memory<Group>& /*local*/) const {
    *done = 1;
    if (problem.compared.kind == kernel::key_kind::floating) {
      using order = kernel::floating_order<Word>;
      const auto part = compared_part<Word, order>::of(problem.compared);
      if (copied_if_ordered(problem, part)) return;
      *done = sort_floats() ? 1 : 0;
    } else {
      const auto part = compared_part<Word, kernel::integer_order<Word>>::of(problem.compared);
      if (copied_if_ordered(problem, part)) return;
      sort_integers();
    }
  }

 private:
  using floats = ordered_floats<Word>;
  static constexpr std::uint64_t tables = record_sorter<Word, Value>::room;

  void sort_integers() const {
    const record_sorter<Word, Value> sorter(problem.compared, block);
    const unchanged_keys code;
    write(sorter.sort(problem.keys, input(code), problem.n, first(), second()), code);
  }

  /// Returns false, and has done nothing, if keys are NaN.
  [[nodiscard]] bool sort_floats() const {
    const sorted_bits& bits = problem.compared;
    const auto order = kernel::floating_order<Word>::of(bits.kind, bits.descending);
    const auto range = key_range<Word>::of(problem.keys, problem.n, order);
    if (range.has_nan(bits)) return false;
    const floats code = floats::of(bits.descending);
    if (compares_all<Word>(bits)) {
      const linear_sorter<Word, Value> sorter(code, block);
      const unchanged_keys as_they_are;
      const record* const sorted =
          sorter.sort(problem.keys, input(as_they_are), problem.n, first(), second(), range);
      if (sorted != nullptr) {
        write(sorted, as_they_are);
        return true;
      }
    }
    const auto load = input(code);
    record* const records = second();
    for (std::uint64_t i = 0; i < problem.n; ++i) records[i] = load(i);
    const record_sorter<Word, Value> sorter(floats::bits_of(bits), block);
    write(sorter.sort(records, problem.n, first()), code);
    return true;
  }

  /// The arrays of passes. Without values, the second one is the output, which may be the input.
  [[nodiscard]] record* first() const { return reinterpret_cast<record*>(block + tables); }
  [[nodiscard]] record* second() const {
    if constexpr (has_values) {
      return first() + problem.n;
    } else {
      return problem.keys_out;
    }
  }

  template <class Code>
  [[nodiscard]] OMPRIM_INLINE encoded_records<Word, Value, Code> input(const Code& code) const {
    return encoded_records<Word, Value, Code>::of(problem, code);
  }
  template <class Code>
  OMPRIM_INLINE void write(const record* sorted, const Code& code) const {
    write_records(problem, sorted, kernel::share{0, problem.n}, code);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
