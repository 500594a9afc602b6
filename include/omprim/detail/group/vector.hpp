// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/item.hpp>
#include <omprim/detail/group/share.hpp>

/// A work-group executed by one thread: items are iterations of a SIMD loop. A barrier is the end
/// of such a loop and costs nothing. The contract is in group/work_group.hpp.
namespace omprim::inline OMPRIM_ABI::kernel {

/// One value per item.
template <class T, int size>
struct vector_private {
  T values[size];
  OMPRIM_INLINE T& operator[](work_item item) { return values[item.id]; }
  OMPRIM_INLINE const T& operator[](work_item item) const { return values[item.id]; }
};
/// Empty: collectives need no local memory here.
template <class T, int size>
struct vector_scratch {};

template <int work_group_size>
class vector_group {
  static_assert(is_power_of_two(work_group_size) && work_group_size <= 1024);

 public:
  static constexpr int size = work_group_size;
  static constexpr bool thread_per_item = false;
  static constexpr int sub_group_size = size < 16 ? size : 16;
  /// Whether a share may have many tiles; a backend for small inputs says no.
  static constexpr bool has_long_shares = true;

  template <class T>
  using private_memory = vector_private<T, size>;
  template <class T>
  using scratch = vector_scratch<T, size>;

  OMPRIM_INLINE vector_group(std::uint64_t id, std::uint64_t count) : id_(id), count_(count) {}

  [[nodiscard]] OMPRIM_INLINE std::uint64_t id() const { return id_; }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t count() const { return count_; }

  template <class Function>
  OMPRIM_INLINE void for_each_item(Function&& f) const {
    // Each of up to 16 items works on a vector itself. The loop is unrolled, so that private memory
    // is registers.
    if constexpr (size <= 16) {
      unrolled(f, std::make_integer_sequence<int, size>{});
    } else {
#pragma omp simd
      for (int i = 0; i < size; ++i) f(item(i));
    }
  }
  template <class Function>
  OMPRIM_INLINE void for_each_item_and_wait(Function&& f) const {
    for_each_item(f);
  }
  template <class Function>
  OMPRIM_INLINE void for_each_index(int count, Function&& f) const {
#pragma omp simd
    for (int i = 0; i < count; ++i) f(i);
  }
  template <class Function>
  OMPRIM_INLINE void for_each_index_and_wait(int count, Function&& f) const {
    for_each_index(count, f);
  }
  OMPRIM_INLINE void sub_group_barrier() const {}
  OMPRIM_INLINE void barrier() const {}
  /// Keeps the compiler from moving loads across this call: hardware prefetchers look for ascending
  /// order.
  OMPRIM_INLINE void compiler_barrier() const { __asm__ volatile("" ::: "memory"); }

  template <class Function>
  OMPRIM_INLINE void single_item(Function&& f) const {
    f();
  }

  class sub_group_type {
   public:
    OMPRIM_INLINE explicit sub_group_type(int index) : index_(index) {}
    [[nodiscard]] OMPRIM_INLINE int id() const { return index_; }
    template <class Function>
    OMPRIM_INLINE void for_each_item(Function&& f) const {
#pragma omp simd
      for (int i = 0; i < sub_group_size; ++i) {
        f(work_item{index_ * sub_group_size + i, index_, i});
      }
    }
    template <class T, class Combine>
    OMPRIM_INLINE T reduce(const private_memory<T>& values, Combine&& combine) const {
      T total = values.values[index_ * sub_group_size];
      for (int i = 1; i < sub_group_size; ++i) {
        total = combine(total, values.values[index_ * sub_group_size + i]);
      }
      return total;
    }
    [[nodiscard]] OMPRIM_INLINE std::uint64_t ballot(const private_memory<bool>& flags) const {
      std::uint64_t bits = 0;
      for (int i = 0; i < sub_group_size; ++i) {
        bits |= std::uint64_t(flags.values[index_ * sub_group_size + i]) << i;
      }
      return bits;
    }
    template <class Function>
    OMPRIM_INLINE void single_item(Function&& f) const {
      f();
    }

   private:
    int index_;
  };
  template <class Function>
  OMPRIM_INLINE void for_each_sub_group(Function&& f) const {
    for (int s = 0; s < size / sub_group_size; ++s) f(sub_group_type(s));
  }

  /// Each group has a contiguous share of the tiles, so that pages stay near their thread.
  template <class Function>
  OMPRIM_INLINE void for_each_tile_in_order(std::uint64_t tiles, Function&& f) const {
    const auto [begin, end] = share_of(tiles, id_, count_);
    for (std::uint64_t tile = begin; tile < end; ++tile) f(tile);
  }
  template <class Function>
  OMPRIM_INLINE void for_each_tile(std::uint64_t tiles, Function&& f) const {
    for_each_tile_in_order(tiles, f);
  }

  /// Combines every item's value, in any order but one at a time: no atomics are needed.
  template <class Reducer>
  OMPRIM_INLINE void combine_local(
      atomic_cell<Reducer>& cell,
      const private_memory<typename Reducer::accumulator>& values) const {
    auto total = cell.value;
    for (int i = 0; i < size; ++i) total = Reducer::combine(total, values.values[i]);
    cell.value = total;
  }
  /// Combines one value; called from single_item of a group or sub-group.
  template <class Reducer>
  OMPRIM_INLINE void combine_local(atomic_cell<Reducer>& cell,
                                   const typename Reducer::accumulator& value) const {
    cell.value = Reducer::combine(cell.value, value);
  }
  /// Combines every item's value into a cell that all groups share, atomically.
  template <class Reducer>
  OMPRIM_INLINE void combine_global(
      atomic_cell<Reducer>& cell,
      const private_memory<typename Reducer::accumulator>& values) const {
    for (int i = 0; i < size; ++i) atomic_combine(cell, values.values[i]);
  }

 private:
  static OMPRIM_INLINE work_item item(int i) { return {i, i / sub_group_size, i % sub_group_size}; }
  template <class Function, int... i>
  static OMPRIM_INLINE void unrolled(Function&& f, std::integer_sequence<int, i...>) {
    (f(item(i)), ...);
  }

  std::uint64_t id_;
  std::uint64_t count_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
