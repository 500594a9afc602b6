// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <omprim/detail/agent/histogram/global_bins.hpp>
#include <omprim/detail/agent/sort/copy_sorted.hpp>
#include <omprim/detail/agent/sort/count_digits.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/radix_pass.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/tuning.hpp>

/// The launches of a radix sort.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The temporary memory of a sort, as parts of one block.
template <class Word, class Value>
struct sort_memory {
  static constexpr std::uint64_t alignment = 256;

  std::uint64_t* begin;  ///< of each pass and digit
  std::uint64_t* next_begin[2];
  std::uint32_t* words[2];
  Word* keys;
  Value* values;

  template <class Backend>
  static sort_memory make(Backend& backend, std::uint64_t n, std::uint64_t words) {
    const auto padded = [](std::uint64_t bytes) {
      return (bytes + alignment - 1) / alignment * alignment;
    };
    const std::uint64_t begin = padded(256 * sizeof(Word) * 8);
    const std::uint64_t next = padded(256 * 8);
    const std::uint64_t look_back = padded(words * 4);
    const std::uint64_t keys = padded(n * sizeof(Word));
    const std::uint64_t values =
        sorted_data<Word, Value>::has_values ? padded(n * sizeof(Value)) : 0;
    auto* place = reinterpret_cast<unsigned char*>(backend.template scratch<std::uint64_t>(
        (begin + 2 * next + 2 * look_back + keys + values) / 8));
    const auto take = [&](std::uint64_t bytes) { return std::exchange(place, place + bytes); };
    sort_memory memory{};
    memory.begin = reinterpret_cast<std::uint64_t*>(take(begin));
    for (auto& part : memory.next_begin) part = reinterpret_cast<std::uint64_t*>(take(next));
    for (auto& part : memory.words) part = reinterpret_cast<std::uint32_t*>(take(look_back));
    memory.keys = reinterpret_cast<Word*>(take(keys));
    memory.values = reinterpret_cast<Value*>(take(values));
    return memory;
  }
};

template <class Word, class Value, tuning t>
struct radix_sort {
  using problem_type = sort_problem<Word, Value>;
  using data = sorted_data<Word, Value>;
  static constexpr std::uint64_t most_keys = sort_policy::most_keys;

  template <class Backend>
  static void run(Backend& backend, const problem_type& problem) {
    if (problem.n == 0) return;
    const std::uint64_t most_tiles = tiles_of(std::min(problem.n, most_keys));
    const std::uint64_t words = most_tiles * digit_look_back::digits;
    const auto memory = sort_memory<Word, Value>::make(backend, problem.n, words);
    const digit_report report = count(backend, problem, memory, words);
    int left = 0;
    for (int pass = 0; pass < problem.compared.passes(); ++pass) left += report.decides[pass];
    // Passes go to and fro between the temporary memory and the output, where the last one ends.
    data arrays{problem.keys, problem.values, problem.keys_out, problem.values_out, 0, problem.n};
    bool positions = data::has_values && problem.values == nullptr;
    const bool in_place = problem.keys == problem.keys_out ||
                          (problem.values != nullptr && problem.values == problem.values_out);
    if (left == 0) {
      copy(backend, arrays, positions);
      return;
    }
    if (in_place && left % 2 == 1) {
      arrays.keys_out = memory.keys;
      arrays.values_out = memory.values;
      copy(backend, arrays, positions);
      positions = false;
      arrays.keys = memory.keys;
      arrays.values = memory.values;
    }
    int parity = 0;
    for (int pass = 0; pass < problem.compared.passes(); ++pass) {
      if (report.decides[pass] == 0) continue;
      --left;
      const bool to_output = left % 2 == 0;
      arrays.keys_out = to_output ? problem.keys_out : memory.keys;
      arrays.values_out = to_output ? problem.values_out : memory.values;
      move(backend, arrays, memory, problem.compared.digit(pass), memory.begin + 256 * pass,
           positions, parity);
      arrays.keys = arrays.keys_out;
      arrays.values = arrays.values_out;
      positions = false;
    }
  }

 private:
  /// The most tiles that the kinds of groups make of n keys.
  static std::uint64_t tiles_of(std::uint64_t n) {
    constexpr std::uint64_t length = shortest_radix_tile<Word, Value, t>;
    return (n + length - 1) / length;
  }

  template <class Backend>
  static digit_report count(Backend& backend, const problem_type& problem,
                            const sort_memory<Word, Value>& memory, std::uint64_t words) {
    constexpr tuning reading{t.work_group_size, Backend::is_device ? 16 / int(sizeof(Word)) : 1,
                             Backend::is_device ? 4 : 64};
    const auto source = kernel::make_source(problem.keys, problem.n);
    const std::uint64_t groups =
        std::max(std::clamp<std::uint64_t>(
                     problem.n / static_cast<std::uint64_t>(reading.tile()), 1,
                     backend.resident_groups(t.work_group_size, sort_policy::threads_per_unit)),
                 problem.n >> 31);
    auto* const report = backend.template result<digit_report>();
    backend.launch(groups, count_digits<Word, reading, kernel::array_source<Word>>{
                               source, backend.template counters<std::uint64_t>(256 * sizeof(Word)),
                               memory.begin, report, backend.tickets(), memory.words[0], words,
                               problem.compared, 0});
    backend.record(1, groups, groups * t.work_group_size, groups * 256 * sizeof(Word));
    return *report;
  }

  template <class Backend>
  static void move(Backend& backend, data arrays, const sort_memory<Word, Value>& memory,
                   const kernel::digit_choice& digit, const std::uint64_t* begin, bool positions,
                   int& parity) {
    const std::uint64_t n = arrays.size;
    for (std::uint64_t first = 0; first < n; first += most_keys) {
      arrays.first = first;
      arrays.size = std::min(n - first, most_keys);
      const std::uint64_t groups = std::min<std::uint64_t>(
          tiles_of(arrays.size),
          backend.resident_groups(t.work_group_size, sort_policy::threads_per_unit));
      const digit_look_back look_back{begin, memory.next_begin[parity], memory.words[parity],
                                      memory.words[1 - parity]};
      if (n > most_keys) {  // the launch before may have had fewer tiles
        backend.launch(groups,
                       clear_counts<t>{reinterpret_cast<std::int64_t*>(memory.words[parity]),
                                       tiles_of(most_keys) * digit_look_back::digits / 2});
        backend.record(1, groups, groups * t.work_group_size, 0);
      }
      const auto launch = [&](auto digit_type) {
        using pass = radix_pass<Word, Value, decltype(digit_type), t>;
        backend.launch(groups,
                       pass{arrays, look_back, backend.tickets(), digit, positions ? 1U : 0U});
      };
      if (digit.kind == kernel::key_kind::floating) {
        launch(kernel::floating_digit<Word>{});
      } else {
        launch(kernel::integer_digit<Word>{});
      }
      backend.record(1, groups, groups * t.work_group_size, 0);
      begin = memory.next_begin[parity];
      parity = 1 - parity;
    }
  }

  template <class Backend>
  static void copy(Backend& backend, const data& arrays, bool positions) {
    const std::uint64_t groups = std::clamp<std::uint64_t>(
        arrays.size / (16 * t.work_group_size), 1, backend.resident_groups(t.work_group_size));
    backend.launch(std::max(groups, arrays.size >> 30),
                   copy_sorted<Word, Value, t>{arrays, positions ? 1U : 0U});
    backend.record(1, groups, groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
