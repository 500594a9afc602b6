// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>

/// How many leading bits of keys tell most of them apart, by a sample.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The sample has a key for each item of a group. Each item finds the other key of the sample that
/// shares most leading bits with its own: if they share s bits, some (n / size) * 2^(s - b) of all
/// n keys share b bits with it.
template <class Word, class Order, kernel::work_group Group>
class key_sample {
 public:
  static constexpr int size = Group::size;
  struct local_memory {
    Word part[size];
    std::uint32_t has_equal;                  ///< not 0: the sample has equal keys
    std::uint32_t sharing[8 * sizeof(Word)];  ///< keys that share this number of leading bits
  };

  /// The position of an item's key of the sample: anywhere in its share of n keys, n >= size.
  static OMPRIM_INLINE std::uint64_t position(std::uint64_t n, int item) {
    const auto i = static_cast<std::uint64_t>(item);
    const std::uint64_t share = n / size;
    return i * share + ((i * 0x9e3779b97f4a7c15U) >> 40U) % share;
  }

  /// Item 0 calls use(first), where first is the first of the leading bits; there are whole digits
  /// of them.
  template <class Use>
  static OMPRIM_INLINE void find_leading_bits(Group& group, local_memory& local, const Word* keys,
                                              std::uint64_t n, const sorted_bits& compared,
                                              Use&& use) {
    const int item = group.this_item().id;
    const auto part_of = compared_part<Word, Order>::of(compared);
    const Word part = part_of(keys[position(n, item)]);
    local.part[item] = part;
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { local.has_equal = 0; });
    group.for_each_index(static_cast<int>(8 * sizeof(Word)),
                         [&](int i) OMPRIM_INLINE_LAMBDA { local.sharing[i] = 0; });
    group.barrier();
    // Less 1, so that equal keys, whose order does not matter, come last.
    constexpr auto last = static_cast<Word>(~Word{0});
    auto nearest = last;
    int equal = 0;
#pragma GCC unroll 8
    for (int i = 0; i < size; ++i) {
      const auto difference = static_cast<Word>((local.part[i] ^ part) - 1);
      nearest = difference < nearest ? difference : nearest;
      equal += difference == last ? 1 : 0;
    }
    if (equal > 1) (void)__atomic_fetch_add(&local.has_equal, 1U, __ATOMIC_RELAXED);
    const int bits = compared.last - compared.first;
    if (nearest != last) {
      const int shared = bits - static_cast<int>(std::bit_width(static_cast<Word>(nearest + 1)));
      (void)__atomic_fetch_add(local.sharing + shared, 1U, __ATOMIC_RELAXED);
    }
    group.barrier();
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      const int needed = needed_bits(local, n);
      // If keys are equal to others, two of them that share the leading bits make a long run.
      const int more = local.has_equal != 0 ? 1 : 0;
      const int digits = (needed < 1 ? 1 : (needed + 7) / 8) + more;
      use(static_cast<std::uint8_t>(8 * digits < bits ? compared.last - 8 * digits
                                                      : compared.first));
    });
  }

 private:
  /// The bits that all but one of 2^margin keys or so do not share with another key.
  static OMPRIM_INLINE int needed_bits(const local_memory& local, std::uint64_t n) {
    constexpr int levels = 24;
    int most = static_cast<int>(8 * sizeof(Word)) - 1;
    while (most > 0 && local.sharing[most] == 0) --most;
    // The sum of 2^shared over the sample, without its lowest bits.
    std::uint64_t sum = 0;
    OMPRIM_KEEP_ROLLED
    for (int k = 0; k <= levels && k <= most; ++k) {
      sum += std::uint64_t{local.sharing[most - k]} << (levels - k);
    }
    constexpr int sampled_bits = 2 * (std::bit_width(static_cast<unsigned>(size)) - 1);
    return most - levels + static_cast<int>(std::bit_width(sum)) - sampled_bits +
           static_cast<int>(std::bit_width(n - 1)) + sort_policy::sample_margin;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
