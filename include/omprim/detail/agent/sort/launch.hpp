// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/sort/memory.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_in_steps.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/tuning.hpp>

/// The launch of a radix sort.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Word, class Value, tuning t>
struct radix_sort {
  using data = sorted_data<Word, Value>;
  using memory_type = sort_memory<Word, Value>;

  /// A pass moves up to `most_keys` keys in one step.
  template <class Backend>
  static void run(Backend& backend, const sort_problem<Word, Value>& problem,
                  std::uint64_t most_keys = sort_policy::most_keys) {
    if (problem.n == 0) return;
    if constexpr (Backend::is_device && has_wider_tiles) {
      if (problem.n >= sort_policy::wider_tiles_from) {
        return radix_sort<Word, Value, wider_tiles>::run(backend, problem, most_keys);
      }
    }
    const std::uint64_t tiles = tiles_of(std::min(problem.n, most_keys));
    void* const block = backend.template scratch<std::uint64_t>(
        memory_type::bytes(problem.n, tiles) / sizeof(std::uint64_t));
    auto* const counters = backend.template counters<sort_counters<Word>>();
    const std::uint64_t groups = groups_of(backend, problem.n, tiles);
    kernel::with_digit_type<Word>(problem.compared.kind, [&](auto type) {
      backend.launch(groups, sort_in_steps<Word, Value, decltype(type), t>{problem, block, tiles,
                                                                           most_keys, counters});
    });
    backend.record(1, groups, groups * t.work_group_size, groups * 256 * sizeof(Word));
  }

 private:
  /// Many keys of 4 bytes with values of 8: in tiles of half as many keys again, more keys have the
  /// same digit, and are written to neighbouring places.
  static constexpr bool has_wider_tiles =
      sizeof(Word) == 4 && largest_of<data> == 8 && keys_of_item<data, t> == 16;
  static constexpr tuning wider_tiles{t.work_group_size, t.lanes, t.items_per_work_item * 3 / 2};

  /// The most tiles that the kinds of groups make of n keys.
  static std::uint64_t tiles_of(std::uint64_t n) {
    constexpr std::uint64_t length =
        std::min<std::uint64_t>(vector_tile_length<t>, simt_tile_length<data, t>);
    return (n + length - 1) / length;
  }

  template <class Backend>
  static std::uint64_t groups_of(Backend& backend, std::uint64_t n, std::uint64_t tiles) {
    // An item that counts digits has this number of keys or more: 64 bytes of them on a device.
    const std::uint64_t keys_of_item = Backend::is_device ? 64 / sizeof(Word) : 64;
    const std::uint64_t counting =
        n / (static_cast<std::uint64_t>(t.work_group_size) * keys_of_item);
    return std::clamp<std::uint64_t>(
        std::max(counting, tiles), 1,
        backend.resident_groups(t.work_group_size, sort_policy::threads_per_unit));
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
