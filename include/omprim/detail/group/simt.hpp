// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/item.hpp>
#include <omprim/detail/group/simt_code.hpp>
#if !OMPRIM_GPU
#include <sched.h>

#include <omprim/detail/group/emulation.hpp>
#endif

/// A work-group executed by one thread per item: in GPU passes, and on host threads where
/// OMPRIM_EMULATE_SIMT is defined (group/emulation.hpp). The contract is in group/work_group.hpp.
namespace omprim::inline OMPRIM_ABI::kernel {

#if defined(__AMDGCN_WAVEFRONT_SIZE)
inline constexpr int hardware_sub_group_size = __AMDGCN_WAVEFRONT_SIZE;
#elif defined(OMPRIM_EMULATED_LANES)
inline constexpr int hardware_sub_group_size = OMPRIM_EMULATED_LANES;
#else
inline constexpr int hardware_sub_group_size = 32;
#endif

namespace detail {
template <int size>
OMPRIM_INLINE int shuffle_word(int word, int lane) {
  // Lanes beyond the group do not exist. Indices wrap around; the callers ignore the values of
  // wrapped indices.
  constexpr int width = size < hardware_sub_group_size ? size : hardware_sub_group_size;
  const int source_lane = lane & (width - 1);
#if defined(__NVPTX__)
  constexpr unsigned members = size >= 32 ? ~0u : (1u << (size & 31)) - 1u;
  return __nvvm_shfl_sync_idx_i32(members, word, source_lane, 0x1f);
#elif defined(__AMDGCN__)
  return __builtin_amdgcn_ds_bpermute(source_lane * 4, word);
#else
  return emulated::shuffle(word, source_lane);
#endif
}

/// One bit per lane of the sub-group, set where the flag is true.
template <int size>
OMPRIM_INLINE std::uint64_t ballot(bool flag) {
#if defined(__NVPTX__)
  constexpr unsigned members = size >= 32 ? ~0u : (1u << (size & 31)) - 1u;
  return __nvvm_vote_ballot_sync(members, flag);
#elif defined(__AMDGCN__)
  if constexpr (hardware_sub_group_size == 64) return __builtin_amdgcn_ballot_w64(flag);
  return __builtin_amdgcn_ballot_w32(flag);
#else
  return emulated::ballot(flag);
#endif
}

/// One bit per lane of a sub-group, in a word as wide as the sub-group.
using lane_mask = std::conditional_t<(hardware_sub_group_size > 32), std::uint64_t, std::uint32_t>;
OMPRIM_INLINE int population(lane_mask bits) {
  return sizeof(bits) == 8 ? __builtin_popcountll(bits)
                           : __builtin_popcount(static_cast<unsigned>(bits));
}

#if OMPRIM_GPU
/// The lanes for which `word` has the same bit as for this lane.
template <int size>
OMPRIM_INLINE lane_mask lanes_with_bit(std::uint32_t word, int bit) {
#if defined(__NVPTX__)
  // The compiler would test the bit twice, for the vote and for its result.
  static_assert(size % 32 == 0);
  lane_mask lanes;
  __asm__ volatile(
      "{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, -1; @!p not.b32 %0, %0; }"
      : "=r"(lanes)
      : "r"(word & (1U << bit)));
  return lanes;
#else
  const bool is_set = (word >> bit & 1U) != 0;
  const auto votes = static_cast<lane_mask>(ballot<size>(is_set));
  return is_set ? votes : ~votes;
#endif
}
#endif

/// The lanes with the same digit as this lane, of `bits` bits.
template <int size, int bits>
OMPRIM_INLINE lane_mask lanes_with_digit(std::uint32_t digit) {
#if OMPRIM_GPU
  lane_mask same = ~lane_mask{0};
#pragma GCC unroll 8
  for (int bit = 0; bit < bits; ++bit) same &= lanes_with_bit<size>(digit, bit);
  return same;
#else
  return static_cast<lane_mask>(emulated::lanes_with(static_cast<int>(digit)));
#endif
}

/// Waits for the other lanes of the sub-group, and makes this lane's writes to local memory visible
/// to them.
template <int size>
OMPRIM_INLINE void sub_group_barrier() {
#if defined(__NVPTX__)
  constexpr unsigned members = size >= 32 ? ~0u : (1u << (size & 31)) - 1u;
  __nvvm_bar_warp_sync(members);
#elif defined(__AMDGCN__)
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
#else
  emulated::self->mates->all.join();
#endif
}

/// Lets other threads run between two polls of a value that another group publishes.
OMPRIM_INLINE void yield_thread() {
#if !OMPRIM_GPU
  sched_yield();
#endif
}

/// The value of another lane of the sub-group, for any trivially copyable type.
template <int size, class T>
OMPRIM_INLINE T shuffle(const T& value, int source_lane) {
  constexpr int words = (sizeof(T) + 3) / 4;
  struct bits {
    int word[words];
  };
  if constexpr (sizeof(T) == sizeof(bits)) {
    auto all = __builtin_bit_cast(bits, value);
    for (int i = 0; i < words; ++i) all.word[i] = shuffle_word<size>(all.word[i], source_lane);
    return __builtin_bit_cast(T, all);
  } else {
    bits all{};
    __builtin_memcpy(&all, &value, sizeof(T));
    for (int i = 0; i < words; ++i) all.word[i] = shuffle_word<size>(all.word[i], source_lane);
    T result;
    __builtin_memcpy(&result, &all, sizeof(T));
    return result;
  }
}

/// The sum over the sub-group, known to all lanes.
template <int size>
OMPRIM_INLINE unsigned sub_group_sum(unsigned value, [[maybe_unused]] int lane) {
#if defined(__NVPTX__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  constexpr unsigned members = size >= 32 ? ~0u : (1u << (size & 31)) - 1u;
  return static_cast<unsigned>(
      __nvvm_redux_sync_add(static_cast<int>(value), static_cast<int>(members)));
#else
  constexpr int width = size < hardware_sub_group_size ? size : hardware_sub_group_size;
#pragma GCC unroll 6
  for (int offset = 1; offset < width; offset *= 2) value += shuffle<size>(value, lane ^ offset);
  return value;
#endif
}

/// The greatest value of the sub-group, known to all lanes.
template <int size>
OMPRIM_INLINE int sub_group_greatest(int value, [[maybe_unused]] int lane) {
#if defined(__NVPTX__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  constexpr unsigned members = size >= 32 ? ~0u : (1u << (size & 31)) - 1u;
  return __nvvm_redux_sync_max(value, static_cast<int>(members));
#else
  constexpr int width = size < hardware_sub_group_size ? size : hardware_sub_group_size;
  OMPRIM_KEEP_ROLLED
  for (int offset = 1; offset < width; offset *= 2) {
    const int other = shuffle<size>(value, lane ^ offset);
    value = value < other ? other : value;
  }
  return value;
#endif
}
}  // namespace detail

/// The value of the one item that this thread executes.
template <class T, int size>
struct simt_private {
  T value;
  OMPRIM_INLINE T& operator[](work_item) { return value; }
  OMPRIM_INLINE const T& operator[](work_item) const { return value; }
};
/// Scratch in local memory: one value per sub-group and one for the group.
template <class T, int size>
struct simt_scratch {
  T values[size < hardware_sub_group_size ? 1 : size / hardware_sub_group_size];
  T total;
};

template <int work_group_size>
class simt_group {
  static_assert(is_power_of_two(work_group_size) && work_group_size <= 1024);

