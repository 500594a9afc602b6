// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_linearly.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/agent/sort/sort_records.hpp>
#include <omprim/detail/agent/sort/split_keys.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// A sort by one thread of a processor.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Phases:
///   (1) Keys in order are copied.
///   (2) The least and the greatest key, and some pairs of keys, tell which leading bits decide.
///       For floats, these are bits of a linear function of the key, or else of its place in order.
///   (3) Records of more bytes than sort_policy::cached_bytes are split into ranges.
///   (4) Each range is sorted by digits of the leading bits, then by insertion (sort_records.hpp).
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
  /// Counters have 4 bytes.
  static constexpr std::uint64_t most_keys = ~std::uint32_t{0};

  problem_type problem;
  std::uint32_t* block;
  std::uint32_t* done;  ///< set to 0 if keys are NaN, else to 1

  /// 4-byte words of the block for n keys.
  static std::uint64_t room(std::uint64_t n) {
    return tables_of(n) + (n + spare_of(n)) * (sizeof(record) / sizeof(std::uint32_t));
  }

  template <class Group>
  OMPRIM_INLINE void operator()(Group& /*group*/, local_memory<Group>& /*local*/) const {
    *done = 1;
    if (problem.compared.kind == kernel::key_kind::floating) {
      using order = kernel::floating_order<Word>;
      if (are_in_order(compared_part<Word, order>::of(problem.compared))) return copy();
      *done = sort_floats() ? 1 : 0;
    } else {
      using order = kernel::integer_order<Word>;
      if (are_in_order(compared_part<Word, order>::of(problem.compared))) return copy();
      sort_integers();
    }
  }

 private:
  using floats = ordered_floats<Word>;
  using ranges_type = key_ranges<record>;
  struct unchanged {
    OMPRIM_INLINE Word encode(Word key) const { return key; }
    OMPRIM_INLINE Word decode(Word key) const { return key; }
  };

  static bool splits(std::uint64_t n) { return n * sizeof(record) > sort_policy::cached_bytes; }
  static std::uint64_t tables_of(std::uint64_t n) {
    constexpr std::uint64_t line = 16;
    const std::uint64_t words =
        record_sorter<Word, Value>::room + (splits(n) ? ranges_type::room : std::uint64_t{0});
    return (words + line - 1) / line * line;
  }

  /// Records of a second array, which records with values and ranges of keys need. For a range of
  /// more keys, the output is the second array.
  static std::uint64_t spare_of(std::uint64_t n) {
    if (has_values) return n;
    return splits(n) ? ranges_type::most_of_range(n) : 0;
  }

  /// Whether the keys are in order. If they are not, mostly the first keys tell.
  template <class Part>
  [[nodiscard]] bool are_in_order(const Part& part) const {
    constexpr std::uint64_t some = 64;
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t i = 0; i + 1 < problem.n; i += some) {
      const std::uint64_t left = problem.n - 1 - i;
      if (!is_in_order(problem.keys + i, left < some ? left : some, part)) return false;
    }
    return true;
  }
  void copy() const {
    if (problem.keys_out != problem.keys) {
      std::memcpy(problem.keys_out, problem.keys, problem.n * sizeof(Word));
    }
    if constexpr (has_values) {
      const auto load = input(unchanged{});
      for (std::uint64_t i = 0; i < problem.n; ++i) problem.values_out[i] = load(i).value;
    }
  }

  void sort_integers() const {
    if (splits(problem.n)) {
      const auto part = compared_part<Word, kernel::integer_order<Word>>::of(problem.compared);
      return sort_ranges(unchanged{}, problem.compared,
                         key_range<Word>::of(problem.keys, problem.n, part));
    }
    const record_sorter<Word, Value> sorter(problem.compared, block);
    write(sorter.sort(problem.keys, input(unchanged{}), problem.n, first(), second()), unchanged{});
  }

  /// Returns false, and has done nothing, if keys are NaN.
  [[nodiscard]] bool sort_floats() const {
    const sorted_bits& bits = problem.compared;
    const auto order = kernel::floating_order<Word>::of(bits.kind, bits.descending);
    const auto range = key_range<Word>::of(problem.keys, problem.n, order);
    constexpr auto nan = static_cast<Word>(~Word{0});
    if (bits.descending ? range.least == 0 : range.most == nan) return false;
    const floats code{order.toggled};
    const sorted_bits ordered{kernel::key_kind::unsigned_integer, false, bits.first, bits.last};
    const bool whole = bits.first == 0 && bits.last == 8 * sizeof(Word);
    if (splits(problem.n)) {
      const auto any_part = static_cast<Word>(nan >> (8 * sizeof(Word) - bits.last + bits.first));
      sort_ranges(code, ordered, whole ? range : key_range<Word>{0, any_part, any_part});
      return true;
    }
    if (whole) {
      const linear_sorter<Word, Value> sorter(code, block);
      const record* const sorted =
          sorter.sort(problem.keys, input(unchanged{}), problem.n, first(), second(), range);
      if (sorted != nullptr) {
        write(sorted, unchanged{});
        return true;
      }
    }
    const auto load = input(code);
    record* const records = second();
    for (std::uint64_t i = 0; i < problem.n; ++i) records[i] = load(i);
    write(record_sorter<Word, Value>(ordered, block).sort(records, problem.n, first()), code);
    return true;
  }

  /// The arrays of passes. Without values, the second one is the output, which may be the input.
  [[nodiscard]] record* first() const {
    return reinterpret_cast<record*>(block + tables_of(problem.n));
  }
  [[nodiscard]] record* second() const {
    if constexpr (has_values) {
      return first() + problem.n;
    } else {
      return problem.keys_out;
    }
  }

  /// Makes records of the input.
  template <class Code>
  struct input_records {
    const Word* keys;
    const Value* values;
    Code code;

    OMPRIM_INLINE record operator()(std::uint64_t i) const {
      const Word key = code.encode(keys[i]);
      if constexpr (has_values) {
        return {key, values != nullptr ? values[i] : static_cast<Value>(i)};
      } else {
        return key;
      }
    }
  };
  template <class Code>
  [[nodiscard]] OMPRIM_INLINE input_records<Code> input(const Code& code) const {
    return {problem.keys, problem.values, code};
  }

  template <class Code>
  OMPRIM_INLINE void write(const record* sorted, const Code& code) const {
    write(sorted, 0, problem.n, code);
  }
  /// Writes sorted records to the places [begin, end) of the output.
  template <class Code>
  OMPRIM_INLINE void write(const record* sorted, std::uint64_t begin, std::uint64_t end,
                           const Code& code) const {
    Word* const keys_out = problem.keys_out + begin;
    if constexpr (!has_values && std::is_same_v<Code, unchanged>) {
      if (sorted != keys_out) std::memcpy(keys_out, sorted, (end - begin) * sizeof(Word));
    } else {
      for (std::uint64_t i = 0; i < end - begin; ++i) {
        keys_out[i] = code.decode(key_of(sorted[i]));
        if constexpr (has_values) problem.values_out[begin + i] = sorted[i].value;
      }
    }
  }

  /// Sorts ranges of keys, one after the other. `bits` and `range` are of encoded keys.
  template <class Code>
  void sort_ranges(const Code& code, const sorted_bits& bits, const key_range<Word>& range) const {
    using order = kernel::integer_order<Word>;
    const int equal = range.equal_bits();
    const int span = range.span() - equal;
    const auto part = compared_part<Word, order>::of(bits);
    const auto distance_of = [&](int shift) {
      return [=](Word key) OMPRIM_INLINE_LAMBDA {
        return part_distance<Word, order>{part, range.least, shift}(code.encode(key));
      };
    };
    const auto needed = leading_bits::of(problem.keys, problem.n, distance_of(equal), span);
    if constexpr (std::is_same_v<Code, floats>) {
      if (bits.last - bits.first == 8 * sizeof(Word)) {
        using rank_type = linear_rank<Word>;
        const auto rank = rank_type::of(code.decode(range.least), code.decode(range.most));
        if (rank.scale != 0) {  // infinite keys have no ranks
          const auto linear = leading_bits::of(problem.keys, problem.n, rank, rank_type::bits);
          if (linear.least < needed.least) {
            const int leading = ranges_type::bits_for(problem.n, linear, rank_type::bits);
            return split_and_sort(code, bits, rank.with_bits(leading), leading);
          }
        }
      }
    }
    const int leading = ranges_type::bits_for(problem.n, needed, span);
    split_and_sort(code, bits, distance_of(equal + span - leading), leading);
  }

  /// The `leading` bits of digit(key) ascend with the keys.
  template <class Code, class Digit>
  void split_and_sort(const Code& code, const sorted_bits& bits, const Digit digit,
                      int leading) const {
    record* const records = first();
    ranges_type ranges(block + record_sorter<Word, Value>::room);
    ranges.split(
        problem.n, input(code),
        [=, keys = problem.keys](std::uint64_t i) OMPRIM_INLINE_LAMBDA { return digit(keys[i]); },
        leading, records);
    const record_sorter<Word, Value> sorter(bits, block);
    ranges.for_each([&](std::uint64_t begin, std::uint64_t end) {
      record* other = records + problem.n;  // in a cache since the range before
      if constexpr (!has_values) {
        if (end - begin > spare_of(problem.n)) other = problem.keys_out + begin;
      }
      write(sorter.sort(records + begin, end - begin, other), begin, end, code);
    });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
