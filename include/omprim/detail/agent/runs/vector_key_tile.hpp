// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/reducer/runs.hpp>
#include <omprim/tuning.hpp>

/// A tile of keys whose runs are found and reduced at once (agent/runs/tile.hpp), on one thread: a
/// loop over the elements. For a host that OpenMP takes for a device; other hosts find runs first.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Runs, tuning t>
class vector_key_tile {
  using scanner = typename Runs::scanner;
  using base = typename scanner::base;
  using V = typename base::accumulator;
  using A = typename Runs::accumulator;
  using group_type = vector_group<t.work_group_size>;
  static constexpr auto length = static_cast<std::uint64_t>(t.tile());

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
    return go_through(problem, scanner::template identity<1>(),
                      [](std::uint64_t, const A&) OMPRIM_INLINE_LAMBDA {});
  }

  OMPRIM_INLINE A write(const group_type& /*group*/, const Runs& problem, const A& before,
                        local_memory& /*local*/) const {
    const A all =
        go_through(problem, before, [&](std::uint64_t head, const A& so_far) OMPRIM_INLINE_LAMBDA {
          if (head != problem.key_count()) problem.unique[so_far.heads] = problem.keys[head];
          if constexpr (takes_elements<Runs>) {
            if (head != problem.key_count()) problem.out[so_far.heads] = problem.elements[head];
          } else if (so_far.heads != 0) {
            problem.out[so_far.heads - 1] = Runs::result(so_far.value, head);
          }
        });
    if (end_ == problem.n) *problem.count = all.heads - 1;
    return all;
  }

 private:
  /// Calls at_head(head, combination of all elements before it) for each head.
  template <class Function>
  OMPRIM_INLINE A go_through(const Runs& problem, A all, Function&& at_head) const {
    const auto equality = problem.equality();
    for (std::uint64_t i = first_; i < end_; ++i) {
      const bool is_end = i == problem.key_count();
      const bool is_head =
          i == 0 || is_end || equality.differ(problem.keys[i - 1], problem.keys[i]);
      if (is_head) at_head(i, all);
      const V own = is_end ? base::template identity<1>() : value_of(problem, i, is_head);
      all = scanner::combine(all, A{own, is_head ? std::uint64_t{1} : std::uint64_t{0}});
    }
    return all;
  }

  /// What is combined: a value, or the position of the last head.
  static OMPRIM_INLINE V value_of(const Runs& problem, std::uint64_t i, bool is_head) {
    if constexpr (combines_values<Runs>) {
      return base::template lift<1>(problem.values[i], i);
    } else {
      return is_head ? i : 0;
    }
  }

  std::uint64_t first_;
  std::uint64_t end_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
