// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/detail/agent/exact/exponent_bins.hpp>
#include <omprim/detail/agent/exact/exponent_table.hpp>
#include <omprim/detail/agent/exact/misfits.hpp>
#include <omprim/detail/agent/exact/policy.hpp>
#include <omprim/detail/agent/exact/window.hpp>
#include <omprim/detail/agent/exact/window_total.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/simt_code.hpp>
#include <omprim/detail/simd/pack.hpp>

/// The exact sum of one thread.
///
/// On a GPU, the items of a sub-group have one window top and go over to bins together: a branch
/// that one of them takes costs the time of all.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Adds packs of terms, a tile at a time: to a window if the tile fits, else to bins by exponent,
/// which take anything. A tile with larger numbers moves the window. If many tiles do not fit, the
/// thread gives windows up.
///
///   Terms      exact_values or exact_products
///   has_window whether there are windows, or only bins by exponent
///   N          terms of a pack
///   packs      of a tile, at most
template <class Terms, bool has_window, int N, int packs, class Group>
class exact_sums {
  /// Windows that packs go to in turn: each addition to a bin waits for the one before.
  static constexpr int chains = Group::thread_per_item ? 1 : exact_policy::vector_chains;
  /// A thread of a GPU adds one number at a time, one of a processor a pack.
  static constexpr int width = Group::thread_per_item ? 1 : N;
  using window_terms = std::conditional_t<Group::thread_per_item, typename Terms::on_gpu, Terms>;
  /// The bins with which a thread begins, and all that a tile may need.
  static constexpr int first_bins = window_terms::first_window_bins;
  static constexpr int bins = window_terms::last_window_bins;
  static constexpr int deposits = (packs + chains - 1) / chains * (N / width) * Terms::parts;
  using number = typename window_terms::number;
  static constexpr bool integer_bins = window_terms::integer_bins;
  using form = std::conditional_t<integer_bins, integer_window_form<number>, window_form<deposits>>;
  static_assert(sizeof(number) == 8 || deposits < 512);
  /// Tiles until the window is read: each adds up to 2^51 to a sum of each lane, and lanes are
  /// added up. Integers that doubles make add up to 2^51 each.
  static constexpr int most_tiles =
      1024 / (chains * width * (integer_bins && sizeof(number) == 8 ? deposits : 1));
  static_assert(most_tiles > 0);
  using word = kernel::same_size_signed<number>;
  static constexpr bool has_table = !Group::thread_per_item && !Terms::short_parts;
  static constexpr word all_but_sign = std::numeric_limits<word>::max();
  using misfits = std::conditional_t<Group::thread_per_item, gpu_misfits<window_terms, N>,
                                     pack_misfits<window_terms, N>>;

 public:
  /// The threads of a group that have bins, which is also the distance between two bins of a
  /// thread.
  static constexpr int columns = Group::thread_per_item ? Group::size : 1;
  /// What finish() stores, and how many of these.
  using total = window_total<form, bins>;
  static constexpr int totals = Group::thread_per_item ? Group::size / Group::sub_group_size : 1;

  OMPRIM_INLINE exact_sums(const Group& group, std::int64_t* all_bins, exact_digits* digits)
      : group_(group), digits_(digits), bins_(all_bins + column_of(group), digits), table_(digits) {
    clear_window();
  }

  /// Adds `count` packs, at most `packs`; load(i) is pack i. Called by whole groups. Count is a
  /// constant where packs are in registers.
  template <class Count, class Load>
  OMPRIM_INLINE void take(Count count, const Load& load) {
    if constexpr (has_window) {
      if (misses_ < exact_policy::most_misses) {
        if (take_by_window(count, load)) {
          misses_ -= misses_ > 0 ? 1 : 0;
          return;
        }
        misses_ += exact_policy::weight_of_miss;
      }
    }
    take_by_exponent<N>(count, load);
  }
  /// Adds a single pack, or term.
  template <class Loaded>
  OMPRIM_INLINE void take_one(const Loaded& x) {
    take_by_exponent<N>(one{}, [&](int) OMPRIM_INLINE_LAMBDA { return x; });
  }
  template <class Loaded>
  OMPRIM_INLINE void take_term(const Loaded& x) {
    take_by_exponent<1>(one{}, [&](int) OMPRIM_INLINE_LAMBDA { return x; });
  }

  /// Ends the sum. On a processor, all of it is in the bins then. On a GPU, the windows go to
  /// to[sub-group], which says whether there is more in the bins.
  OMPRIM_INLINE void finish([[maybe_unused]] total* to) {
    if constexpr (Group::thread_per_item) {
      const kernel::work_item me = group_.this_item();
      total& mine = to[me.sub_group];
      if constexpr (has_window) add_windows(group_, taken_, top_, mine);
      const bool has_bins = kernel::any_of_sub_group(group_, bins_.is_open());
      const bool has_number = kernel::any_of_sub_group(group_, bins_.has_number());
      if (has_bins) bins_.open();
      if (me.sub_group_lane == 0) {
        mine.has_bins = has_bins;
        mine.has_number = has_number;
      }
    } else {
      read_window();
      if constexpr (has_table) table_.move_to(bins_);
      bins_.open();
      if (bins_.has_number()) kernel::digit_sum<true>(*digits_).note_number();
    }
  }

