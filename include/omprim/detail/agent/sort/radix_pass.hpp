// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/digit_look_back.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/simt_tile.hpp>
#include <omprim/detail/agent/sort/vector_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/tuning.hpp>

/// One pass of a radix sort.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Moves keys, and their values, to the places that one digit gives them; keys with the same digit
/// stay in order. Groups take tiles by ticket, and learn by look-back how many keys of each digit
/// the tiles before have.
template <class Word, class Value, class Digit, tuning t>
struct alignas(8) radix_pass {
  static constexpr int work_group_size = t.work_group_size;
  static constexpr int threads_per_unit = sort_policy::threads_per_unit;
  using data = sorted_data<Word, Value>;
  template <class Group>
  using tile_type =
      std::conditional_t<Group::thread_per_item, simt_radix_tile<data, Digit, t, Group>,
                         vector_radix_tile<data, Digit, t, Group>>;

  template <class Group>
  struct local_memory {
    typename tile_type<Group>::local_memory tile;
    unsigned ticket;
  };

  data arrays;
  digit_look_back digits;
  unsigned* tickets;
  kernel::digit_choice choice;
  /// Not 0: the values are the positions of the keys, without an array.
  std::uint32_t values_are_positions;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const auto digit = Digit::of(choice);
    if constexpr (!Group::thread_per_item) {
      if (group.count() == 1 &&
          tile_type<Group>::move_directly(arrays, digits, digit, values_are_positions != 0)) {
        return;
      }
    }
    const std::uint64_t tiles = tile_type<Group>::tiles_of(arrays.size);
    for (;;) {
      group.single_item(
          [&]() OMPRIM_INLINE_LAMBDA { local.ticket = kernel::fetch_add_shared(tickets, 1U); });
      group.barrier();
      const std::uint64_t tile = local.ticket;
      if (tile >= tiles) {
        // The last of all tickets. Nothing orders the other groups' additions before this store.
        group.single_item([&]() OMPRIM_INLINE_LAMBDA {
          if (tile == tiles + group.count() - 1) kernel::store_shared(tickets, 0U);
        });
        return;
      }
      tile_type<Group>::move(group, local.tile, arrays, digits, digit,
                             {tile, tile == tiles - 1, values_are_positions != 0});
      group.barrier();
    }
  }
};

/// The shortest tile of all kinds of groups.
template <class Word, class Value, tuning t>
inline constexpr std::uint64_t shortest_radix_tile =
    std::min<std::uint64_t>(vector_tile_length<t>, simt_tile_length<sorted_data<Word, Value>, t>);

}  // namespace omprim::inline OMPRIM_ABI::strategy
