// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/leading_bits.hpp>
#include <omprim/detail/agent/sort/ordered_floats.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/problem_records.hpp>
#include <omprim/detail/agent/sort/range_memory.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/agent/sort/sort_records.hpp>
#include <omprim/detail/agent/sort/split_keys.hpp>
#include <omprim/detail/agent/sort/survey_keys.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// A sort of many keys by threads of a processor.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Groups take ranges of records, sort them, and write them to the output.
template <class Word, class Value, class Code>
struct alignas(8) sort_key_ranges {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};
  using record = sort_record<Word, Value>;

  sort_problem<Word, Value> problem;
  Code code;
  sorted_bits bits;  ///< of the keys of records
  key_ranges ranges;
  range_memory<Word, Value> memory;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    std::uint32_t* const tables = memory.tables + group.id() * record_sorter<Word, Value>::room;
    record* const spare = memory.spares + group.id() * ranges.most();
    for (;;) {
      const std::uint32_t range = kernel::fetch_add_shared(memory.taken, std::uint32_t{1});
      if (range >= ranges.count()) return;
      const kernel::share part = ranges[range];
      const std::uint64_t count = part.end - part.begin;
      record* const other = count <= ranges.most() ? spare : second() + part.begin;
      const record_sorter<Word, Value> sorter(bits, tables);
      write_records(problem, sorter.sort(memory.records + part.begin, count, other), part, code);
    }
  }

 private:
  [[nodiscard]] OMPRIM_INLINE record* second() const {
    if constexpr (sort_problem<Word, Value>::has_values) {
      return memory.second;
    } else {
      return problem.keys_out;
    }
  }
};

/// Phases, each a launch in which a thread has a share:
///   (1) The least and the greatest key are found. Keys in order, or in the reverse one, are
///       copied.
///   (2) Keys are counted by a digit of the leading bits that decide (leading_bits.hpp).
///   (3) Records move to ranges of neighbouring digits (split_keys.hpp).
///   (4) Threads take ranges and sort each by digits, then by insertion (sort_records.hpp).
/// Stable, for any input without NaN.
template <class Backend, class Word, class Value>
class sort_by_ranges {
 public:
  using problem_type = sort_problem<Word, Value>;
  using memory_type = range_memory<Word, Value>;

  /// Returns false, and has written nothing, if keys are NaN, or if one range has so many keys that
  /// other threads would wait for it.
  static bool run(Backend& backend, const problem_type& problem, std::uint64_t threads) {
    const key_ranges ranges(problem.n, sizeof(record), threads);
    void* const block =
        backend.template scratch<std::uint64_t>(memory_type::bytes(ranges) / sizeof(std::uint64_t));
    sort_by_ranges sort(backend, problem, ranges, memory_type::at(block, ranges));
    return sort.run();
  }

 private:
  using record = sort_record<Word, Value>;
  using floats = ordered_floats<Word>;

  /// The distance of the key of a record from the first one, without its lowest bits.
  template <class Code>
  struct record_distance {
    Code code;
    integer_rank<Word> rank;
    Word mask;
    OMPRIM_INLINE Word operator()(Word key) const { return rank(code.encode(key)) & mask; }
  };

  sort_by_ranges(Backend& backend, const problem_type& problem, const key_ranges& ranges,
                 const memory_type& memory)
      : backend_(backend), problem_(problem), ranges_(ranges), memory_(memory) {}

  bool run() {
    launch(survey_keys<Word, Value>{problem_, memory_.surveys});
    key_survey<Word> all = memory_.surveys[0];
    for (std::uint64_t i = 1; i < ranges_.threads(); ++i) all.join(memory_.surveys[i]);
    const sorted_bits& bits = problem_.compared;
    if (all.order.is_either()) {
      launch(copy_ordered<Word, Value>{problem_, !all.order.in_order});
      return true;
    }
    if (all.range.has_nan(bits)) return false;
    return bits.kind == kernel::key_kind::floating
               ? sort_floats(all.range)
               : sort_by_distance(unchanged_keys{}, bits, all.range);
  }

  bool sort_floats(const key_range<Word>& range) {
    const sorted_bits& bits = problem_.compared;
    const floats code = floats::of(bits.descending);
    const sorted_bits ordered = floats::bits_of(bits);
    if (!compares_all<Word>(bits)) {
      return sort_by_distance(code, ordered, key_range<Word>::any(bits.last - bits.first));
    }
    using rank_type = linear_rank<Word>;
    const auto rank = rank_type::of(code.decode(range.least), code.decode(range.most));
    if (rank.scale != 0) {  // infinite keys have no ranks
      const auto needed = leading_bits_of(rank, rank_type::bits);
      const auto by_distance = leading_bits_of(distance(code, ordered, range, range.equal_bits()),
                                               range.span() - range.equal_bits());
      if (needed.least < by_distance.least) {
        ranges_.choose(needed, rank_type::bits, memory_.digits);
        return split_and_sort(code, ordered, rank.with_bits(ranges_.bits()));
      }
    }
    return sort_by_distance(code, ordered, range);
  }

  /// `bits` and `range` are of encoded keys.
  template <class Code>
  bool sort_by_distance(const Code& code, const sorted_bits& bits, const key_range<Word>& range) {
    const int equal = range.equal_bits();
    const int span = range.span() - equal;
    ranges_.choose(leading_bits_of(distance(code, bits, range, equal), span), span, memory_.digits);
    return split_and_sort(code, bits, distance(code, bits, range, equal + span - ranges_.bits()));
  }
  template <class Code>
  static record_distance<Code> distance(const Code& code, const sorted_bits& bits,
                                        const key_range<Word>& range, int shift) {
    auto rank = integer_rank<Word>::of(bits, range.least);
    rank.shift += shift;
    return {code, rank,
            static_cast<Word>(key_range<Word>::any(bits.last - bits.first).most >> shift)};
  }
  template <class Rank>
  [[nodiscard]] leading_bits leading_bits_of(const Rank& rank, int span) const {
    return leading_bits::of(problem_.keys, problem_.n, rank, span);
  }

  template <class Code, class Digit>
  bool split_and_sort(const Code& code, const sorted_bits& bits, const Digit& digit) {
    launch(count_range_digits<Word, Digit>{problem_.keys, digit, ranges_});
    ranges_.begin_ranges();
    const std::uint64_t threads = ranges_.threads();
    if (threads > 1 && ranges_.longest() > 2 * problem_.n / threads) return false;
    using load_type = encoded_records<Word, Value, Code>;
    launch(move_to_ranges<Word, record, load_type, Digit>{
        problem_.keys, load_type::of(problem_, code), digit, ranges_, memory_.records});
    *memory_.taken = 0;
    launch(sort_key_ranges<Word, Value, Code>{problem_, code, bits, ranges_, memory_});
    return true;
  }

  template <class Kernel>
  void launch(const Kernel& kernel) {
    const std::uint64_t threads = ranges_.threads();
    backend_.launch(threads, kernel);
    backend_.record(1, threads, threads, 0);
  }

  Backend& backend_;
  const problem_type& problem_;
  key_ranges ranges_;
  memory_type memory_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
