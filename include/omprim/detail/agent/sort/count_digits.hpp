// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/pack_rows.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/tuning.hpp>

/// The number of keys with each digit, for all passes of a sort at once.
namespace omprim::inline OMPRIM_ABI::strategy {

/// What the host learns of the digits.
struct digit_report {
  std::uint8_t decides[8];  ///< by pass: 0 if all keys have the same digit
};

/// Counts the digits of all passes, and for each pass and digit the keys with a lower digit:
/// begin[256 * pass + digit].
template <class Word, tuning t, class Source>
struct alignas(8) count_digits {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr std::uint32_t digits = 256;
  static constexpr std::uint32_t most_passes = sizeof(Word);
  static constexpr std::uint32_t copies = 2;

  template <class Group>
  struct local_memory {
    std::uint32_t count[most_passes * digits * copies];
    std::uint64_t begin[most_passes * digits];
    bool is_last;
  };

  Source source;
  std::uint64_t* totals;  ///< 0 between calls
  std::uint64_t* begin;
  digit_report* report;
  unsigned* tickets;
  std::uint32_t* cleared;  ///< words that the passes need to be 0
  std::uint64_t cleared_words;
  sorted_bits compared;
  std::uint32_t unused;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const auto places = static_cast<int>(most_passes * digits * copies);
    group.for_each_index_and_wait(places, [&](int i) OMPRIM_INLINE_LAMBDA { local.count[i] = 0; });
    clear_words(group);
    count_share_of(group, local);
    group.barrier();
    group.for_each_index(compared.passes() * 256, [&](int i) OMPRIM_INLINE_LAMBDA {
      std::uint64_t sum = 0;
      for (std::uint32_t c = 0; c < copies; ++c) {
        sum += local.count[static_cast<std::uint32_t>(i) * copies + c];
      }
      if (sum != 0) kernel::add_atomically(totals[i], sum);
    });
    finish(group, local);
  }

 private:
  template <class Group>
  OMPRIM_INLINE void clear_words(Group& group) const {
    const kernel::share mine = kernel::share_of(cleared_words, group);
    group.for_each_index(static_cast<int>(mine.end - mine.begin), [&](int i) OMPRIM_INLINE_LAMBDA {
      cleared[mine.begin + static_cast<std::uint64_t>(i)] = 0;
    });
  }

  template <class Group>
  OMPRIM_INLINE void count_share_of(Group& group, local_memory<Group>& local) const {
    kernel::with_order<Word>(compared.kind, compared.descending,
                             [&](const auto& order) OMPRIM_INLINE_LAMBDA {
                               if constexpr (Group::thread_per_item) {
                                 count_by_items(group, local, order);
                               } else {
                                 count_by_thread(group, local, order);
                               }
                             });
  }

  template <class Group, class Order>
  OMPRIM_INLINE void count_by_thread(Group& group, local_memory<Group>& local,
                                     const Order& order) const {
    const auto [from, to] = kernel::share_of(source.size(), group);
    const Word* const keys = source.base + source.first;
    const auto increase = [](std::uint32_t& count) OMPRIM_INLINE_LAMBDA { ++count; };
    std::uint64_t i = from;
    for (; i + copies <= to; i += copies) {
#pragma GCC unroll 2
      for (std::uint32_t c = 0; c < copies; ++c) add(order(keys[i + c]), local.count + c, increase);
    }
    for (; i < to; ++i) add(order(keys[i]), local.count, increase);
  }

  /// Counts the digits of a key that was mapped to its place in the order, by increase(count).
  template <class Increase>
  OMPRIM_INLINE void add(Word ordered, std::uint32_t* count, Increase&& increase) const {
    const int passes = compared.passes();
    const std::uint32_t highest = (1U << compared.digit(passes - 1).bits) - 1U;
    const Word key = ordered >> compared.first;
#pragma GCC unroll 8
    for (int pass = 0; pass < static_cast<int>(most_passes); ++pass) {
      if (pass >= passes) break;
      const std::uint32_t last = pass == passes - 1 ? highest : 255U;
      const auto digit = static_cast<std::uint32_t>(key >> (8 * pass)) & last;
      const std::uint32_t place = (static_cast<std::uint32_t>(pass) * digits + digit) * copies;
      increase(count[place]);
    }
  }

  template <class Group, class Order>
  OMPRIM_INLINE void count_by_items(Group& group, local_memory<Group>& local,
                                    const Order& order) const {
    const pack_rows<t, Source> rows(source);
    const int item = group.this_item().id;
    std::uint32_t* const mine = local.count + (static_cast<std::uint32_t>(item) & (copies - 1));
    const auto take = [&](Word bits) OMPRIM_INLINE_LAMBDA {
      add(order(bits), mine,
          [](std::uint32_t& count) OMPRIM_INLINE_LAMBDA { kernel::add_atomically(count, 1U); });
    };
    for_each_loaded_tile(rows, item, group.id(), group.count(),
                         [&](const auto& loaded) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 32
                           for (const auto& pack : loaded) {
#pragma GCC unroll 16
                             for (int lane = 0; lane < t.lanes; ++lane) take(pack[lane]);
                           }
                         });
    if (group.id() != group.count() - 1) return;
    for_each_outside_tiles(rows, item,
                           [&](std::uint64_t p) OMPRIM_INLINE_LAMBDA { take(source.base[p]); });
  }

  /// The group with the last ticket sums up the totals.
  template <class Group>
  OMPRIM_INLINE void finish(Group& group, local_memory<Group>& local) const {
    kernel::finish_writes(group);
    if (!kernel::takes_last_ticket(group, local.is_last, *tickets, group.count())) return;
    const int passes = compared.passes();
    group.for_each_index_and_wait(passes * 256, [&](int i) OMPRIM_INLINE_LAMBDA {
      local.begin[i] = totals[i];
      totals[i] = 0;
    });
    group.for_each_index_and_wait(passes, [&](int pass) OMPRIM_INLINE_LAMBDA {
      std::uint64_t before = 0;
      bool decides = true;
      OMPRIM_KEEP_ROLLED
      for (int d = 0; d < 256; ++d) {
        const std::uint64_t count = local.begin[pass * 256 + d];
        if (count == source.size()) decides = false;
        local.begin[pass * 256 + d] = before;
        before += count;
      }
      report->decides[pass] = decides ? 1 : 0;
    });
    group.for_each_index(passes * 256,
                         [&](int i) OMPRIM_INLINE_LAMBDA { begin[i] = local.begin[i]; });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