 public:
  static constexpr int size = work_group_size;
  static constexpr bool thread_per_item = true;
  static constexpr int sub_group_size =
      size < hardware_sub_group_size ? size : hardware_sub_group_size;
  static constexpr int sub_groups = size / sub_group_size;

  template <class T>
  using private_memory = simt_private<T, size>;
  template <class T>
  using scratch = simt_scratch<T, size>;

  OMPRIM_INLINE simt_group(std::uint64_t id, std::uint64_t count, int thread)
      : id_(id), count_(count), thread_(thread) {}

  [[nodiscard]] OMPRIM_INLINE std::uint64_t id() const { return id_; }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t count() const { return count_; }
  [[nodiscard]] OMPRIM_INLINE work_item this_item() const {
    return {thread_, thread_ / sub_group_size, thread_ % sub_group_size};
  }

  template <class Function>
  OMPRIM_INLINE void for_each_item(Function&& f) const {
    f(this_item());
  }
  template <class Function>
  OMPRIM_INLINE void for_each_item_and_wait(Function&& f) const {
    f(this_item());
    barrier();
  }
  template <class Function>
  OMPRIM_INLINE void for_each_index(int count, Function&& f) const {
    for (int i = thread_; i < count; i += size) f(i);
  }
  template <class Function>
  OMPRIM_INLINE void for_each_index_and_wait(int count, Function&& f) const {
    for_each_index(count, f);
    barrier();
  }
  OMPRIM_INLINE void barrier() const {
#if OMPRIM_GPU
#pragma omp barrier
#else
    emulated::barrier();
#endif
  }
  /// A barrier of each sub-group.
  OMPRIM_INLINE void sub_group_barrier() const { detail::sub_group_barrier<size>(); }
  OMPRIM_INLINE void compiler_barrier() const {}  // for CPU prefetchers only; see vector_group
  template <class Function>
  OMPRIM_INLINE void single_item(Function&& f) const {
    if (thread_ == 0) f();
  }

