// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/runs/item_heads.hpp>
#include <omprim/detail/agent/scan/simt_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/detail/reducer/runs.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/tuning.hpp>

/// A tile of keys whose runs are found and reduced at once (agent/runs/tile.hpp), in a group of one
/// thread per item.
///   - A sub-group stages its part of the keys and values in local memory. An item takes
///     consecutive ones from there, and keeps a bit for each that is a head.
///   - One scan by shuffles tells each item the combination of the elements before its own, and how
///     many heads they have.
///   - Where values are combined, results and keys of heads take the places of elements in local
///     memory that are no longer needed, in the order of heads; else local memory also has the
///     positions of heads. Neighbouring items then write what neighbouring heads ask for.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Runs, tuning t>
class simt_key_tile {
  using scanner = typename Runs::scanner;
  using base = typename scanner::base;
  using A = typename Runs::accumulator;
  using V = typename base::accumulator;
  using T = typename base::element;
  using output = typename Runs::output;
  using word = typename Runs::key_word;
  using group_type = simt_group<t.work_group_size>;
  using mask = detail::lane_mask;
  using position = std::uint16_t;
  static constexpr int size = t.work_group_size;
  static constexpr int width = group_type::sub_group_size;
  static constexpr int items = t.items_per_work_item;
  static constexpr int length = items * width;  ///< of the part of a sub-group
  static constexpr bool has_values = combines_values<Runs>;
  using staged_keys = staged_part<word, length, width>;
  static_assert(t.lanes == 1 && length <= 1 << 16);

 public:
  static constexpr bool needs_total = true;
  /// The values, then the results before heads; or the positions of heads.
  using results_memory =
      std::conditional_t<has_values, staged_memory<T, length>, staged_memory<position, length>>;
  struct local_memory {
    typename staged_keys::memory keys[group_type::sub_groups];
    results_memory results[group_type::sub_groups];
    A totals[group_type::sub_groups];
  };

  OMPRIM_INLINE void load(const group_type& group, const Runs& problem, std::uint64_t first,
                          local_memory& local) {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const std::uint64_t begin = first + static_cast<std::uint64_t>(me.sub_group * length);
    auto& keys = local.keys[me.sub_group];
    part_.template start<size>(keys, problem.keys, problem.key_count(), begin, lane);
    before_part_ = part_.count() != 0 && begin != 0 ? problem.keys[begin - 1] : word{};
    if constexpr (has_values) {
      T* const values = local.results[me.sub_group].values();
      start_local_copies<width, length>(values, problem.values + begin, part_.count(), lane);
      OMPRIM_KEEP_ROLLED
      for (int i = part_.count() + lane; i < length; i += width) values[i] = T{};
    }
    OMPRIM_KEEP_ROLLED
    for (int i = part_.count() + lane; i < length; i += width) keys.values()[i] = word{};
  }

  OMPRIM_INLINE A total(const group_type& group, const Runs& problem, local_memory& local) {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    part_.template finish<size>();
    find(problem, local.keys[me.sub_group].values() + lane * items, lane);
    V all{};
    if constexpr (has_values) {
      all = fold(local.results[me.sub_group].values() + lane * items, lane);
    } else {
      const int last = heads_.last();
      if (last >= 0) all = index_of(lane, last);
    }
    joined_ = join_parts<scanner>(group, scan_items(all, lane), local.totals);
    return joined_.all;
  }

  OMPRIM_INLINE A write(const group_type& group, const Runs& problem, const A& before,
                        local_memory& local) const {
    const work_item me = group.this_item();
    const A start = scanner::combine(before, joined_.before);
    if (heads_of_part_ != 0) {
      write_runs(problem, start, local, me.sub_group, detail::opaque(me.sub_group_lane));
    }
    return scanner::combine(before, joined_.all);
  }

 private:
  [[nodiscard]] OMPRIM_INLINE std::uint64_t index_of(int lane, int i) const {
    return part_.first() + static_cast<std::uint64_t>(lane * items + i);
  }

