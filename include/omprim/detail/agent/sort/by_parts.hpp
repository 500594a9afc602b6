// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <omprim/detail/agent/sort/key_sorter.hpp>
#include <omprim/detail/agent/sort/key_splitter.hpp>
#include <omprim/detail/agent/sort/network_sorter.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sorted_sample.hpp>
#include <omprim/detail/agent/sort/split_parts.hpp>
#include <omprim/detail/agent/sort/survey_keys.hpp>
#include <omprim/detail/base/abi.hpp>

/// A sort of keys without values by threads of a processor.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The first group of each part sorts it.
template <class Word, bool is_floating>
struct alignas(8) sort_parts {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};
  using sorter = key_sorter<Word, is_floating>;
  using part_type = key_part<key_splitter<Word, is_floating>>;

  sort_problem<Word, no_value> problem;
  const part_type* parts;
  Word* memory;  ///< room() words of each group

  static std::uint64_t room() { return sorter::network::room(sorter::network::most); }

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const part_type& part = part_of_group(parts, group.id());
    if (part.first_group != group.id()) return;
    sorter(problem.compared, memory + group.id() * room())
        .sort(problem.keys_out + part.begin, part.size());
  }
};

/// Phases, each a launch:
///   (1) Keys in order, or in the reverse one, are copied.
///   (2) All threads split the keys by a pivot, each its share in place, and swap keys of their
///       shares; then some of the threads split each part, until each has a part.
///   (3) Each thread sorts a part (key_sorter.hpp).
/// Works in place. All bits are compared.
template <class Backend, class Word, bool is_floating>
class sort_by_parts {
 public:
  using problem_type = sort_problem<Word, no_value>;

  /// Returns false, and has written nothing, if keys are NaN, or many where splits take longer than
  /// digits.
  static bool run(Backend& backend, const problem_type& problem, std::uint64_t threads) {
    Word* const memory = backend.template scratch<Word>(threads * sorting::room());
    return sort_by_parts(backend, problem, threads, memory).run();
  }

 private:
  using splitter = key_splitter<Word, is_floating>;
  using sample = sorted_sample<Word, is_floating>;
  using part_type = key_part<splitter>;
  using sorting = sort_parts<Word, is_floating>;

  sort_by_parts(Backend& backend, const problem_type& problem, std::uint64_t threads, Word* memory)
      : backend_(backend), problem_(problem), threads_(threads), memory_(memory) {}

  bool run() {
    const sample some = sample_of(problem_.keys, problem_.n);
    if (!splits_keys<Word, no_value> && !some.has_duplicates()) return false;
    std::vector<key_condition> conditions(threads_);
    launch(survey_order<Word, is_floating>{problem_, conditions.data()});
    key_condition all = conditions[0];
    for (const key_condition& each : conditions) all.join(each);
    if (all.order.is_either()) {
      launch(copy_ordered<Word, no_value>{problem_, !all.order.in_order});
      return true;
    }
    if (all.has_nan) return false;
    split(some);
    launch(sorting{problem_, parts_.data(), memory_});
    return true;
  }

  void split(const sample& first) {
    parts_ = {{0, problem_.n, 0, threads_, false, {}}};
    choose_pivot(parts_[0], first);
    std::vector<std::uint64_t> lesser(threads_);
    for (bool copies = true; copies || is_any_split(); copies = false) {
      launch(split_shares<Word, is_floating>{problem_, parts_.data(), lesser.data(), copies});
      const swap_shares<Word, is_floating> swaps{problem_.keys_out, parts_.data(), lesser.data()};
      launch(swaps);
      std::vector<part_type> next;
      for (const part_type& part : parts_) {
        if (part.is_split) {
          add_halves(next, part, swaps.middle_of(part));
        } else {
          next.push_back(part);
        }
      }
      parts_ = std::move(next);
    }
  }
  [[nodiscard]] bool is_any_split() const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const auto& part) { return part.is_split; });
  }

  /// Adds the parts of a part, with groups in the ratio of their lengths.
  void add_halves(std::vector<part_type>& next, const part_type& part, std::uint64_t middle) const {
    const std::uint64_t lesser = middle - part.begin;
    if (lesser == 0 || middle == part.end) {  // it is not split any more
      next.push_back({part.begin, part.end, part.first_group, part.groups, false, {}});
      return;
    }
    const std::uint64_t wanted = (2 * part.groups * lesser + part.size()) / (2 * part.size());
    const std::uint64_t groups = std::clamp<std::uint64_t>(wanted, 1, part.groups - 1);
    const part_type halves[] = {
        {part.begin, middle, part.first_group, groups, false, {}},
        {middle, part.end, part.first_group + groups, part.groups - groups, false, {}}};
    for (part_type half : halves) {
      if (half.groups > 1 && half.size() >= sort_policy::split_by_thread * half.groups) {
        choose_pivot(half, sample_of(problem_.keys_out + half.begin, half.size()));
      }
      next.push_back(half);
    }
  }
  /// Equal keys are not split: to sort them takes less time.
  void choose_pivot(part_type& part, const sample& some) const {
    part.is_split = !some.are_equal();
    part.pivot = some.pivot(splitter(problem_.compared), part.groups / 2, part.groups);
  }
  [[nodiscard]] sample sample_of(const Word* keys, std::uint64_t n) const {
    return {keys, n, network_sorter<Word, is_floating>(problem_.compared, memory_)};
  }

  template <class Kernel>
  void launch(const Kernel& kernel) {
    backend_.launch(threads_, kernel);
    backend_.record(1, threads_, threads_, 0);
  }

  Backend& backend_;
  const problem_type& problem_;
  std::uint64_t threads_;
  Word* memory_;
  std::vector<part_type> parts_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
