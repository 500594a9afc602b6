// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <omp.h>
#include <type_traits>
#include <vector>

#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/backend/default_arithmetic.hpp>
#include <omprim/detail/backend/phase_clock.hpp>
#include <omprim/detail/backend/workspace.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/look_back.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/table.hpp>

/// Launches kernels on an OpenMP target device. A team runs one work-group at a time: on a GPU with
/// one thread per item, on the host as a device with one thread for all items.
namespace omprim::inline OMPRIM_ABI::backends {

namespace detail {
#if OMPRIM_SIMT
#define OMPRIM_RUN_TEAM OMPRIM_INLINE
#else
#define OMPRIM_RUN_TEAM __attribute__((noinline))  // default_arithmetic requires it
#endif

/// A word of a kernel, which may be a pointer. The compiler for AMD GPUs then knows that the
/// pointer is to global memory, and that the kernel's loads need not look for local memory as well.
OMPRIM_INLINE std::uint64_t kernel_word(std::uint64_t word) {
#if defined(__AMDGCN__)
  auto* const global = (__attribute__((address_space(1))) unsigned char*)word;
  return (std::uint64_t)(unsigned char*)global;
#else
  return word;
#endif
}

#if defined(OMPRIM_NO_FALLBACK)
/// Where OpenMP would run a target region on the host. Launches are errors before it comes to that.
template <class Kernel, class Local>
OMPRIM_INLINE void run_team(const std::uint64_t (&)[kernel_words], std::uint64_t, Local&) {
  __builtin_trap();
}
#else
/// Runs the groups of one team. `words` hold the kernel, copied word by word: scalars travel with
/// the launch, while a struct would cost a transfer of its own.
template <class Kernel, class Local>
OMPRIM_RUN_TEAM void run_team(const std::uint64_t (&words)[kernel_words], std::uint64_t groups,
                              Local& local) {
  [[maybe_unused]] const default_arithmetic arithmetic;
  struct bits {
    std::uint64_t word[sizeof(Kernel) / 8];
  };
  bits all;
  for (std::size_t i = 0; i < sizeof(Kernel) / 8; ++i) all.word[i] = kernel_word(words[i]);
  const auto kernel = __builtin_bit_cast(Kernel, all);
  const auto team = static_cast<std::uint64_t>(omp_get_team_num());
  const auto teams = static_cast<std::uint64_t>(omp_get_num_teams());
  for (std::uint64_t id = team; id < groups; id += teams) {
#if OMPRIM_SIMT
    kernel::simt_group<Kernel::work_group_size> group(id, groups, omp_get_thread_num());
    kernel(group, local);
    if (id + teams < groups) group.barrier();  // local memory is free for the next group
#else
    kernel::vector_group<Kernel::work_group_size> group(id, groups);
    kernel(group, local);
#endif
  }
}
#endif
#undef OMPRIM_RUN_TEAM

/// The number of a kernel's threads that should fit on a multiprocessor, which bounds the registers
/// per thread. 0: the compiler chooses the number of registers. For a small group it takes as many
/// as are useful, even if few groups then run at once.
template <class Kernel>
inline constexpr int threads_per_unit = 0;
template <class Kernel>
  requires requires { Kernel::threads_per_unit; }
inline constexpr int threads_per_unit<Kernel> =
    Kernel::work_group_size <= Kernel::threads_per_unit ? Kernel::threads_per_unit : 0;

#if OMPRIM_SIMT
template <class Kernel>
using team_group = kernel::simt_group<Kernel::work_group_size>;
#else
template <class Kernel>
using team_group = kernel::vector_group<Kernel::work_group_size>;
#endif
}  // namespace detail

class target_backend {
 public:
  static constexpr bool is_device = true;

  target_backend(int device, reduce_profile* profile)
      : device_(device), workspace_(device), profile_(profile) {}

  template <class Kernel>
  void launch(std::uint64_t groups, const Kernel& kernel) {
    static_assert(std::is_trivially_copyable_v<Kernel>);
    static_assert(sizeof(Kernel) % 8 == 0 && sizeof(Kernel) <= 8 * kernel_words,
                  "a kernel holds at most twelve 8-byte words; declare it alignas(8)");
    constexpr std::uint64_t most_teams = 0x7fffffff;
    const omprim::detail::phase_clock clock(profile_, launches_++);
    std::uint64_t w[kernel_words] = {};
    __builtin_memcpy(w, &kernel, sizeof(Kernel));
    const auto start = [&](auto launch_as) {
      (this->*launch_as)(static_cast<int>(std::min(groups, most_teams)), Kernel::work_group_size,
                         groups, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10],
                         w[11]);
    };
    if constexpr (detail::threads_per_unit<Kernel> == 1024) {
      start(&target_backend::launch_1024<Kernel>);
    } else if constexpr (detail::threads_per_unit<Kernel> == 768) {
      start(&target_backend::launch_768<Kernel>);
    } else if constexpr (detail::threads_per_unit<Kernel> == 512) {
      start(&target_backend::launch_512<Kernel>);
    } else {
      static_assert(detail::threads_per_unit<Kernel> == 0, "write a launch for this bound, too");
      start(&target_backend::launch_words<Kernel>);
    }
  }