 private:
  static constexpr int none = -1;
  using one = std::integral_constant<int, 1>;

  static OMPRIM_INLINE int column_of(const Group& group) {
    if constexpr (Group::thread_per_item) return group.this_item().id;
    return 0;
  }

  /// Pack i, from which the compiler shall compute nothing ahead: a tile in registers is the same
  /// in each attempt, so that it would look at every tile, and convert or multiply all of it at
  /// once.
  template <class Load>
  static OMPRIM_INLINE auto load_for_attempt(const Load& load, int i) {
    if constexpr (Group::thread_per_item) {
      return kernel::detail::force_load(load(i));
    } else {
      return load(i);
    }
  }

  /// Calls f(i, chain) for each pack of a tile.
  template <class Count, class Function>
  static OMPRIM_INLINE void for_each_pack(Count count, Function&& f) {
    if constexpr (Group::thread_per_item) {  // the packs are in registers
#pragma GCC unroll 64
      for (int i = 0; i < count; ++i) f(i, 0);
    } else {
      constexpr int at_once = chains * exact_policy::vector_unroll;
      const int whole = count / at_once * at_once;
      OMPRIM_KEEP_ROLLED
      for (int i = 0; i < whole; i += at_once) {
#pragma GCC unroll 8
        for (int p = 0; p < at_once; ++p) f(i + p, p % chains);
      }
      OMPRIM_KEEP_ROLLED
      for (int i = whole; i < count; ++i) f(i, 0);
    }
  }

  // ---- Bins by exponent ----
  template <int lanes, class Count, class Load>
  OMPRIM_INLINE void take_by_exponent(Count count, const Load& load) {
    if constexpr (has_table && lanes > 1) {
      if (table_.takes_next_tile()) {
        typename exponent_table<Terms>::template tile_sum<lanes> sum(table_);
        for (int i = 0; i < count; ++i) sum.add_pack(load(i));
        table_.note(sum);
        if (sum.take_special()) count_specials<lanes>(count, load);
        return;
      }
    }
    add_terms<lanes>(count, load, bins_);
    if (bins_.take_special()) count_specials<lanes>(count, load);
  }
  template <int lanes, class Count, class Load>
  OMPRIM_INLINE void count_specials(Count count, const Load& load) {
    special_counter counter{digits_};
    add_terms<lanes>(count, load, counter);
  }
  template <int lanes, class Count, class Load, class Sum>
  static OMPRIM_INLINE void add_terms(Count count, const Load& load, Sum& sum) {
    const auto add_pack = [&](int i) OMPRIM_INLINE_LAMBDA {
      const auto x = load(i);
#pragma GCC unroll 16
      for (int l = 0; l < lanes; ++l) Terms::template add<lanes>(x, l, sum);
    };
    if constexpr (Group::thread_per_item) {
      static_assert(packs * N * Terms::parts <= bin_layout<Terms>::room);
      sum.reserve(count * lanes * Terms::parts);
#pragma GCC unroll 64
      for (int i = 0; i < count; ++i) add_pack(i);
    } else {
      for (int i = 0; i < count; ++i) {
        sum.reserve(lanes * Terms::parts);
        add_pack(i);
      }
    }
  }
  /// Counts the parts that are no numbers; the others are in the bins.
  struct special_counter {
    exact_digits* digits;

    OMPRIM_INLINE void reserve(int /*parts*/) const {}
    template <class T>
    OMPRIM_INLINE void add(T x) const {
      if (!kernel::is_finite(x)) kernel::digit_sum<true>(*digits).count_special(double(x));
    }
    OMPRIM_INLINE void add_product(double, double) const {}
  };

