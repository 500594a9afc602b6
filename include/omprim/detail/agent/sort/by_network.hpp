// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/network_sorter.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/problem_records.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// A sort of few keys by one thread of a processor.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Copies keys that are in order, and sorts others by a network.
template <class Word, bool is_floating>
struct alignas(8) sort_by_network {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};
  using sorter = network_sorter<Word, is_floating>;

  sort_problem<Word, no_value> problem;
  Word* memory;         ///< of a sorter
  std::uint32_t* done;  ///< set to 0 if keys are NaN, else to 1

  template <class Group>
  OMPRIM_INLINE void operator()(Group& /*group*/, local_memory<Group>& /*local*/) const {
    using order =
        std::conditional_t<is_floating, kernel::floating_order<Word>, kernel::integer_order<Word>>;
    const sorted_bits& bits = problem.compared;
    const kernel::share all{0, problem.n};
    *done = 1;
    if (are_in_order(problem, all, order::of(bits.kind, bits.descending))) {
      copy_records(problem, all);
    } else if (!sorter(bits, memory).sort(problem.keys, problem.n, problem.keys_out)) {
      *done = 0;
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
