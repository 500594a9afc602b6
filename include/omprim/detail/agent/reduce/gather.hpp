// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/accumulate.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/tuning.hpp>

/// Each struct combines the elements of one work-item, in the strategies of the papers. The structs
/// differ in the elements that they give to an item.
namespace omprim::inline OMPRIM_ABI::strategy {

// For items that share the whole source:
//   items(source)                           number of work-items to launch
//   sum<Reducer>(source, item, all_items)   partial of one work-item

/// One element per item.
template <tuning t>
struct gather_one {
  template <class Source>
  static std::uint64_t items(const Source& source) {
    return source.last;
  }
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t item, std::uint64_t /*all*/) {
    return accumulate<Reducer, 1>(Reducer::template identity<1>(), source, item);
  }
};

/// A contiguous block per item.
template <tuning t>
struct gather_block {
  static constexpr std::uint64_t block = t.items_per_work_item;

  template <class Source>
  static std::uint64_t items(const Source& source) {
    return groups_for(source, block);
  }
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t item, std::uint64_t /*all*/) {
    auto partial = Reducer::template identity<1>();
    for (std::uint64_t i = 0; i < block; ++i) {
      partial = accumulate<Reducer, 1>(partial, source, item * block + i);
    }
    return partial;
  }
};

/// Elements that are one grid (`all` items) apart.
template <tuning t>
struct gather_interleaved {
  template <class Source>
  static std::uint64_t items(const Source& source) {
    return groups_for(source, t.items_per_work_item);
  }
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t item, std::uint64_t all) {
    auto partial = Reducer::template identity<1>();
    for (int i = 0; i < t.items_per_work_item; ++i) {
      partial = accumulate<Reducer, 1>(partial, source, item + static_cast<std::uint64_t>(i) * all);
    }
    return partial;
  }
};

// For items that share the tile of a group:
//   sum<Reducer>(source, first_position_of_tile, item)   partial of one work-item

/// One element per item.
struct gather_element {
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t tile, int item) {
    return accumulate<Reducer, 1>(Reducer::template identity<1>(), source,
                                  tile + static_cast<std::uint64_t>(item));
  }
};

/// One pack per item.
template <tuning t>
struct gather_vector {
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t tile, int item) {
    return accumulate<Reducer, t.lanes>(Reducer::template identity<1>(), source,
                                        tile + static_cast<std::uint64_t>(item * t.lanes));
  }
};

/// Elements that are one group size apart.
template <tuning t>
struct gather_workload {
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t tile, int item) {
    auto partial = Reducer::template identity<1>();
    for (int i = 0; i < t.items_per_work_item; ++i) {
      const int offset = i * t.work_group_size + item;
      partial = accumulate<Reducer, 1>(partial, source, tile + static_cast<std::uint64_t>(offset));
    }
    return partial;
  }
};

/// Each sub-group has a block of its own; the packs of its items are interleaved.
template <tuning t>
struct gather_sub_group_block {
  static constexpr int sub_group = t.work_group_size < 16 ? t.work_group_size : 16;

  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t tile, int item) {
    constexpr int block = sub_group * t.lanes * t.items_per_work_item;
    const int start = item / sub_group * block + item % sub_group * t.lanes;
    auto partial = Reducer::template identity<1>();
    for (int i = 0; i < t.items_per_work_item; ++i) {
      const int offset = start + i * sub_group * t.lanes;
      partial =
          accumulate<Reducer, t.lanes>(partial, source, tile + static_cast<std::uint64_t>(offset));
    }
    return partial;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
