// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>

#include <omprim/detail/agent/top_k/bounds.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>

/// Bounds by a sample, found by one group.
namespace omprim::inline OMPRIM_ABI::strategy {

/// A rank that no element of a sample has: there is no bound.
inline constexpr std::uint32_t no_rank = ~std::uint32_t{0};

/// A sample: one element of each of `size` parts of the elements, and what is asked of it.
struct sample_plan {
  std::uint64_t part;           ///< the elements of a part, rounded down
  std::uint32_t fraction;       ///< of an element, times 2^32: what the rounding left
  std::uint32_t size;           ///< as many as elements: the sample is all of them
  std::uint32_t attempt;        ///< tells where in its part an element is taken
  std::uint32_t lower;          ///< the rank in the sample of the lower bound, or no_rank
  std::uint32_t upper;          ///< the same of the upper bound
  std::uint16_t place_bits;     ///< of the elements
  std::uint16_t position_bits;  ///< of the highest position

  /// A sample of `size` elements, at most n, without bounds; none for size 0.
  static sample_plan of(std::uint64_t n, std::uint32_t size, std::uint32_t attempt) {
    const std::uint32_t parts = size == 0 ? 1 : size;
    const auto fraction = static_cast<std::uint32_t>((n % parts << 32U) / parts);
    return {n / parts, fraction, size, attempt, no_rank, no_rank, 0, 0};
  }

  /// The number of an element of the sample. It looks random, so that no order of the data agrees
  /// with it, and is always the same.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t number(std::uint32_t i) const {
    const std::uint64_t begin = begin_of(i);
    const std::uint64_t length = begin_of(i + 1) - begin;
    std::uint32_t hash = (i + 1) * 0x9e3779b1U + attempt * 0x85ebca77U;
    hash = (hash ^ (hash >> 16)) * 0x85ebca6bU;
    hash = (hash ^ (hash >> 13)) * 0xc2b2ae35U;
    hash ^= hash >> 16;
    return begin + (length * hash >> 32);
  }

 private:
  /// Parts of a length and parts of one element more take turns. If the longer ones were the first,
  /// a sample would have too few of the first elements, among which kept ones of few values have
  /// their own order.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t begin_of(std::uint32_t i) const {
    return i * part + (std::uint64_t{i} * fraction >> 32U);
  }
};

/// Loads the sample and finds the elements of the two ranks: first their places, by a radix
/// selection with digits of 8 bits from the highest one on, then their positions among the elements
/// with the same place.
template <class Elements, int size>
struct alignas(8) find_bounds {
  static constexpr int work_group_size = size;
  using place = typename Elements::place;
  static constexpr std::uint32_t most = top_k_policy::most_samples<place>;
  static constexpr std::uint32_t digits = 256;
  static constexpr std::uint32_t copies = 8;  ///< of a count, for different items

  template <class Group>
  struct local_memory {
    place places[most];
    std::uint32_t count[digits * copies];
    typename Group::template scratch<std::uint32_t> scratch;
    std::uint32_t digit;
    std::uint32_t before;  ///< elements with lower digits
    std::uint32_t same;    ///< elements with this digit
  };

  Elements elements;
  sample_plan sample;
  bounds* found;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    elements.with_order([&](const auto& order) OMPRIM_INLINE_LAMBDA { load(group, local, order); });
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
  template <class Group, class Order>
  OMPRIM_INLINE void load(Group& group, local_memory<Group>& local, const Order& order) const {
    const auto* const data = elements.source.base + elements.source.first;
    if constexpr (Group::thread_per_item) {
      // All loads of an item are under way at a time.
      constexpr std::uint32_t loads = most / size;
      typename Elements::word loaded[loads];
      const auto item = static_cast<std::uint32_t>(group.this_item().id);
#pragma GCC unroll 8
      for (std::uint32_t k = 0; k < loads; ++k) {
        const std::uint32_t i = item + k * size;
        if (i < sample.size) loaded[k] = data[sample.number(i)];
      }
#pragma GCC unroll 8
      for (std::uint32_t k = 0; k < loads; ++k) {
        const std::uint32_t i = item + k * size;
        if (i < sample.size) local.places[i] = static_cast<place>(order(loaded[k]));
      }
    } else {
      for (std::uint32_t i = 0; i < sample.size; ++i) {
        local.places[i] = static_cast<place>(order(data[sample.number(i)]));
      }
    }
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
    const bounds all = bounds::of_all(std::numeric_limits<place>::max());
    if (rank == no_rank) return is_lower ? all.lower : all.upper;
    std::uint32_t same = 0;
    const std::uint64_t found_place = find_rank(
        group, local, rank, same, sample.place_bits,
        [&](place /*mine*/) OMPRIM_INLINE_LAMBDA { return true; },
        [&](std::uint32_t /*i*/, place mine)
            OMPRIM_INLINE_LAMBDA { return static_cast<std::uint64_t>(mine); });
    // Values that are rare do not need positions as well.
    if (same == 1) return {found_place, is_lower ? all.lower.position : all.upper.position};
    const std::uint64_t position = find_rank(
        group, local, rank, same, sample.position_bits,
        [&](place mine) OMPRIM_INLINE_LAMBDA { return mine == found_place; },
        [&](std::uint32_t i, place /*mine*/)
            OMPRIM_INLINE_LAMBDA { return elements.position(sample.number(i)); });
    return {found_place, position};
  }

  /// The value of a rank among the elements whose places `takes` admits; `rank` is then the rank
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
        const place mine = local.places[i];
        if (!takes(mine)) return;
        const std::uint64_t x = value(i, mine) >> shift;
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

  /// Notes the digit of the rank, how many elements have lower ones, and how many have this one.
  template <class Group>
  OMPRIM_INLINE void find_digit(Group& group, local_memory<Group>& local,
                                std::uint32_t rank) const {
    const auto note = [&](std::uint32_t digit, std::uint32_t before, std::uint32_t here)
                          OMPRIM_INLINE_LAMBDA {
                            if (rank < before || rank - before >= here) return;
                            local.digit = digit;
                            local.before = before;
                            local.same = here;
                          };
    if constexpr (Group::thread_per_item) {
      const auto item = static_cast<std::uint32_t>(group.this_item().id);
      const std::uint32_t here = item < digits ? count_of(local, item) : 0;
      typename Group::template private_memory<std::uint32_t> before{here};
      const auto plus = [](std::uint32_t a, std::uint32_t b) OMPRIM_INLINE_LAMBDA { return a + b; };
      kernel::exclusive_scan(group, before, std::uint32_t{0}, plus, local.scratch);
      note(item, before[group.this_item()], here);
    } else {
      std::uint32_t before = 0;
      for (std::uint32_t digit = 0; digit < digits; ++digit) {
        const std::uint32_t here = count_of(local, digit);
        note(digit, before, here);
        before += here;
      }
    }
    group.barrier();
  }

  template <class Local>
  static OMPRIM_INLINE std::uint32_t count_of(const Local& local, std::uint32_t digit) {
    std::uint32_t sum = 0;
    for (std::uint32_t c = 0; c < copies; ++c) {
      // Neighbours begin with different copies, which are in different banks.
      sum += local.count[digit * copies + ((c + digit) & (copies - 1))];
    }
    return sum;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
