// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>

#include <omprim/detail/agent/top_k/bounds.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>

/// Bounds by a sample, found by one group.
namespace omprim::inline OMPRIM_ABI::strategy {

/// A rank that no element of a sample has: there is no bound.
inline constexpr std::uint32_t no_rank = ~std::uint32_t{0};

/// What a sample is asked for. It is one element of each of `size` equal parts of the elements.
struct sample_plan {
  std::uint32_t size;
  std::uint32_t attempt;        ///< tells where in its part an element is taken
  std::uint32_t lower;          ///< the rank in the sample of the lower bound, or no_rank
  std::uint32_t upper;          ///< the same of the upper bound
  std::uint32_t place_bits;     ///< of the elements
  std::uint32_t position_bits;  ///< of the highest position

  /// The number of an element of the sample, of `all` elements. It looks random, so that no order
  /// of the data agrees with it, and is always the same.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t number(std::uint32_t i, std::uint64_t all) const {
    const kernel::share part = kernel::share_of(all, i, size);
    std::uint32_t hash = (i + 1) * 0x9e3779b1U + attempt * 0x85ebca77U;
    hash = (hash ^ (hash >> 16)) * 0x85ebca6bU;
    hash = (hash ^ (hash >> 13)) * 0xc2b2ae35U;
    hash ^= hash >> 16;
    return part.begin + ((part.end - part.begin) * hash >> 32);
  }
};

/// Loads the sample and finds the elements of the two ranks: first their places, by a radix
/// selection with digits of 8 bits from the highest one on, then their positions among the elements
/// with the same place.
template <class Elements, int size>
struct alignas(8) find_bounds {
  static constexpr int work_group_size = size;
  using word = typename Elements::word;
  static constexpr std::uint32_t digits = 256;
  static constexpr std::uint32_t copies = 4;  ///< of a count, for different items
  static constexpr std::uint32_t parts = 16;

  template <class Group>
  struct local_memory {
    word place[top_k_policy::most_samples<word>];
    std::uint32_t count[digits * copies];
    std::uint32_t part[parts];
    std::uint32_t digit;
    std::uint32_t before;  ///< elements with lower digits
    std::uint32_t same;    ///< elements with this digit
  };

