// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <omprim/detail/agent/select/mark.hpp>
#include <omprim/detail/agent/select/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/aligned_block.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/reducer/selection.hpp>
#include <omprim/detail/reducer/selector.hpp>
#include <omprim/detail/simd/compress.hpp>
#include <omprim/detail/simd/fetch_ahead.hpp>
#include <omprim/detail/simd/policy.hpp>
#include <omprim/tuning.hpp>

/// A tile of a selection (agent/select/tile.hpp) on one thread.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The kept elements are counted first, and compressed to their place in the output when it is
/// known. In two cases they are moved to memory of the tile at once, and writing is a copy:
///   - in place;
///   - where packs are not compressed in registers: it would be expensive to evaluate the selector
///     twice.
template <class Selection, tuning t>
class vector_selected_tile {
  using T = typename Selection::element;
  using output = typename Selection::output;
  using group_type = vector_group<t.work_group_size>;
  static constexpr int lanes = t.lanes;
  static constexpr int length = static_cast<int>(t.tile());
  using policy = vector_select_policy;
  static constexpr std::uint64_t first_level = policy::first_level_bytes / sizeof(output);
  static constexpr bool halves = Selection::emits == emit::both_halves;
  static constexpr bool by_bits =
      lanes > 1 &&
      lanes >= compress_lanes<T>&& selects_lanes<typename Selection::selector, T, lanes>;
  static constexpr bool by_lanes =
      by_bits && Selection::emits != emit::indices && compress_lanes<T> > 1;
  static constexpr int most_in_part =
      policy::bytes_of_part / static_cast<int>(sizeof(output)) / (halves ? 2 : 1);
  static constexpr int part = length < most_in_part ? length : most_in_part;
  /// Room for `elements` elements, since compress() writes some elements past the last one.
  static constexpr int room_for(int elements) { return elements + (by_lanes ? 16 : 0); }

 public:
  struct local_memory {
    output kept[room_for(part)];
    output left[halves ? room_for(part) : 1];
    aligned_block whole;  ///< see whole_tile
  };

  OMPRIM_INLINE void load(const group_type& /*group*/, const Selection& problem,
                          std::uint64_t first, local_memory& /*local*/) {
    first_ = first;
    count_ = problem.n - first < length ? static_cast<int>(problem.n - first) : length;
    if constexpr (notes_marks<Selection>) mark<by_bits ? lanes : 1>(problem, first, count_);
  }

  [[nodiscard]] OMPRIM_INLINE std::uint64_t count(const group_type& /*group*/,
                                                  const Selection& problem,
                                                  const local_memory& /*local*/) const {
    return with_simplified(problem.keeps, [&](const auto& keeps) OMPRIM_INLINE_LAMBDA {
      int i = 0;
      std::uint64_t kept = 0;
      if constexpr (by_bits) {
        const std::uint64_t ahead = bytes_ahead(problem);
        i = for_each_pack(problem.data + first_, ahead, 0, count_,
                          [&](int at) OMPRIM_INLINE_LAMBDA {
                            kept += static_cast<std::uint64_t>(
                                __builtin_popcountll(bits_at(keeps, load_at(problem, at), at)));
                          });
      }
      for (; i < count_; ++i) {
        const std::uint64_t index = first_ + static_cast<std::uint64_t>(i);
        kept += keeps(problem.data[index], index) ? 1 : 0;
      }
      return kept;
    });
  }

  OMPRIM_INLINE std::uint64_t select(const group_type& group, const Selection& problem,
                                     local_memory& local) {
    if (counts_first(problem)) {
      kept_ = static_cast<int>(count(group, problem, local));
    } else {
      output* const kept = whole_tile(local);
      kept_ =
          move<lane_store::whole>(problem, problem.keeps, 0, count_, kept, kept + room_for(length));
    }
    return static_cast<std::uint64_t>(kept_);
  }

  OMPRIM_INLINE void write(const group_type& group, const Selection& problem, std::uint64_t before,
                           local_memory& local) const {
    if (counts_first(problem)) {
      const auto end = first_ + static_cast<std::uint64_t>(count_);
      (void)select_and_write(group, problem, before, plan_stores(problem, first_, end), local);
      return;
    }
    const output* const kept = whole_tile(local);
    copy(problem.selected + before, kept, kept_);
    if constexpr (halves) {
      copy(problem.rejected + (first_ - before), kept + room_for(length), count_ - kept_);
    }
  }

  /// How the kept elements of a range are stored: elements before index `whole` as whole registers,
  /// the others as `rest` says.
  struct store_plan {
    std::uint64_t whole;
    lane_store rest;
  };

