// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/agent/sort/sort_records.hpp>
#include <omprim/detail/agent/sort/split_keys.hpp>
#include <omprim/detail/agent/sort/survey_keys.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/cache_line.hpp>

/// The temporary memory of a sort by ranges.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Parts of one block, each at the begin of a cache line.
template <class Word, class Value>
struct range_memory {
  using record = sort_record<Word, Value>;

  key_survey<Word>* surveys;  ///< by each thread
  std::uint32_t* taken;       ///< ranges
  std::uint32_t* digits;      ///< of key_ranges
  std::uint32_t* tables;      ///< a sorter's, for each thread
  record* records;
  /// For ranges of up to key_ranges::most() records, of each thread: they stay in its caches.
  record* spares;
  record* second;  ///< for longer ranges; without values, that is the output

  static range_memory at(void* block, const key_ranges& ranges) {
    range_memory memory{};
    auto* place = static_cast<unsigned char*>(block);
    memory.for_each_part(ranges, [&]<class T>(T*& part, std::uint64_t count) {
      part = reinterpret_cast<T*>(place);
      place += bytes_of<T>(count);
    });
    return memory;
  }
  [[nodiscard]] static std::uint64_t bytes(const key_ranges& ranges) {
    range_memory unused{};
    std::uint64_t sum = 0;
    unused.for_each_part(
        ranges, [&]<class T>(T*& /*part*/, std::uint64_t count) { sum += bytes_of<T>(count); });
    return sum;
  }

 private:
  /// Calls f(part, count) with each pointer and the number of its elements.
  template <class Function>
  void for_each_part(const key_ranges& ranges, Function&& f) {
    const std::uint64_t n = ranges.keys();
    const std::uint64_t threads = ranges.threads();
    f(surveys, threads);
    f(taken, std::uint64_t{1});
    f(digits, ranges.room());
    f(tables, threads * record_sorter<Word, Value>::room);
    f(records, n);
    f(spares, threads * ranges.most());
    if constexpr (sort_problem<Word, Value>::has_values) f(second, n);
  }
  /// The bytes of a part, up to where the next one begins.
  template <class T>
  static std::uint64_t bytes_of(std::uint64_t count) {
    constexpr std::uint64_t line = cache_line_bytes;
    return (count * sizeof(T) + line - 1) / line * line;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
