// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/runs/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/reducer/runs.hpp>
#include <omprim/detail/simd/choose.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>
#include <omprim/tuning.hpp>

/// A tile of runs (agent/runs/tile.hpp) on one thread, which goes from head to head in words of 64
/// head flags.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Whether a scanner adds.
template <class Scanner>
inline constexpr bool adds = false;
template <class T, class V, class Out>
inline constexpr bool adds<bits_scanner<T, V, add_policy, Out>> = true;

template <class Runs, tuning t>
class vector_run_tile {
  using scanner = typename Runs::scanner;
  using base = typename scanner::base;
  using V = typename base::accumulator;
  using A = typename Runs::accumulator;
  using group_type = vector_group<t.work_group_size>;
  static constexpr std::uint64_t length = static_cast<std::uint64_t>(t.tile());
  static constexpr std::uint64_t bits = 64;
  static_assert(length % bits == 0);
  static constexpr bool has_values = combines_values<Runs>;

 public:
  static constexpr bool needs_total = false;
  struct local_memory {};

  OMPRIM_INLINE void load(const group_type& /*group*/, const Runs& problem, std::uint64_t first,
                          local_memory& /*local*/) {
    first_ = first;
    end_ = problem.n - first < length ? problem.n : first + length;
  }

  [[nodiscard]] OMPRIM_INLINE A total(const group_type& /*group*/, const Runs& problem,
                                      local_memory& /*local*/) const {
    std::uint64_t heads = 0;
    std::uint64_t last = end_;
    for (std::uint64_t i = first_; i < end_; i += bits) {
      const std::uint64_t word = word_at(problem, i);
      heads += static_cast<std::uint64_t>(__builtin_popcountll(word));
      if (word != 0) last = i + bits - 1 - static_cast<std::uint64_t>(__builtin_clzll(word));
    }
    return {heads == 0 ? fold(problem, first_, end_) : begin(problem, last, end_), heads};
  }

  OMPRIM_INLINE A write(const group_type& /*group*/, const Runs& problem, const A& before,
                        local_memory& /*local*/) const {
    if constexpr (takes_elements<Runs>) {
      return take_elements(problem, before);
    } else {
      return write_results(problem, before);
    }
  }

 private:
  OMPRIM_INLINE A take_elements(const Runs& problem, const A& before) const {
    std::uint64_t heads = before.heads;
    for (std::uint64_t i = first_; i < end_; i += bits) {
      for (std::uint64_t word = word_at(problem, i); word != 0; word &= word - 1) {
        const auto k = static_cast<std::uint64_t>(__builtin_ctzll(word));
        problem.out[heads++] = problem.elements[i + k];
      }
    }
    if (end_ == problem.n) *problem.count = heads;
    return {before.value, heads};
  }

  OMPRIM_INLINE A write_results(const Runs& problem, const A& before) const {
    V value = before.value;
    std::uint64_t heads = before.heads;
    std::uint64_t open = first_;  // `value` has the elements of the run up to here
    const auto close = [&](std::uint64_t head) OMPRIM_INLINE_LAMBDA {
      value = base::combine(value, fold(problem, open, head));
      if (heads != 0) problem.out[heads - 1] = Runs::result(value, head);
      ++heads;
      value = begin(problem, head, head + 1);
      open = head + 1;
    };
    for (std::uint64_t i = first_; i < end_; i += bits) {
      std::uint64_t word = word_at(problem, i);
      if constexpr (has_values) {
        const bool is_dense = __builtin_popcountll(word) >= run_policy::dense_heads;
        if (is_dense && end_ - i >= bits) {
          const int first = __builtin_ctzll(word);
          close(i + static_cast<std::uint64_t>(first));
          heads = each_element(problem, i, first + 1, word, heads, value);
          open = i + bits;
          continue;
        }
      }
      for (; word != 0; word &= word - 1) {
        close(i + static_cast<std::uint64_t>(__builtin_ctzll(word)));
      }
    }
    value = base::combine(value, fold(problem, open, end_));
    if (end_ == problem.n) {
      problem.out[heads - 1] = Runs::result(value, end_);
      *problem.count = heads;
    }
    return {value, heads};
  }

  /// The head flags of the elements [i, i + 64); those past the last element are 0.
  static OMPRIM_INLINE std::uint64_t word_at(const Runs& problem, std::uint64_t i) {
    std::uint64_t word = 0;
    __builtin_memcpy(&word, problem.heads().flags + i / 8, sizeof(word));
    return word | (i == 0 ? 1 : 0);
  }

  /// The elements [i, end), without a head.
  static OMPRIM_INLINE V fold(const Runs& problem, std::uint64_t i, std::uint64_t end) {
    if constexpr (!has_values) {
      return base::template identity<1>();
    } else {
      constexpr int lanes = has_vectors<typename base::element> && base::commutes ? t.lanes : 1;
      auto all = base::template identity<1>();
      if (end - i < static_cast<std::uint64_t>(lanes)) {
        for (; i < end; ++i) all = base::combine(all, value_at(problem, i));
        return all;
      }
      return fold_range<base, lanes>(problem.values, i, end);
    }
  }
  /// The elements [head, end), which begin a run.
  static OMPRIM_INLINE V begin(const Runs& problem, std::uint64_t head, std::uint64_t end) {
    if constexpr (has_values) {
      return base::combine(value_at(problem, head), fold(problem, head + 1, end));
    } else {
      return head;
    }
  }
  static OMPRIM_INLINE V value_at(const Runs& problem, std::uint64_t i) {
    return base::template lift<1>(problem.values[i], i);
  }

  /// Combines the next element with those of its run so far, or begins a run with it.
  static OMPRIM_INLINE V go_on(V all, V next, bool is_head) {
    using element = typename base::element;
    // Compilers make no branch of sums of integers, nor of floats where vectors have masks.
    constexpr bool has_masks = std::is_floating_point_v<element> && vector_bytes == 64;
    if constexpr ((std::is_integral_v<element> && adds<base>) || has_masks) {
      return is_head ? next : base::combine(all, next);
    } else if constexpr (std::is_integral_v<V>) {
      const V none = base::template identity<1>();
      return base::combine(choose(is_head, none, all), next);
    } else {
      return choose(is_head, next, base::combine(all, next));
    }
  }

  /// Goes through the elements [i + k, i + 64) of a word with many heads, without branches: each
  /// one writes the result of its run so far, which stays if the next one is a head. The last run
  /// is left open. Returns the number of heads.
  static OMPRIM_INLINE std::uint64_t each_element(const Runs& problem, std::uint64_t i, int k,
                                                  std::uint64_t word, std::uint64_t heads,
                                                  V& value) {
    const int last = 63 - __builtin_clzll(word);
    auto* out = problem.out + (heads - 1);
    V all = value;
    for (; k < last; ++k) {
      *out = Runs::result(all, 0);
      const bool is_head = (word >> k & 1) != 0;
      out += is_head ? 1 : 0;
      const V next = value_at(problem, i + static_cast<std::uint64_t>(k));
      all = go_on(all, next, is_head);
    }
    heads = static_cast<std::uint64_t>(out - problem.out) + 1;
    if (k == last) {
      problem.out[heads - 1] = Runs::result(all, 0);
      all = value_at(problem, i + static_cast<std::uint64_t>(k));
      ++heads;
      ++k;
    }
    for (; k < static_cast<int>(bits); ++k) {
      all = base::combine(all, value_at(problem, i + static_cast<std::uint64_t>(k)));
    }
    value = all;
    return heads;
  }

  std::uint64_t first_;
  std::uint64_t end_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