  /// Chooses how the kept elements of [begin, end) are stored, by a sample at the end of the range:
  ///   - lane_store::direct if the processor has a fast compress-store, unless the range is long
  ///     and much of it is kept.
  ///   - Otherwise lane_store::whole, up to the last point after which at least a register's worth
  ///     of elements is kept: they overwrite the surplus lanes of the last whole register.
  ///   - lane_store::masked for the rest, and for all of a long range if much of it is kept: its
  ///     output is in the second-level cache, where a store to an additional cache line costs time.
  static OMPRIM_INLINE store_plan plan_stores(const Selection& problem, std::uint64_t begin,
                                              std::uint64_t end) {
    if constexpr (by_lanes) {
      if (is_in_place(problem)) return {begin, lane_store::masked};
      constexpr auto wide = static_cast<std::uint64_t>(lanes);
      const bool is_direct = compresses_into_memory();
      const bool is_long = compresses_exactly && end - begin > first_level;
      if (is_direct && !is_long) return {begin, lane_store::direct};
      const std::uint64_t sample = is_long ? policy::sampled_packs * wide : 0;
      const std::uint64_t last_look = end - (end - begin) / policy::sampled_part;
      std::uint64_t whole = begin;
      std::uint64_t kept = 0;
      std::uint64_t looked_at = 0;
      for (std::uint64_t i = end; i - begin >= wide && i > last_look;) {
        i -= wide;
        looked_at += wide;
        const auto values = load_pack<lanes, false>(problem.data + i);
        kept += static_cast<std::uint64_t>(
            __builtin_popcountll(problem.keeps.template lanes<lanes>(values, i)));
        if (whole == begin && kept >= wide && (!halves || looked_at - kept >= wide)) whole = i;
        if ((is_direct || whole != begin) && looked_at >= sample) break;
      }
      const bool is_dense = halves || kept * 16 > looked_at * (is_direct ? policy::dense_direct
                                                                         : policy::dense_whole);
      if (is_long && is_dense) return {begin, lane_store::masked};
      if (is_direct) return {begin, lane_store::direct};
      return {whole, lane_store::masked};
    }
    return {begin, lane_store::masked};
  }

  OMPRIM_INLINE std::uint64_t select_and_write(const group_type& /*group*/,
                                               const Selection& problem, std::uint64_t before,
                                               const store_plan& stores,
                                               local_memory& local) const {
    output* const keep = problem.selected + before;
    output* left = nullptr;
    if constexpr (halves) left = problem.rejected + (first_ - before);
    int i = 0;
    int kept = 0;
    if constexpr (by_lanes) {
      if (stores.whole > first_) {
        const std::uint64_t most = stores.whole - first_;
        i = most < static_cast<std::uint64_t>(count_) ? static_cast<int>(most) : count_;
        i = i / lanes * lanes;
      }
      kept = with_simplified(problem.keeps, [&](const auto& keeps) OMPRIM_INLINE_LAMBDA {
        if constexpr (compresses_exactly) {
          if (stores.rest == lane_store::direct) {
            return move<lane_store::direct>(problem, keeps, 0, count_, keep, left);
          }
        }
        const int first = move<lane_store::whole>(problem, keeps, 0, i, keep, left);
        if constexpr (!compresses_exactly) {
          return first;
        } else {
          return first + move<lane_store::masked>(problem, keeps, i, count_, keep + first,
                                                  halves ? left + (i - first) : nullptr);
        }
      });
      if constexpr (compresses_exactly) return static_cast<std::uint64_t>(kept);
    }
    for (; i < count_; i += part) {
      const int end = count_ - i < part ? count_ : i + part;
      const int mine =
          move<lane_store::whole>(problem, problem.keeps, i, end, local.kept, local.left);
      copy(keep + kept, local.kept, mine);
      if constexpr (halves) copy(left + (i - kept), local.left, end - i - mine);
      kept += mine;
    }
    return static_cast<std::uint64_t>(kept);
  }

 private:
  OMPRIM_INLINE auto load_at(const Selection& problem, int i) const {
    return load_pack<lanes, false>(problem.data + first_ + static_cast<std::uint64_t>(i));
  }
  template <class Keeps, class V>
  OMPRIM_INLINE std::uint64_t bits_at(const Keeps& keeps, const V& values, int i) const {
    return keeps.template lanes<lanes>(values, first_ + static_cast<std::uint64_t>(i));
  }

  /// Memory for the kept elements of a tile and, from room_for(length) on, for the others. It is on
  /// the heap: threads may have stacks of 64 kB, and a frame larger than a guard page may skip the
  /// guard page.
  static OMPRIM_INLINE output* whole_tile(local_memory& local) {
    if (local.whole.data() == nullptr) {
      constexpr auto elements = static_cast<std::size_t>(room_for(length)) * (halves ? 2 : 1);
      local.whole = aligned_block(elements * sizeof(output), alignof(output));
    }
    return static_cast<output*>(local.whole.data());
  }

