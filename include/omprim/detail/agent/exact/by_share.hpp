// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/exact/policy.hpp>
#include <omprim/detail/agent/exact/sums.hpp>
#include <omprim/detail/agent/reduce/pack_rows.hpp>
#include <omprim/detail/agent/reduce/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/digits.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/tuning.hpp>

/// A group's share of an exact sum, in the rows and tiles of agent/reduce/pack_rows.hpp.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The kernel of exact sums: each thread adds its tiles to windows and bins, each group adds these
/// to the digits that all groups share, and the last group moves the digits to the result.
template <class Terms, bool has_window, tuning t, class Source>
struct alignas(8) exact_by_share {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = exact_policy::threads_per_unit;
  using layout = bin_layout<Terms>;
  template <class Group>
  using sums_type =
      exact_sums<Terms, has_window, t.lanes,
                 (Group::thread_per_item ? 1 : Group::size) * t.items_per_work_item, Group>;

  template <class Group>
  struct local_memory {
    std::int64_t bins[layout::count * sums_type<Group>::columns];
    typename sums_type<Group>::total totals[sums_type<Group>::totals];
    bool is_last;
  };

  Source source;
  exact_digits* digits;  ///< 0 between calls
  exact_digits* result;
  unsigned* tickets;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    add_share(group, local);
    group.barrier();
    if constexpr (Group::thread_per_item) {
      add_columns(group, local);
      add_totals(group, local);
    } else {
      add_bins(group, local);
    }
    finish(group, local);
  }

 private:
  static constexpr int words = static_cast<int>(sizeof(exact_digits) / sizeof(std::int64_t));

  template <class Group>
  OMPRIM_INLINE void add_share(Group& group, local_memory<Group>& local) const {
    const pack_rows<t, Source> rows(source);
    sums_type<Group> sums(group, local.bins, digits);
    take_tiles(rows, group, sums);
    rows.for_each_rest(
        group,
        [&](std::uint64_t row) OMPRIM_INLINE_LAMBDA { take_rest_row(rows, group, row, sums); },
        [&](std::uint64_t row, auto item)
            OMPRIM_INLINE_LAMBDA { sums.take_one(rows.load(row, item.id)); });
    if (group.id() == group.count() - 1) {
      group.single_item([&]() OMPRIM_INLINE_LAMBDA { take_ends(rows, sums); });
    }
    sums.finish(local.totals);
  }

  template <class Rows, class Group, class Sums>
  static OMPRIM_INLINE void take_tiles(const Rows& rows, Group& group, Sums& sums) {
    if constexpr (Group::thread_per_item) {
      for_each_loaded_tile(rows, group.this_item().id, group.id(), group.count(),
                           [&](const auto& loaded) OMPRIM_INLINE_LAMBDA {
                             sums.take(std::integral_constant<int, t.items_per_work_item>{},
                                       [&](int i) OMPRIM_INLINE_LAMBDA { return loaded[i]; });
                           });
    } else {
      constexpr int packs = t.work_group_size * t.items_per_work_item;
      const std::uint64_t streams =
          Group::has_long_shares
              ? vector_reduce_policy::computing_streams_of(rows.bytes(), Rows::arrays)
              : 1;
      take_streams<vector_reduce_policy::streams>(
          kernel::share_of(rows.tiles(), group), streams,
          [&](std::uint64_t tile, std::uint64_t /*stream*/) OMPRIM_INLINE_LAMBDA {
            sums.take(packs, [&](int i) OMPRIM_INLINE_LAMBDA {
              return rows.load_and_fetch(tile * rows.per_tile, i,
                                         vector_reduce_policy::fetched_by_exact_sums);
            });
          });
    }
  }

  template <class Rows, class Group, class Sums>
  static OMPRIM_INLINE void take_rest_row(const Rows& rows, Group& group, std::uint64_t row,
                                          Sums& sums) {
    if constexpr (Group::thread_per_item) {
      sums.take_one(rows.load(row, group.this_item().id));
    } else {
      sums.take(t.work_group_size, [&](int i) OMPRIM_INLINE_LAMBDA { return rows.load(row, i); });
    }
  }

  /// The elements before the first and after the last whole pack.
  template <class Rows, class Sums>
  OMPRIM_INLINE void take_ends(const Rows& rows, Sums& sums) const {
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t p = source.first; p < source.last; ++p) {
      if (p == rows.first) p += rows.packs * static_cast<std::uint64_t>(t.lanes);
      if (p < source.last) sums.take_term(source.template load<1>(p));
    }
  }

  /// Adds the bins of all items, where sub-groups have any. An item adds up one bin of all items;
  /// they begin with different columns, which are in different banks.
  template <class Group>
  OMPRIM_INLINE void add_columns(Group& group, local_memory<Group>& local) const {
    constexpr int width = Group::sub_group_size;
    bool any = false;
    for (const auto& total : local.totals) any |= total.has_bins;
    if (!any) return;
    const int me = group.this_item().id;
    OMPRIM_KEEP_ROLLED
    for (int b = me; b < layout::count; b += Group::size) {
      kernel::wide_word total = 0;
      OMPRIM_KEEP_ROLLED
      for (int s = 0; s < Group::sub_groups; ++s) {
        if (!local.totals[s].has_bins) continue;
        const std::int64_t* const columns = local.bins + b * Group::size + s * width;
#pragma GCC unroll 8
        for (int i = 0; i < width; ++i) {
          // In two's complement: the sum of all bins may need more than 64 bits.
          total += static_cast<kernel::wide_word>(columns[(me + i) % width]);
        }
      }
      if (total != 0) add_bin<true>(total, b);
    }
  }
  /// Adds the windows of all sub-groups, which mostly have the same top: an item adds up one digit.
  template <class Group>
  OMPRIM_INLINE void add_totals(Group& group, const local_memory<Group>& local) const {
    constexpr int count = has_window ? sums_type<Group>::total::digits : 0;
    const int me = group.this_item().id;
    if (me < count) {
      const int first = local.totals[0].first;
      std::int64_t digit = 0;
      for (const auto& total : local.totals) {
        if (total.first == first) {
          digit += total.digit[me];
        } else {
          add_digit(total.first + me, total.digit[me]);
        }
      }
      add_digit(first + me, digit);
    } else if (me == count) {  // at the same time
      bool any = false;
      for (const auto& total : local.totals) any |= total.has_number;
      if (any) kernel::digit_sum<true>(*digits).note_number();
    }
  }
  OMPRIM_INLINE void add_digit(int i, std::int64_t value) const {
    if (value != 0) kernel::add_atomically(digits->digit[i], value);
  }

  /// Adds the bins of the thread of a group.
  template <class Group>
  OMPRIM_INLINE void add_bins(Group& group, local_memory<Group>& local) const {
    OMPRIM_KEEP_ROLLED
    for (int b = 0; b < layout::count; ++b) {
      if (local.bins[b] == 0) continue;
      const auto total = static_cast<kernel::wide_word>(local.bins[b]);
      if (group.count() == 1) {
        add_bin<false>(total, b);
      } else {
        add_bin<true>(total, b);
      }
    }
  }
  /// Adds a total in two's complement.
  template <bool shared>
  OMPRIM_INLINE void add_bin(kernel::wide_word total, int b) const {
    const bool negative = total >> 127 != 0;
    kernel::digit_sum<shared>(*digits).add(negative ? 0 - total : total,
                                           layout::unit + layout::width * b, negative);
  }

  /// Takes a ticket; with the last ticket, moves the digits to the result. A group that is alone
  /// needs none.
  template <class Group>
  OMPRIM_INLINE void finish(Group& group, local_memory<Group>& local) const {
    kernel::finish_writes(group);
    if (group.count() != 1 &&
        !kernel::takes_last_ticket(group, local.is_last, *tickets, group.count())) {
      return;
    }
    move_digits(group);
  }
  template <class Group>
  OMPRIM_INLINE void move_digits(Group& group) const {
    if constexpr (Group::thread_per_item) {
      // All loads before the stores, each of which waits for the load of its word.
      constexpr int each = (words + Group::size - 1) / Group::size;
      auto* const from = reinterpret_cast<std::int64_t*>(digits);
      auto* const to = reinterpret_cast<std::int64_t*>(result);
      const int me = group.this_item().id;
      std::int64_t word[each];
#pragma GCC unroll 32
      for (int k = 0; k < each; ++k) {
        const int i = me + k * Group::size;
        word[k] = i < words ? from[i] : 0;
      }
#pragma GCC unroll 32
      for (int k = 0; k < each; ++k) {
        const int i = me + k * Group::size;
        if (i < words) {
          to[i] = word[k];
          from[i] = 0;
        }
      }
    } else {
      *result = *digits;
      *digits = exact_digits{};
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