  /// f(i) for each i in [0, n), without groups.
  template <class Function>
  void for_each(std::uint64_t n, const Function& f) {
    const omprim::detail::phase_clock clock(profile_, launches_++);
    const Function mine = f;
    const int device = device_;
#pragma omp target teams distribute parallel for device(device) firstprivate(mine, n)
    for (std::uint64_t i = 0; i < n; ++i) mine(i);
  }

  template <class T>
  T* scratch(std::uint64_t count) {
    return static_cast<T*>(workspace_.scratch(count * sizeof(T)));
  }
  template <class T>
  T* input_scratch(std::uint64_t count) {
    return static_cast<T*>(workspace_.input_scratch(count * sizeof(T)));
  }
  template <class T>
  T* result() {
    static_assert(sizeof(T) <= omprim::detail::device_workspace::fixed_bytes);
    return static_cast<T*>(workspace_.pinned());
  }
  template <class Reducer>
  kernel::atomic_cell<Reducer>* shared_cell() {
    kernel::atomic_cell<Reducer> fresh;
    fresh.reset();
    auto* cell = scratch<kernel::atomic_cell<Reducer>>(1);
    omprim::detail::copy_to_device(device_, cell, &fresh, sizeof(fresh));
    return cell;
  }
  template <class Reducer>
  typename Reducer::accumulator read_cell(const kernel::atomic_cell<Reducer>* cell) {
    return read(&cell->value);
  }
  template <class T>
  T read(const T* value) {
    T copy;
    omprim::detail::copy_from_device(device_, &copy, value, sizeof(T));
    return copy;
  }
  template <class T>
  void write(T* to, const T& value) {
    omprim::detail::copy_to_device(device_, to, &value, sizeof(T));
  }
  /// `f` stores its results in memory, as default_arithmetic asks for.
  template <class T, class Function>
  __attribute__((noinline)) void for_each_on_host(const T* values, std::uint64_t count,
                                                  Function&& f) {
    std::vector<T> copy(count);
    omprim::detail::copy_from_device(device_, copy.data(), values, count * sizeof(T));
    const default_arithmetic arithmetic;
    for (const T& value : copy) f(value);
  }
  unsigned* tickets() { return workspace_.tickets(); }
  /// `count` values of T whose bytes are all 0 between calls.
  template <class T>
  T* counters(std::uint64_t count = 1) {
    static_assert(std::is_trivially_copyable_v<T>);
    return static_cast<T*>(workspace_.counters(count * sizeof(T)));
  }
  /// The device memory of a look-back: its header and `words` words.
  kernel::look_back_header* look_back(std::uint64_t words) {
    return static_cast<kernel::look_back_header*>(
        workspace_.look_back(kernel::look_back_bytes(words), kernel::look_back_epochs));
  }

  /// The number of groups to launch so that every multiprocessor is full, if it has room for
  /// `threads_per_unit` threads. Fewer fit if a kernel needs many registers or much local memory.
  [[nodiscard]] std::uint64_t resident_groups(int work_group_size,
                                              int threads_per_unit = 2048) const {
    if (!workspace_.simt()) return static_cast<std::uint64_t>(workspace_.compute_units());
    const int groups_per_unit = std::min(threads_per_unit / work_group_size, 32);
    return static_cast<std::uint64_t>(workspace_.compute_units()) *
           static_cast<std::uint64_t>(std::max(groups_per_unit, 1));
  }

