// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/copy_sorted.hpp>
#include <omprim/detail/agent/sort/count_digits.hpp>
#include <omprim/detail/agent/sort/memory.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/radix_pass.hpp>
#include <omprim/detail/agent/sort/steps.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/tuning.hpp>

/// A radix sort by one group, in one launch.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Runs the kernels of the other launches one after the other. For a few tiles, this takes less
/// time than their launches.
template <class Word, class Value, tuning t>
struct alignas(8) sort_by_one_group {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr tuning reading{t.work_group_size, 2, 4};
  using count_kernel = count_digits<Word, reading, kernel::array_source<Word>>;
  using copy_kernel = copy_sorted<Word, Value, t>;
  template <class Digit>
  using pass_kernel = radix_pass<Word, Value, Digit, t>;
  using integer_pass = pass_kernel<kernel::integer_digit<Word>>;
  using floating_pass = pass_kernel<kernel::floating_digit<Word>>;

  template <class Group>
  struct local_memory {
    union {
      typename count_kernel::template local_memory<Group> count;
      typename copy_kernel::template local_memory<Group> copy;
      typename integer_pass::template local_memory<Group> integers;
      typename floating_pass::template local_memory<Group> floats;
    };
    digit_report report;

    OMPRIM_INLINE auto& of(const kernel::integer_digit<Word>& /*type*/) { return integers; }
    OMPRIM_INLINE auto& of(const kernel::floating_digit<Word>& /*type*/) { return floats; }
  };

  sort_problem<Word, Value> problem;
  void* block;  ///< of sort_memory
  std::uint64_t tiles;
  std::uint64_t* totals;
  unsigned* tickets;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const auto memory = sort_memory<Word, Value>::at(block, problem.n, tiles);
    count_kernel{kernel::make_source(problem.keys, problem.n),
                 totals,
                 memory.begin,
                 &local.report,
                 tickets,
                 memory.words[0],
                 memory.words_of(tiles),
                 problem.compared,
                 0}(group, local.count);
    kernel::finish_writes(group);
    int parity = 0;
    for_each_step(
        problem, local.report, memory,
        [&](const auto& arrays, bool positions) OMPRIM_INLINE_LAMBDA {
          copy_kernel{arrays, positions ? 1U : 0U}(group, local.copy);
          kernel::finish_writes(group);
        },
        [&](const auto& arrays, bool positions, int pass) OMPRIM_INLINE_LAMBDA {
          const auto look_back = memory.look_back(memory.begin_of(pass), parity);
          const kernel::digit_choice digit = problem.compared.digit(pass);
          kernel::with_digit_type<Word>(digit.kind, [&](auto type) OMPRIM_INLINE_LAMBDA {
            pass_kernel<decltype(type)>{arrays, look_back, tickets, digit, positions ? 1U : 0U}(
                group, local.of(type));
          });
          kernel::finish_writes(group);
          parity = 1 - parity;
        });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