  Elements elements;
  sample_plan sample;
  bounds* found;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    elements.with_order([&](const auto& order) OMPRIM_INLINE_LAMBDA {
      for_each_sample(group, [&](std::uint32_t i) OMPRIM_INLINE_LAMBDA {
        local.place[i] = order(elements.source.base[elements.source.first + number(i)]);
      });
    });
    group.barrier();
    OMPRIM_KEEP_ROLLED
    for (int which = 0; which < 2; ++which) {
      const bool is_lower = which == 0;
      const bound mine = find(group, local, is_lower ? sample.lower : sample.upper, is_lower);
      group.single_item([&]() OMPRIM_INLINE_LAMBDA {
        if (is_lower) {
          found->lower = mine;
        } else {
          found->upper = mine;
        }
      });
    }
  }

 private:
  [[nodiscard]] OMPRIM_INLINE std::uint64_t number(std::uint32_t i) const {
    return sample.number(i, elements.source.size());
  }

  /// The additions of a thread that runs all items are not independent: it needs a plain loop.
  template <class Group, class Function>
  OMPRIM_INLINE void for_each_sample(Group& group, Function&& f) const {
    if constexpr (Group::thread_per_item) {
      group.for_each_index(static_cast<int>(sample.size),
                           [&](int i) OMPRIM_INLINE_LAMBDA { f(static_cast<std::uint32_t>(i)); });
    } else {
      for (std::uint32_t i = 0; i < sample.size; ++i) f(i);
    }
  }

  template <class Group>
  OMPRIM_INLINE bound find(Group& group, local_memory<Group>& local, std::uint32_t rank,
                           bool is_lower) const {
    const bounds all = bounds::of_all(std::numeric_limits<word>::max());
    if (rank == no_rank) return is_lower ? all.lower : all.upper;
    std::uint32_t same = 0;
    const std::uint64_t place = find_rank(
        group, local, rank, same, sample.place_bits,
        [&](std::uint32_t /*i*/, word /*place*/) OMPRIM_INLINE_LAMBDA { return true; },
        [&](std::uint32_t /*i*/, word mine)
            OMPRIM_INLINE_LAMBDA { return static_cast<std::uint64_t>(mine); });
    // Values that are rare do not need positions as well.
    if (same == 1) return {place, is_lower ? all.lower.position : all.upper.position};
    const std::uint64_t position = find_rank(
        group, local, rank, same, sample.position_bits,
        [&](std::uint32_t /*i*/, word mine) OMPRIM_INLINE_LAMBDA { return mine == place; },
        [&](std::uint32_t i, word /*place*/)
            OMPRIM_INLINE_LAMBDA { return elements.position(number(i)); });
    return {place, position};
  }

  /// The value of a rank among the elements that `takes(i, place)` admits; `rank` is then the rank
  /// among equal ones, and `same` their number.
  template <class Group, class Takes, class Value>
  OMPRIM_INLINE std::uint64_t find_rank(Group& group, local_memory<Group>& local,
                                        std::uint32_t& rank, std::uint32_t& same,
                                        std::uint32_t bits, const Takes& takes,
                                        const Value& value) const {
    std::uint64_t higher = 0;  // the digits that are known
    OMPRIM_KEEP_ROLLED
    for (int shift = (static_cast<int>(bits) - 1) / 8 * 8; shift >= 0; shift -= 8) {
      group.for_each_index_and_wait(static_cast<int>(digits * copies),
                                    [&](int i) OMPRIM_INLINE_LAMBDA { local.count[i] = 0; });
      for_each_sample(group, [&](std::uint32_t i) OMPRIM_INLINE_LAMBDA {
        const word place = local.place[i];
        if (!takes(i, place)) return;
        const std::uint64_t x = value(i, place) >> shift;
        if (x >> 8 != higher) return;
        std::uint32_t& count = local.count[(x & (digits - 1)) * copies + i % copies];
        if constexpr (Group::thread_per_item) {
          kernel::add_atomically(count, 1U);
        } else {
          ++count;
        }
      });
      group.barrier();
      find_digit(group, local, rank);
      higher = higher << 8 | local.digit;
      rank -= local.before;
      same = local.same;
    }
    return higher;
  }

  template <class Group>
  OMPRIM_INLINE void find_digit(Group& group, local_memory<Group>& local,
                                std::uint32_t rank) const {
    constexpr std::uint32_t counts = digits * copies / parts;
    group.for_each_index_and_wait(static_cast<int>(parts), [&](int part) OMPRIM_INLINE_LAMBDA {
      std::uint32_t sum = 0;
      const std::uint32_t* const first = local.count + static_cast<std::uint32_t>(part) * counts;
      for (std::uint32_t i = 0; i < counts; ++i) sum += first[i];
      local.part[part] = sum;
    });
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      std::uint32_t before = 0;
      std::uint32_t part = 0;
      OMPRIM_KEEP_ROLLED
      while (before + local.part[part] <= rank) before += local.part[part++];
      std::uint32_t digit = part * (digits / parts);
      std::uint32_t here = count_of(local, digit);
      OMPRIM_KEEP_ROLLED
      while (before + here <= rank) {
        before += here;
        here = count_of(local, ++digit);
      }
      local.digit = digit;
      local.before = before;
      local.same = here;
    });
    group.barrier();
  }

  template <class Local>
  static OMPRIM_INLINE std::uint32_t count_of(const Local& local, std::uint32_t digit) {
    std::uint32_t sum = 0;
    for (std::uint32_t c = 0; c < copies; ++c) sum += local.count[digit * copies + c];
    return sum;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
