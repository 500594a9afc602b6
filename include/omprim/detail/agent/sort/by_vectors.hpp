// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/key_sorter.hpp>
#include <omprim/detail/agent/sort/native_keys.hpp>
#include <omprim/detail/agent/sort/network_sorter.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/problem_records.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/reducer/key_order.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// A sort of keys without values by one thread of a processor: copies keys in order, sorts few keys
/// by a network, few different ones by their counts, and others by splits. All bits are compared.
template <class Word, bool is_floating>
struct alignas(8) sort_by_vectors {
  static constexpr int work_group_size = 1;
  static constexpr bool often_alone = true;
  template <class Group>
  struct local_memory {};
  using network = network_sorter<Word, is_floating>;

  sort_problem<Word, no_value> problem;
  Word* memory;         ///< room() words
  std::uint32_t* done;  ///< set to 1; to 0 if keys are NaN, or many where splits take longer

  static std::uint64_t room(std::uint64_t n) { return network::room(std::min(n, network::most)); }

  template <class Group>
  OMPRIM_INLINE void operator()(Group& /*group*/, local_memory<Group>& /*local*/) const {
    using order =
        std::conditional_t<is_floating, kernel::floating_order<Word>, kernel::integer_order<Word>>;
    const sorted_bits& bits = problem.compared;
    *done = 1;
    if (copied_if_ordered(problem, order::of(bits.kind, bits.descending))) return;
    if (problem.n <= network::most) {
      if (!network(bits, memory).sort(problem.keys, problem.n, problem.keys_out)) *done = 0;
    } else if (!sort_many()) {
      *done = 0;
    }
  }

 private:
  [[nodiscard]] OMPRIM_INLINE bool sort_many() const {
    const key_sorter<Word, is_floating> sorter(problem.compared, memory);
    const auto sample = sorter.sample_of(problem.keys, problem.n);
    if (sorter.sort_by_counts(sample, problem.keys, problem.n, problem.keys_out)) return true;
    if (!splits_keys<Word, no_value> && !sample.has_duplicates()) return false;
    if (native_keys<Word, is_floating>::has_nan(problem.keys, problem.n)) return false;
    copy_records(problem, {0, problem.n});
    sorter.sort(problem.keys_out, problem.n);
    return true;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