  // ---- The window ----
  /// Adds the tile to the window, which moves if the tile has larger numbers. Returns false, with
  /// nothing added, if the tile does not fit.
  template <class Count, class Load>
  OMPRIM_INLINE bool take_by_window(Count count, const Load& load) {
    if (tiles_ == most_tiles) read_window();
    ++tiles_;
    OMPRIM_KEEP_ROLLED
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (top_ != none && try_bins(count, load)) return true;
      if (attempt != 0) break;
      const tile_kind kind = look_at(count, load);
      if (!kernel::any_of_sub_group(group_, kind.largest != 0 || kind.has_error)) {
        if (kind.has_positive_zero) bins_.note_number();
        return true;
      }
      if (!move_window(kind)) break;
    }
    return false;
  }

  /// Adds the tile to the bins that tiles needed so far, then to all. Returns false if it does not
  /// fit.
  template <class Count, class Load>
  OMPRIM_INLINE bool try_bins(Count count, const Load& load) {
    if constexpr (first_bins != bins) {
      if (needs_all_bins_ || !try_window<first_bins>(count, load)) {
        needs_all_bins_ = try_window<bins>(count, load);
        return needs_all_bins_;
      }
      return true;
    } else {
      return try_window<bins>(count, load);
    }
  }

  /// Adds the tile to `some` bins, which are empty at first. If all of it fits, the window takes
  /// over their sums.
  template <int some, class Count, class Load>
  OMPRIM_INLINE bool try_window(Count count, const Load& load) {
    const number limit = window_limit();
    misfits found;
    window<form, some, width> sums[chains];
#pragma GCC unroll 8
    for (int c = 0; c < chains; ++c) sums[c].clear(top_);
    for_each_pack(count, [&](int i, int c) OMPRIM_INLINE_LAMBDA {
      const auto x = window_terms::computed_parts ? load_for_attempt(load, i) : load(i);
      const auto parts = window_terms::template split<N>(x);
      found.note(x, parts, limit);
      add_to_window<0>(sums[c], parts.high, found);
      if constexpr (Terms::parts == 2) add_to_window<1>(sums[c], parts.low, found);
    });
    if (kernel::any_of_sub_group(group_, found.any(limit))) return false;
#pragma GCC unroll 8
    for (int k = 0; k < some; ++k) {
#pragma GCC unroll 8
      for (int c = 0; c < chains; ++c) taken_[k] += sums[c].taken(top_, k);
    }
    return true;
  }

  /// The least magnitude that is too large, for windows that do not find such numbers themselves.
  [[nodiscard]] OMPRIM_INLINE number window_limit() const {
    if constexpr (integer_bins) {
      return 0;
    } else {
      return form::limit(top_);
    }
  }

  template <int first, class Window>
  static OMPRIM_INLINE void add_to_window(Window& to, const kernel::pack<number, N>& x,
                                          misfits& found) {
    if constexpr (width == N) {
      to.template add<first>(x, found);
    } else {
#pragma GCC unroll 16
      for (int i = 0; i < N; ++i) to.template add<first>(x[i], found);
    }
  }

  struct tile_kind {
    word largest = 0;  ///< the bits of the largest magnitude
    bool has_positive_zero = false;
    bool has_error = false;
  };
  template <class Count, class Load>
  static OMPRIM_INLINE tile_kind look_at(Count count, const Load& load) {
    tile_kind kind;
    for_each_pack(count, [&](int i, int) OMPRIM_INLINE_LAMBDA {
      const auto x = load_for_attempt(load, i);
      const auto parts = window_terms::template split<N>(x);
      const auto high = kernel::bits_as<word, N>(parts.high);
      kind.has_error |= kernel::any_lane<word, N>(window_terms::template has_error<N>(x, parts));
#pragma GCC unroll 16
      for (int l = 0; l < N; ++l) {
        const word bits = kernel::lane<N>(high, l);
        const word magnitude = bits & all_but_sign;
        kind.largest = kind.largest < magnitude ? magnitude : kind.largest;
        kind.has_positive_zero |= bits == 0;
      }
    });
    return kind;
  }

  /// Moves the window to a tile with larger numbers. Returns false if there are none, or if they
  /// are too large for any window.
  OMPRIM_INLINE bool move_window(const tile_kind& kind) {
    constexpr int below_exponent = kernel::encoded<number>::fraction_bits;
    const int top =
        kernel::greatest_of_sub_group(group_, static_cast<int>(kind.largest >> below_exponent));
    if (top <= top_ || top > form::highest_top) return false;
    read_window();
    bins_.note_number();
    const int higher = top + exact_policy::margin;
    top_ = higher < form::highest_top ? higher : form::highest_top;
    return true;
  }

  OMPRIM_INLINE void clear_window() {
#pragma GCC unroll 8
    for (int k = 0; k < bins; ++k) taken_[k] = kernel::pack<std::int64_t, width>{};
    tiles_ = 0;
    needs_all_bins_ = false;  // the next tiles may need fewer
  }
  /// Moves the sums of the window to the bins by exponent.
  OMPRIM_INLINE void read_window() {
    if (!has_window || top_ == none) return;
#pragma GCC unroll 8
    for (int k = 0; k < bins; ++k) {
      std::int64_t sum = 0;
      for (int l = 0; l < width; ++l) sum += kernel::lane<width>(taken_[k], l);
      bins_.add_multiple(sum, form::last_bit(top_, k));
    }
    clear_window();
  }

  kernel::pack<std::int64_t, width> taken_[bins];  ///< by the bins of the window, by lane
  const Group& group_;
  exact_digits* digits_;
  exponent_bins<Terms, columns> bins_;
  [[no_unique_address]] std::conditional_t<has_table, exponent_table<Terms>, no_table> table_;
  int top_ = none;
  int tiles_ = 0;  ///< since the window was read
  int misses_ = 0;
  bool needs_all_bins_ = false;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