  /// How far ahead the input is fetched, if it comes from memory; else 0.
  static OMPRIM_INLINE std::uint64_t bytes_ahead(const Selection& problem) {
    using fetches = vector_fetch_policy;
    return problem.n > fetches::cached_bytes / sizeof(T) ? fetches::bytes_ahead() : 0;
  }

  /// Calls f with the first element of each whole pack in [i, end); returns the end of the packs.
  /// Fetches `data` by `ahead` bytes in advance, unless `ahead` is 0.
  template <class Function>
  static OMPRIM_INLINE int for_each_pack(const T* data, std::uint64_t ahead, int i, int end,
                                         Function&& f) {
    constexpr int registers = lanes / compress_lanes<T>;
    constexpr int round = policy::registers_of_round;
    constexpr int packs = registers < round ? round / registers : 1;
    for (; i + packs * lanes <= end; i += packs * lanes) {
      fetch_ahead<packs * lanes* static_cast<int>(sizeof(T))>(data + i, ahead);
      for_packs(i, f, std::make_integer_sequence<int, packs>{});
    }
    for (; i + lanes <= end; i += lanes) f(i);
    return i;
  }
  template <class Function, int... k>
  static OMPRIM_INLINE void for_packs(int i, Function& f, std::integer_sequence<int, k...>) {
    (f(i + k * lanes), ...);
  }

  /// Moves the kept elements of [i, end) to `keep`, and the others to `left` if the selection has
  /// both halves; returns the number of kept elements. lane_store::whole needs some room past the
  /// last element. `problem` and `keeps` are copies that stay in registers, since no store can
  /// change them.
  template <lane_store how, class Keeps>
  OMPRIM_INLINE int move(const Selection problem, const Keeps keeps, int i, int end, output* keep,
                         [[maybe_unused]] output* left) const {
    constexpr bool exact = how != lane_store::whole;
    const int begin = i;
    int kept = 0;
    if constexpr (by_lanes) {
      constexpr std::uint64_t all = ~std::uint64_t(0) >> (64 - lanes);
      // Moves the lanes of the pack at `at`, from lane `done` on.
      const auto sort_pack = [&](int at, int done) OMPRIM_INLINE_LAMBDA {
        const auto values = load_at(problem, at);
        const std::uint64_t bits = bits_at(keeps, values, at);
        const std::uint64_t fresh = all >> done << done;
        if constexpr (halves) {
          compress<T, lanes, how>(left + (at + done - begin - kept), values, ~bits & fresh);
        }
        kept += compress<T, lanes, how>(keep + kept, values, bits & fresh);
      };
      // Not where much is written: stores wait for memory, too.
      const std::uint64_t ahead = how == lane_store::direct ? bytes_ahead(problem) : 0;
      i = for_each_pack(problem.data + first_, ahead, i, end,
                        [&](int at) OMPRIM_INLINE_LAMBDA { sort_pack(at, 0); });
      if constexpr (exact) {
        // If possible, the last pack begins before i: a loop would have a branch per element.
        if (i < end && first_ + static_cast<std::uint64_t>(end) >= lanes) {
          sort_pack(end - lanes, i + lanes - end);
          return kept;
        }
      }
    }
    for (; i < end; ++i) {
      const std::uint64_t index = first_ + static_cast<std::uint64_t>(i);
      const T value = problem.data[index];
      const bool is_kept = keeps(value, index);
      if (!exact || is_kept) keep[kept] = problem.emitted(value, index);
      if constexpr (halves) {
        if (!exact || !is_kept) left[i - begin - kept] = value;
      }
      kept += is_kept ? 1 : 0;
    }
    return kept;
  }

  /// Copies whole vectors, then the rest. memcpy would use `rep movsb` for some kB, which is very
  /// slow for unaligned outputs.
  static OMPRIM_INLINE void copy(output* to, const output* from, int count) {
    int i = 0;
    if constexpr (has_vectors<output>) {
      constexpr int wide = 64 / static_cast<int>(sizeof(output));
      for (; i + wide <= count; i += wide) {
        copy_pack<wide>(to + i, from + i);
        __asm__ volatile("" ::: "memory");  // else compilers turn the loop into memcpy
      }
    }
    if (i < count)
      std::memcpy(to + i, from + i, static_cast<std::size_t>(count - i) * sizeof(output));
  }

  /// Whether the kept elements are counted before they are compressed into their place.
  static OMPRIM_INLINE bool counts_first(const Selection& problem) {
    return by_lanes && !is_in_place(problem);
  }
  static OMPRIM_INLINE bool is_in_place(const Selection& problem) {
    const auto is_input = [&](const void* out) OMPRIM_INLINE_LAMBDA { return out == problem.data; };
    if constexpr (halves) {
      if (is_input(problem.rejected)) return true;
    }
    return is_input(problem.selected);
  }

  std::uint64_t first_;
  int count_;
  int kept_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