  /// Loads the elements of an item.
  template <class E>
  static OMPRIM_INLINE void load_own(const E* from, E (&own)[items]) {
    constexpr int most = 16 / static_cast<int>(sizeof(E));
    constexpr int wide = items % most == 0 ? most : most / 2;
    static_assert(items % wide == 0);
#pragma GCC unroll 32
    for (int i = 0; i < items; i += wide) {
      const auto loaded = load_pack<wide, true>(from + i);
      if constexpr (wide == 1) {
        own[i] = loaded;
      } else {
#pragma GCC unroll 4
        for (int k = 0; k < wide; ++k) own[i + k] = loaded[k];
      }
    }
  }

  /// Finds the heads of this item.
  OMPRIM_INLINE void find(const Runs& problem, const word* keys, int lane) {
    const auto equality = problem.equality();
    word own[items];
    load_own(keys, own);
    const word before = lane == 0 ? before_part_ : keys[-(lane != 0)];
    heads_.find([&](int i) OMPRIM_INLINE_LAMBDA {
      return equality.differ(i == 0 ? before : own[i - (i != 0)], own[i]);
    });
    if (index_of(lane, 0) == 0) heads_.add_first();
    // The end of all keys is the last head.
    if (!part_.whole()) {
      heads_.end_at(static_cast<std::int64_t>(problem.key_count() - index_of(lane, 0)));
    }
  }

  /// Combines the elements of an item from the last head on.
  OMPRIM_INLINE V fold(const T* values, int lane) const {
    T own[items];
    load_own(values, own);
    V all = lifted(own[0], lane, 0);
#pragma GCC unroll 64
    for (int i = 1; i < items; ++i) {
      const V next = lifted(own[i], lane, i);
      all = heads_[i] ? next : V(base::combine(all, next));
    }
    return all;
  }
  [[nodiscard]] OMPRIM_INLINE V lifted(const T& x, int lane, int i) const {
    return base::template lift<1>(x, index_of(lane, i));
  }

  /// Tells each item the combination of the elements before it in the part, from the combinations
  /// of items. Returns the combination of the part.
  OMPRIM_INLINE A scan_items(const V& own, int lane) {
    const unsigned count = heads_.count();
    const auto items_with_heads = static_cast<mask>(detail::ballot<size>(count != 0));
    const auto up_to_own = static_cast<mask>(~std::uint64_t{0} >> (63 - lane));
    const int last = 63 - __builtin_clzll((items_with_heads & up_to_own) | 1U);
    V reached = own;
    unsigned counted = count;
#pragma GCC unroll 6
    for (int offset = 1; offset < width; offset *= 2) {
      const V below = detail::shuffle<size>(reached, lane - offset);
      const unsigned more = detail::shuffle<size>(counted, lane - offset);
      if (lane - offset >= last) reached = base::combine(below, reached);
      if (lane >= offset) counted += more;
    }
    rank_ = counted - count;
    heads_of_part_ = detail::shuffle<size>(counted, width - 1);
    before_ = detail::shuffle<size>(reached, lane - 1);
    if (lane == 0) before_ = base::template identity<1>();
    return {detail::shuffle<size>(reached, width - 1), heads_of_part_};
  }

