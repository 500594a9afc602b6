// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/pack_rows.hpp>
#include <omprim/detail/agent/top_k/bounds.hpp>
#include <omprim/detail/agent/top_k/kept_output.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// The elements between bounds, where threads are items.
namespace omprim::inline OMPRIM_ABI::strategy {

/// An item compares its packs of a tile. A sub-group gathers what its items keep in local memory,
/// and writes it when there is no room left: the groups share one counter.
template <class Elements, tuning t, class Group>
class simt_keep {
 public:
  using word = typename Elements::word;
  static constexpr int size = Group::size;
  static constexpr int elements_of_item = t.lanes * t.items_per_work_item;
  static_assert(elements_of_item <= 32, "an item remembers in one word which elements it keeps");
  static constexpr int most = top_k_policy::gathered_of_sub_group;

  /// Kept elements of a sub-group that are not written yet.
  struct gathered {
    std::uint64_t places[most];
    std::uint64_t positions[most];
  };
  struct local_memory {
    gathered of_sub_group[Group::sub_groups];
  };

#if OMPRIM_SIMT
  OMPRIM_INLINE simt_keep(const Group& group, const Elements& elements, const bounds& kept,
                          const kept_output& out, local_memory& local)
      : group_(group),
        elements_(elements),
        kept_(kept),
        out_(out),
        lane_(group.this_item().sub_group_lane),
        local_(local.of_sub_group[group.this_item().sub_group]) {}

  /// Keeps elements of the group's tiles, and in the last group those outside of tiles. Returns how
  /// many elements of this item are below the lower bound.
  template <class Order>
  OMPRIM_INLINE std::uint64_t run(const Order& order) {
    using source_type = kernel::array_source<word>;
    const source_type& source = elements_.source;
    const pack_rows<t, source_type> rows(source);
    const int item = group_.this_item().id;
    std::uint64_t below = 0;
    std::uint64_t tile = group_.id();
    for_each_loaded_tile(rows, item, group_.id(), group_.count(),
                         [&](const auto& loaded) OMPRIM_INLINE_LAMBDA {
                           constexpr auto length = static_cast<std::uint64_t>(t.tile());
                           const std::uint64_t first = source.index(rows.first) + tile * length;
                           const std::uint32_t mine = compare(order, loaded, first, below);
                           gather(order, mine, first);
                           tile += group_.count();
                         });
    write_gathered();
    if (group_.id() != group_.count() - 1) return below;
    for_each_outside_tiles(rows, item, [&](std::uint64_t p) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t number = source.index(p);
      const std::uint64_t place = order(source.base[p]);
      const auto found = bounded_element<Elements>::of(kept_, elements_, place, number);
      below += found.is_below ? 1 : 0;
      if (found.is_kept) out_.write(out_.take(1), place, elements_.position(number));
    });
    return below;
  }

 private:
  /// The number of element e of this item in a tile that begins at number `first`.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t number_of(std::uint64_t first, int e) const {
    const int pack = e / t.lanes * size + group_.this_item().id;
    return first + static_cast<std::uint64_t>(pack * t.lanes + e % t.lanes);
  }

  /// One bit for each element of this item that is kept.
  template <class Order, class Loaded>
  OMPRIM_INLINE std::uint32_t compare(const Order& order, const Loaded& loaded, std::uint64_t first,
                                      std::uint64_t& below) const {
    constexpr auto length = static_cast<std::uint64_t>(t.tile());
    const auto limits = place_limits<word>::of(kept_, first, first + length - 1);
    std::uint32_t mine = 0;
    std::uint32_t lower = 0;
    const bool by_number = elements_.number_is_position();
    if (by_number && limits.how != comparing::singly && limits.how != comparing::places) {
      below += limits.how == comparing::all_below ? std::uint64_t{elements_of_item} : 0;
      return 0;
    }
    if (by_number && limits.how == comparing::places) {
#pragma GCC unroll 32
      for (int e = 0; e < elements_of_item; ++e) {
        const word place = order(kernel::lane<t.lanes>(loaded[e / t.lanes], e % t.lanes));
        lower += place < limits.least ? 1U : 0U;
        mine |= (place >= limits.least && place <= limits.greatest ? 1U : 0U) << e;
      }
    } else {
#pragma GCC unroll 32
      for (int e = 0; e < elements_of_item; ++e) {
        const word place = order(kernel::lane<t.lanes>(loaded[e / t.lanes], e % t.lanes));
        const auto found =
            bounded_element<Elements>::of(kept_, elements_, place, number_of(first, e));
        lower += found.is_below ? 1U : 0U;
        mine |= (found.is_kept ? 1U : 0U) << e;
      }
    }
    below += lower;
    return mine;
  }

  /// Gathers the elements of a tile that the items of the sub-group keep.
  template <class Order>
  OMPRIM_INLINE void gather(const Order& order, std::uint32_t mine, std::uint64_t first) {
    using namespace kernel::detail;
    if (ballot<size>(mine != 0) == 0) return;
    const int count = __builtin_popcount(mine);
    int up_to = count;  // kept by this lane and the lower ones
    OMPRIM_KEEP_ROLLED
    for (int offset = 1; offset < Group::sub_group_size; offset *= 2) {
      const int lower = shuffle<size>(up_to, lane_ - offset);
      if (lane_ >= offset) up_to += lower;
    }
    const int all = shuffle<size>(up_to, Group::sub_group_size - 1);
    if (gathered_ + all > most) write_gathered();
    const bool fits = all <= most;
    std::uint64_t at = fits ? 0 : take_room(all);
    at += static_cast<std::uint64_t>(up_to - count);
    OMPRIM_KEEP_ROLLED
    for (; mine != 0; mine &= mine - 1) {
      const std::uint64_t number = number_of(first, __builtin_ctz(mine));
      const std::uint64_t place = order(elements_.source.base[elements_.source.first + number]);
      const std::uint64_t position = elements_.position(number);
      if (fits) {
        const auto slot = static_cast<std::uint64_t>(gathered_) + at;
        local_.places[slot] = place;
        local_.positions[slot] = position;
      } else {
        out_.write(at, place, position);
      }
      ++at;
    }
    if (fits) gathered_ += all;
    sub_group_barrier<size>();
  }

  OMPRIM_INLINE void write_gathered() {
    using namespace kernel::detail;
    if (gathered_ == 0) return;
    sub_group_barrier<size>();
    const std::uint64_t at = take_room(gathered_);
    OMPRIM_KEEP_ROLLED
    for (int i = lane_; i < gathered_; i += Group::sub_group_size) {
      out_.write(at + static_cast<std::uint64_t>(i), local_.places[i], local_.positions[i]);
    }
    gathered_ = 0;
    sub_group_barrier<size>();
  }

  /// Room for elements of the sub-group, by its first lane.
  OMPRIM_INLINE std::uint64_t take_room(int count) const {
    std::uint64_t at = 0;
    if (lane_ == 0) at = out_.take(static_cast<std::uint64_t>(count));
    return kernel::detail::shuffle<size>(at, 0);
  }

  const Group& group_;
  const Elements& elements_;
  const bounds& kept_;
  const kept_output& out_;
  int lane_;
  gathered& local_;
  int gathered_ = 0;  ///< the same for all lanes
#endif
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