  template <class Reducer, class Source>
  typename Reducer::accumulator framework_reduce(const Source& source) {
    using accumulator = typename Reducer::accumulator;
    // Clang 19 copies reduction variables in 8-byte words, whether they are aligned or not.
    struct alignas(8) carrier {
      accumulator value;
    };
#pragma omp declare reduction(omprim_combine:carrier : omp_out.value =           \
                                  Reducer::combine(omp_out.value, omp_in.value)) \
    initializer(omp_priv = carrier{Reducer::template identity<1>()})
    carrier total{Reducer::template identity<1>()};
    const std::uint64_t n = source.size();
    const Source range = source;
#pragma omp target teams distribute parallel for device(device_) firstprivate(range, n) \
    map(tofrom : total) reduction(omprim_combine : total)
    for (std::uint64_t i = 0; i < n; ++i) {
      total.value = Reducer::combine(
          total.value, Reducer::template lift<1>(range.template load<1>(range.first + i), i));
    }
    return total.value;
  }

  void record(std::uint64_t launches, std::uint64_t groups, std::uint64_t items,
              std::uint64_t atomics) {
    if (profile_ == nullptr) return;
    profile_->launches += launches;
    profile_->work_groups += groups;
    profile_->work_items += items;
    profile_->global_atomics += atomics;
  }

 private:
  // One definition per register bound: the compiler accepts only literals in launch_bounds.
#define OMPRIM_PRAGMA(text) _Pragma(#text)
#define OMPRIM_LAUNCH(name, threads)                                                            \
  template <class Kernel>                                                                       \
  void name(int teams, [[maybe_unused]] int most_items, std::uint64_t groups, std::uint64_t w0, \
            std::uint64_t w1, std::uint64_t w2, std::uint64_t w3, std::uint64_t w4,             \
            std::uint64_t w5, std::uint64_t w6, std::uint64_t w7, std::uint64_t w8,             \
            std::uint64_t w9, std::uint64_t w10, std::uint64_t w11) {                           \
    [[maybe_unused]] constexpr int items = Kernel::work_group_size;                             \
    using local_memory = typename Kernel::template local_memory<detail::team_group<Kernel>>;    \
    const int device = device_;                                                                 \
    OMPRIM_PRAGMA(omp target teams num_teams(teams) threads device(device)                      \
                      firstprivate(groups, w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11)) { \
      OMPRIM_ONE_THREAD_PER_ITEM {                                                              \
        OMPRIM_LOCAL_MEMORY                                                                     \
        const std::uint64_t words[kernel_words] = {w0, w1, w2, w3, w4,  w5,                     \
                                                   w6, w7, w8, w9, w10, w11};                   \
        detail::run_team<Kernel>(words, groups, local);                                         \
      }                                                                                         \
    }                                                                                           \
  }
#if OMPRIM_SIMT
  // `teams` holds `parallel` and nothing else: the compiler then starts all threads of a team at
  // once. With a variable between the two, one thread would run the team, and the OpenMP optimiser
  // would have to find out that the others need not wait for it.
#define OMPRIM_ONE_THREAD_PER_ITEM OMPRIM_PRAGMA(omp parallel num_threads(items))
  // A static variable is shared by the threads; this allocator gives each team one of its own.
  // Bytes that nothing initialises: no thread may run constructors, and an AMD GPU cannot load
  // values.
#define OMPRIM_LOCAL_MEMORY                                                             \
  alignas(local_memory)                                                                 \
      [[clang::loader_uninitialized]] static unsigned char bytes[sizeof(local_memory)]; \
  OMPRIM_PRAGMA(omp allocate(bytes) allocator(omp_pteam_mem_alloc))                     \
  auto& local = reinterpret_cast<local_memory&>(bytes);
#else
#define OMPRIM_ONE_THREAD_PER_ITEM
#define OMPRIM_LOCAL_MEMORY local_memory local;
#endif
  OMPRIM_LAUNCH(launch_words, thread_limit(items))
  // thread_limit is a variable here: if the compiler knew the group size, it would ignore the
  // bound.
  OMPRIM_LAUNCH(launch_768,
                thread_limit(most_items) ompx_attribute(__attribute__((launch_bounds(768)))))
  OMPRIM_LAUNCH(launch_1024,
                thread_limit(most_items) ompx_attribute(__attribute__((launch_bounds(1024)))))
  OMPRIM_LAUNCH(launch_512,
                thread_limit(most_items) ompx_attribute(__attribute__((launch_bounds(512)))))
#undef OMPRIM_LAUNCH
#undef OMPRIM_ONE_THREAD_PER_ITEM
#undef OMPRIM_LOCAL_MEMORY
#undef OMPRIM_PRAGMA

  int device_;
  int launches_ = 0;
  omprim::detail::device_workspace workspace_;
  reduce_profile* profile_;
};

static_assert(counting_backend<target_backend>);

}  // namespace omprim::inline OMPRIM_ABI::backends