  OMPRIM_INLINE void write_runs(const Runs& problem, const A& start, local_memory& local, int part,
                                int lane) const {
    word* const keys = local.keys[part].values();
    // The end of all keys is a head without a key.
    const bool ends = problem.key_count() - part_.first() < static_cast<std::uint64_t>(length);
    const unsigned runs = heads_of_part_ - (ends ? 1U : 0U);
    auto* const unique = problem.unique + start.heads;
    if constexpr (has_values) {
      const output* const results = collect_results(start, local.results[part], lane);
      collect_keys(keys, lane);
      detail::sub_group_barrier<size>();
      write_all(unique, runs, lane, [&](unsigned i) OMPRIM_INLINE_LAMBDA { return keys[i]; });
      write_ended(problem, start, lane,
                  [&](unsigned i) OMPRIM_INLINE_LAMBDA { return results[i]; });
    } else {
      position* const heads = local.results[part].values();
      collect_positions(heads, lane);
      detail::sub_group_barrier<size>();
      write_all(unique, runs, lane,
                [&](unsigned i) OMPRIM_INLINE_LAMBDA { return keys[heads[i]]; });
      if constexpr (takes_elements<Runs>) {
        const auto* const elements = problem.elements + part_.first();
        write_all(problem.out + start.heads, runs, lane,
                  [&](unsigned i) OMPRIM_INLINE_LAMBDA { return elements[heads[i]]; });
      } else {
        write_ended(problem, start, lane, [&](unsigned i) OMPRIM_INLINE_LAMBDA {
          const std::uint64_t head = i == 0 ? start.value : part_.first() + heads[i - (i != 0)];
          return Runs::result(head, part_.first() + heads[i]);
        });
      }
    }
    if (ends && lane == 0) *problem.count = start.heads + runs;
  }

  /// Moves the result of the run before each head to the rank of the head.
  OMPRIM_INLINE output* collect_results(const A& start, results_memory& local, int lane) const {
    static_assert(sizeof(output) == sizeof(T));
    T own[items];
    load_own(local.values() + lane * items, own);
    detail::sub_group_barrier<size>();  // all lanes have their values
    auto* const results = reinterpret_cast<output*>(local.bytes);
    unsigned next = rank_;
    V all = rank_ != 0 ? before_ : V(base::combine(start.value, before_));
#pragma GCC unroll 64
    for (int i = 0; i < items; ++i) {
      const V value = lifted(own[i], lane, i);
      if (heads_[i]) results[next++] = Runs::result(all, 0);
      all = heads_[i] ? value : V(base::combine(all, value));
    }
    return results;
  }
  OMPRIM_INLINE void collect_keys(word* keys, int lane) const {
    word own[items];
    load_own(keys + lane * items, own);
    detail::sub_group_barrier<size>();  // all lanes have their keys
    unsigned next = rank_;
#pragma GCC unroll 64
    for (int i = 0; i < items; ++i) {
      if (heads_[i]) keys[next++] = own[i];
    }
  }
  OMPRIM_INLINE void collect_positions(position* heads, int lane) const {
    unsigned next = rank_;
#pragma GCC unroll 64
    for (int i = 0; i < items; ++i) {
      if (heads_[i]) heads[next++] = static_cast<position>(lane * items + i);
    }
  }

  /// Writes value_of(i) to to[i] for each i below `count`.
  template <class E, class Function>
  static OMPRIM_INLINE void write_all(E* to, unsigned count, int lane, Function&& value_of) {
    constexpr unsigned batch = 4;  // loads of an item under way at a time
    OMPRIM_KEEP_ROLLED
    for (auto i = static_cast<unsigned>(lane); i < count; i += batch * width) {
      E values[batch];
#pragma GCC unroll 4
      for (unsigned k = 0; k < batch; ++k) {
        const unsigned at = i + k * width;
        values[k] = value_of(at < count ? at : i);
      }
#pragma GCC unroll 4
      for (unsigned k = 0; k < batch; ++k) {
        const unsigned at = i + k * width;
        if (at < count) detail::store_global(to + at, values[k]);
      }
    }
  }
  /// Writes the results of the runs that end in the part: result_of(i) for that before head i. The
  /// first head of all ends no run.
  template <class Function>
  OMPRIM_INLINE void write_ended(const Runs& problem, const A& start, int lane,
                                 Function&& result_of) const {
    const unsigned none = start.heads == 0 ? 1 : 0;
    write_all(problem.out + (start.heads + none - 1), heads_of_part_ - none, lane,
              [&](unsigned i) OMPRIM_INLINE_LAMBDA { return result_of(i + none); });
  }

  staged_keys part_;
  word before_part_;  ///< the key before the part
  item_heads<items> heads_;
  V before_;       ///< combination of the elements before the item in the part
  unsigned rank_;  ///< heads before the item in the part
  unsigned heads_of_part_;
  joined_parts<A> joined_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