  class sub_group_type {
   public:
    OMPRIM_INLINE explicit sub_group_type(work_item me) : me_(me) {}
    [[nodiscard]] OMPRIM_INLINE int id() const { return me_.sub_group; }
    template <class Function>
    OMPRIM_INLINE void for_each_item(Function&& f) const {
      f(me_);
    }
    template <class T, class Combine>
    OMPRIM_INLINE T reduce(const private_memory<T>& values, Combine&& combine) const {
      T total = values.value;
#pragma GCC unroll 6
      for (int offset = sub_group_size / 2; offset > 0; offset /= 2) {
        total = combine(total, detail::shuffle<size>(total, me_.sub_group_lane + offset));
      }
      return total;
    }
    [[nodiscard]] OMPRIM_INLINE std::uint64_t ballot(const private_memory<bool>& flags) const {
      return detail::ballot<size>(flags.value);
    }
    template <class Function>
    OMPRIM_INLINE void single_item(Function&& f) const {
      if (me_.sub_group_lane == 0) f();
    }

   private:
    work_item me_;
  };
  [[nodiscard]] OMPRIM_INLINE sub_group_type this_sub_group() const {
    return sub_group_type(this_item());
  }
  template <class Function>
  OMPRIM_INLINE void for_each_sub_group(Function&& f) const {
    f(this_sub_group());
  }

  /// The stride is the number of groups: neighbouring groups read neighbouring tiles at the same
  /// time.
  template <class Function>
  OMPRIM_INLINE void for_each_tile_in_order(std::uint64_t tiles, Function&& f) const {
    for (std::uint64_t tile = id_; tile < tiles; tile += count_) f(tile);
  }
  template <class Function>
  OMPRIM_INLINE void for_each_tile(std::uint64_t tiles, Function&& f) const {
    for_each_tile_in_order(tiles, f);
  }

  template <class Reducer>
  OMPRIM_INLINE void combine_local(
      atomic_cell<Reducer>& cell,
      const private_memory<typename Reducer::accumulator>& values) const {
    atomic_combine(cell, values.value);
  }
  template <class Reducer>
  OMPRIM_INLINE void combine_local(atomic_cell<Reducer>& cell,
                                   const typename Reducer::accumulator& value) const {
    atomic_combine(cell, value);
  }
  template <class Reducer>
  OMPRIM_INLINE void combine_global(
      atomic_cell<Reducer>& cell,
      const private_memory<typename Reducer::accumulator>& values) const {
    atomic_combine(cell, values.value);
  }

 private:
  std::uint64_t id_;
  std::uint64_t count_;
  int thread_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
