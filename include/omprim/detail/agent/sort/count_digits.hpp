// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/pack_rows.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/tuning.hpp>

/// The number of keys with each digit, for all passes of a sort at once.
namespace omprim::inline OMPRIM_ABI::strategy {

/// What all groups learn of the digits.
struct digit_report {
  std::uint32_t deciding;  ///< bit p: in pass p, keys have different digits
};

/// Counts the digits of all passes, and for each pass and digit the keys with a lower digit.
template <class Word, class Order, int size, class Group>
class digit_counts {
  static constexpr std::uint32_t digits = 256;
  static constexpr std::uint32_t most_passes = sizeof(Word);
  /// Neighbouring items, or keys of a thread, count in different copies. On GPUs, random digits of
  /// fewer items compete for a bank of local memory: 8 copies take two thirds of the time of 2.
  static constexpr std::uint32_t copies = Group::thread_per_item ? 32 / sizeof(Word) : 2;

 public:
  /// How threads read that are items.
  static constexpr tuning reading{size, 16 / static_cast<int>(sizeof(Word)), 2};

  struct local_memory {
    std::uint32_t count[most_passes * digits * copies];
    typename Group::template scratch<std::uint64_t> scratch;
  };

  /// Adds the counts of a share of the keys to the totals of all: totals[256 * pass + digit].
  static OMPRIM_INLINE void add_share(Group& group, local_memory& local, const Word* keys,
                                      std::uint64_t n, const sorted_bits& compared,
                                      std::uint64_t part, std::uint64_t parts,
                                      std::uint64_t* totals) {
    group.for_each_index_and_wait(static_cast<int>(most_passes * digits * copies),
                                  [&](int i) OMPRIM_INLINE_LAMBDA { local.count[i] = 0; });
    const auto order = Order::of(compared.kind, compared.descending);
    if constexpr (Group::thread_per_item) {
      count_by_items(group, local, keys, n, compared, order, part, parts);
    } else {
      const auto [from, to] = kernel::share_of(n, part, parts);
      count_by_thread(local, keys, compared, order, from, to);
    }
    group.barrier();
    group.for_each_index(compared.passes() * 256, [&](int i) OMPRIM_INLINE_LAMBDA {
      std::uint64_t sum = 0;
      for (std::uint32_t c = 0; c < copies; ++c) {
        sum += local.count[static_cast<std::uint32_t>(i) * copies + c];
      }
      if (sum != 0) kernel::add_atomically(totals[i], sum);
    });
  }

  /// Turns the totals of n keys into places, begin[256 * pass + digit], and sets them to 0.
  static OMPRIM_INLINE void sum_up(Group& group, local_memory& local, std::uint64_t n, int passes,
                                   std::uint64_t* totals, std::uint64_t* begin,
                                   digit_report* report) {
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { report->deciding = (1U << passes) - 1U; });
    group.barrier();
    OMPRIM_KEEP_ROLLED
    for (int pass = 0; pass < passes; ++pass) {
      std::uint64_t before = 0;
      OMPRIM_KEEP_ROLLED
      for (int first = 0; first < static_cast<int>(digits); first += size) {
        typename Group::template private_memory<std::uint64_t> count;
        group.for_each_item([&](kernel::work_item item) OMPRIM_INLINE_LAMBDA {
          const int digit = first + item.id;
          count[item] = 0;
          if (digit >= static_cast<int>(digits)) return;
          std::uint64_t& total = totals[256 * pass + digit];
          count[item] = total;
          total = 0;
          if (count[item] == n) kernel::add_atomically(report->deciding, 0U - (1U << pass));
        });
        const auto plus = [](std::uint64_t a, std::uint64_t b)
                              OMPRIM_INLINE_LAMBDA { return a + b; };
        const std::uint64_t all =
            kernel::exclusive_scan(group, count, std::uint64_t{0}, plus, local.scratch).total;
        group.for_each_item([&](kernel::work_item item) OMPRIM_INLINE_LAMBDA {
          const int digit = first + item.id;
          if (digit < static_cast<int>(digits)) begin[256 * pass + digit] = before + count[item];
        });
        before += all;
      }
    }
  }

 private:
  static OMPRIM_INLINE void count_by_thread(local_memory& local, const Word* keys,
                                            const sorted_bits& compared, const Order& order,
                                            std::uint64_t from, std::uint64_t to) {
    const auto increase = [](std::uint32_t& count) OMPRIM_INLINE_LAMBDA { ++count; };
    std::uint64_t i = from;
    for (; i + copies <= to; i += copies) {
#pragma GCC unroll 2
      for (std::uint32_t c = 0; c < copies; ++c) {
        add(order(keys[i + c]), compared, local.count + c, increase);
      }
    }
    for (; i < to; ++i) add(order(keys[i]), compared, local.count, increase);
  }

  static OMPRIM_INLINE void count_by_items(Group& group, local_memory& local, const Word* keys,
                                           std::uint64_t n, const sorted_bits& compared,
                                           const Order& order, std::uint64_t part,
                                           std::uint64_t parts) {
    const auto source = kernel::make_source(keys, n);
    const pack_rows<reading, kernel::array_source<Word>> rows(source);
    const int item = group.this_item().id;
    std::uint32_t* const mine = local.count + (static_cast<std::uint32_t>(item) & (copies - 1));
    const auto take = [&](Word bits) OMPRIM_INLINE_LAMBDA {
      add(order(bits), compared, mine,
          [](std::uint32_t& count) OMPRIM_INLINE_LAMBDA { kernel::add_atomically(count, 1U); });
    };
    for_each_loaded_tile(rows, item, part, parts, [&](const auto& loaded) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 32
      for (const auto& pack : loaded) {
#pragma GCC unroll 16
        for (int lane = 0; lane < reading.lanes; ++lane) take(pack[lane]);
      }
    });
    if (part != parts - 1) return;
    for_each_outside_tiles(rows, item,
                           [&](std::uint64_t p) OMPRIM_INLINE_LAMBDA { take(source.base[p]); });
  }

  /// Counts the digits of a key that was mapped to its place in the order, by increase(count).
  template <class Increase>
  static OMPRIM_INLINE void add(Word ordered, const sorted_bits& compared, std::uint32_t* count,
                                Increase&& increase) {
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
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
