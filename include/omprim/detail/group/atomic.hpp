// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/arithmetic.hpp>
#include <omprim/detail/reducer/reducer.hpp>

/// Accumulators that many work-items combine into.
namespace omprim::inline OMPRIM_ABI::kernel {

/// An accumulator that work-items combine into atomically.
///
///   2, 4 or 8 bytes   the machine's own atomics, or compare-and-swap for operators without one
///   wider             a lock beside the value: correct and slow
template <class Reducer>
struct atomic_cell {
  using accumulator = typename Reducer::accumulator;
  accumulator value;
  unsigned lock;

  OMPRIM_INLINE void reset() {
    value = Reducer::template identity<1>();
    lock = 0;
  }
};

namespace detail {
enum class atomic_form { add, bit_and, bit_or, bit_xor, compare_and_swap, lock };

template <class Reducer>
struct form_of {
  static constexpr std::size_t size = sizeof(typename Reducer::accumulator);
  static constexpr atomic_form value =
      size == 2 || size == 4 || size == 8 ? atomic_form::compare_and_swap : atomic_form::lock;
};
// NVIDIA's atomic additions of floats in global memory treat subnormal numbers as zero.
template <class A>
inline constexpr bool adds_exactly = !(OMPRIM_SIMT && std::is_same_v<A, float>);

template <class T, class A, class Policy>
struct form_of<fold<T, A, Policy>> {
  static constexpr bool adds = std::is_base_of_v<add_policy, Policy> && adds_exactly<A>;
  static constexpr atomic_form value =
      adds                                        ? atomic_form::add
      : std::is_base_of_v<bit_and_policy, Policy> ? atomic_form::bit_and
      : std::is_same_v<bit_xor_policy, Policy>    ? atomic_form::bit_xor
      : std::is_base_of_v<bit_or_policy, Policy>  ? atomic_form::bit_or
                                                  : atomic_form::compare_and_swap;
};

template <class Reducer, class A>
OMPRIM_INLINE void compare_and_swap_combine(A* target, const A& value) {
  using word = same_size_unsigned<A>;
  typedef word aliasing_word __attribute__((may_alias));
  auto* cell = reinterpret_cast<aliasing_word*>(target);
  aliasing_word seen = __atomic_load_n(cell, __ATOMIC_RELAXED);
  aliasing_word next;
  do {
    const A combined = Reducer::combine(__builtin_bit_cast(A, static_cast<word>(seen)), value);
    next = __builtin_bit_cast(word, combined);
    if (next == seen) return;  // unchanged: minima and maxima mostly end here
  } while (
      !__atomic_compare_exchange_n(cell, &seen, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

// The lock is taken and released inside one branch of the loop body. So the work-item that holds it
// never waits for a lane of its own sub-group that does not hold it.
template <class Reducer>
OMPRIM_INLINE void locked_combine(atomic_cell<Reducer>& cell,
                                  const typename Reducer::accumulator& value) {
  for (bool done = false; !done;) {
    if (__atomic_exchange_n(&cell.lock, 1u, __ATOMIC_RELAXED) == 0u) {
#pragma omp flush
      auto* current =
          const_cast<volatile unsigned char*>(reinterpret_cast<unsigned char*>(&cell.value));
      typename Reducer::accumulator seen;
      auto* bytes = reinterpret_cast<unsigned char*>(&seen);
      for (std::size_t i = 0; i < sizeof(seen); ++i) bytes[i] = current[i];
      cell.value = Reducer::combine(seen, value);
#pragma omp flush
      __atomic_store_n(&cell.lock, 0u, __ATOMIC_RELAXED);
      done = true;
    }
  }
}
}  // namespace detail

/// Combines `value` into the cell, atomically with respect to all work-items of the device.
template <class Reducer>
OMPRIM_INLINE void atomic_combine(atomic_cell<Reducer>& cell,
                                  const typename Reducer::accumulator& value) {
  using detail::atomic_form;
  constexpr atomic_form form = detail::form_of<Reducer>::value;
  if constexpr (form == atomic_form::add) {
#pragma omp atomic
    cell.value += value;
  } else if constexpr (form == atomic_form::bit_and) {
#pragma omp atomic
    cell.value &= value;
  } else if constexpr (form == atomic_form::bit_or) {
#pragma omp atomic
    cell.value |= value;
  } else if constexpr (form == atomic_form::bit_xor) {
#pragma omp atomic
    cell.value ^= value;
  } else if constexpr (form == atomic_form::compare_and_swap) {
    detail::compare_and_swap_combine<Reducer>(&cell.value, value);
  } else {
    detail::locked_combine(cell, value);
  }
}

/// Atomic accesses to memory that other groups of the device access at the same time. On AMD GPUs,
/// the plain builtins would be atomic for all processors of the machine, which costs more.
template <int order = __ATOMIC_RELAXED, class Word>
OMPRIM_INLINE Word load_shared(const Word* from) {
#if defined(__AMDGCN__)
  return __scoped_atomic_load_n(from, order, __MEMORY_SCOPE_DEVICE);
#else
  return __atomic_load_n(from, order);
#endif
}
template <int order = __ATOMIC_RELAXED, class Word>
OMPRIM_INLINE void store_shared(Word* to, Word value) {
#if defined(__AMDGCN__)
  __scoped_atomic_store_n(to, value, order, __MEMORY_SCOPE_DEVICE);
#else
  __atomic_store_n(to, value, order);
#endif
}
template <int order = __ATOMIC_RELAXED, class Integer>
OMPRIM_INLINE Integer fetch_add_shared(Integer* counter, Integer value) {
#if defined(__AMDGCN__)
  return __scoped_atomic_fetch_add(counter, value, order, __MEMORY_SCOPE_DEVICE);
#else
  return __atomic_fetch_add(counter, value, order);
#endif
}

/// Adds to a counter that other work-items add to at the same time. Nothing else is ordered by it.
template <class Integer>
OMPRIM_INLINE void add_atomically(Integer& counter, Integer value) {
  (void)fetch_add_shared(&counter, value);
}

/// Orders this work-item's memory accesses before the fence and after it, for the whole device.
OMPRIM_INLINE void device_fence() {
#if defined(__NVPTX__)
  __nvvm_membar_gl();
#elif defined(__AMDGCN__)
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
#else
  __atomic_thread_fence(__ATOMIC_ACQ_REL);
#endif
}

/// Waits until the writes of this work-item have left its compute unit, on AMD GPUs. There, a fence
/// is only for the wavefront that executes it, and a barrier of the group does not wait for writes
/// to global memory: before an item passes on what others wrote, each of them calls this.
/// (llvm-project #160501 describes the same for other processors.)
OMPRIM_INLINE void complete_writes() {
#if defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__)
  // A release for the device would write back the second-level cache.
  constexpr int no_memory_operation_left = 0xf70;  // vmcnt(0); other counters are not waited for
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_waitcnt(no_memory_operation_left);
#elif defined(__AMDGCN__)
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");  // a wait, without work for caches
#endif
}

/// Orders this work-item's accesses by load_shared(), store_shared(), fetch_add_shared() and the
/// functions below: those before it are complete before those after it begin. These accesses bypass
/// the caches that are not the same for all groups, so that on gfx942, where device_fence() writes
/// back and invalidates a second-level cache, no work for caches is necessary. Other accesses to
/// global memory are not ordered.
OMPRIM_INLINE void order_shared() {
#if defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__)
  complete_writes();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#else
  device_fence();
#endif
}

namespace detail {
template <class V>
using word_of =
    std::conditional_t<alignof(V) >= 4, std::uint32_t,
                       std::conditional_t<alignof(V) == 2, std::uint16_t, std::uint8_t>>;
}

/// Store and load a value word by word, bypassing the caches that only one group sees. The words
/// are not ordered; the caller adds a fence.
template <class V>
OMPRIM_INLINE void store_words(V* to, const V& value) {
  using word_type = detail::word_of<V>;
  const auto* from = reinterpret_cast<const unsigned char*>(&value);
  for (std::size_t i = 0; i < sizeof(V) / sizeof(word_type); ++i) {
    word_type word;
    __builtin_memcpy(&word, from + i * sizeof(word), sizeof(word));
    store_shared(reinterpret_cast<word_type*>(to) + i, word);
  }
}
template <class V>
OMPRIM_INLINE V load_words(const V* from) {
  using word_type = detail::word_of<V>;
  V value;
  auto* to = reinterpret_cast<unsigned char*>(&value);
  for (std::size_t i = 0; i < sizeof(V) / sizeof(word_type); ++i) {
    const word_type word = load_shared(reinterpret_cast<const word_type*>(from) + i);
    __builtin_memcpy(to + i * sizeof(word), &word, sizeof(word));
  }
  return value;
}

/// Takes the next `count` tickets of a counter that all groups share, and returns the first one.
/// Everything written before this call becomes visible to a work-item that takes a later ticket and
/// then calls acquire_tickets().
OMPRIM_INLINE unsigned take_tickets(unsigned& counter, unsigned count) {
#if defined(__AMDGCN__)
  device_fence();
  return fetch_add_shared(&counter, count);
#elif OMPRIM_GPU
#pragma omp flush
  unsigned ticket;
#pragma omp atomic capture
  {
    ticket = counter;
    counter += count;
  }
  return ticket;
#else
  return __atomic_fetch_add(&counter, count, __ATOMIC_ACQ_REL);
#endif
}
OMPRIM_INLINE unsigned take_ticket(unsigned& counter) { return take_tickets(counter, 1); }

/// Makes visible all writes that work-items did before they took earlier tickets.
OMPRIM_INLINE void acquire_tickets() {
#if defined(__AMDGCN__)
  device_fence();
#elif OMPRIM_GPU
#pragma omp flush
#endif
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
