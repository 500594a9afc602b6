// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/histogram/global_bins.hpp>
#include <omprim/detail/agent/sort/by_one_group.hpp>
#include <omprim/detail/agent/sort/copy_sorted.hpp>
#include <omprim/detail/agent/sort/count_digits.hpp>
#include <omprim/detail/agent/sort/memory.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/radix_pass.hpp>
#include <omprim/detail/agent/sort/steps.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/tuning.hpp>

/// The launches of a radix sort.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Word, class Value, tuning t>
struct radix_sort {
  using problem_type = sort_problem<Word, Value>;
  using data = sorted_data<Word, Value>;
  using memory_type = sort_memory<Word, Value>;
  static constexpr std::uint64_t most_keys = sort_policy::most_keys;

  template <class Backend>
  static void run(Backend& backend, const problem_type& problem) {
    if (problem.n == 0) return;
    const std::uint64_t tiles = tiles_of(std::min(problem.n, most_keys));
    void* const block = backend.template scratch<std::uint64_t>(
        memory_type::bytes(problem.n, tiles) / sizeof(std::uint64_t));
    if (Backend::is_device &&
        problem.n <= sort_policy::tiles_of_one_group * simt_tile_length<data, t>) {
      backend.launch(1, sort_by_one_group<Word, Value, t>{problem, block, tiles, totals(backend),
                                                          backend.tickets()});
      backend.record(1, 1, t.work_group_size, 0);
      return;
    }
    const auto memory = memory_type::at(block, problem.n, tiles);
    const digit_report report = count(backend, problem, memory, memory_type::words_of(tiles));
    int parity = 0;
    for_each_step(
        problem, report, memory,
        [&](const data& arrays, bool positions) { copy(backend, arrays, positions); },
        [&](const data& arrays, bool positions, int pass) {
          move(backend, arrays, memory, problem.compared.digit(pass), memory.begin_of(pass),
               positions, parity);
        });
  }

 private:
  /// The most tiles that the kinds of groups make of n keys.
  static std::uint64_t tiles_of(std::uint64_t n) {
    constexpr std::uint64_t length = shortest_radix_tile<Word, Value, t>;
    return (n + length - 1) / length;
  }

  /// The counts of all passes, 0 between calls.
  template <class Backend>
  static std::uint64_t* totals(Backend& backend) {
    return backend.template counters<std::uint64_t>(256 * sizeof(Word));
  }

  template <class Backend>
  static digit_report count(Backend& backend, const problem_type& problem,
                            const memory_type& memory, std::uint64_t words) {
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
                               source, totals(backend), memory.begin, report, backend.tickets(),
                               memory.words[0], words, problem.compared, 0});
    backend.record(1, groups, groups * t.work_group_size, groups * 256 * sizeof(Word));
    return *report;
  }

  template <class Backend>
  static void move(Backend& backend, data arrays, const memory_type& memory,
                   const kernel::digit_choice& digit, const std::uint64_t* begin, bool positions,
                   int& parity) {
    const std::uint64_t n = arrays.size;
    for (std::uint64_t first = 0; first < n; first += most_keys) {
      arrays.first = first;
      arrays.size = std::min(n - first, most_keys);
      const std::uint64_t groups = std::min<std::uint64_t>(
          tiles_of(arrays.size),
          backend.resident_groups(t.work_group_size, sort_policy::threads_per_unit));
      const digit_look_back look_back = memory.look_back(begin, parity);
      if (n > most_keys) {  // the launch before may have had fewer tiles
        backend.launch(groups,
                       clear_counts<t>{reinterpret_cast<std::int64_t*>(memory.words[parity]),
                                       tiles_of(most_keys) * digit_look_back::digits / 2});
        backend.record(1, groups, groups * t.work_group_size, 0);
      }
      kernel::with_digit_type<Word>(digit.kind, [&](auto type) {
        using pass = radix_pass<Word, Value, decltype(type), t>;
        backend.launch(groups,
                       pass{arrays, look_back, backend.tickets(), digit, positions ? 1U : 0U});
      });
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
