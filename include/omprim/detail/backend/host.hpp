// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/backend/default_arithmetic.hpp>
#include <omprim/detail/backend/executor.hpp>
#include <omprim/detail/backend/group_memory.hpp>
#include <omprim/detail/backend/phase_clock.hpp>
#include <omprim/detail/backend/this_thread.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/aligned_block.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/look_back.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/table.hpp>

/// Launches kernels on the host: a thread of the executor runs a work-group at a time.
namespace omprim::inline OMPRIM_ABI::backends {

class host_backend {
 public:
  static constexpr bool is_device = false;

  /// `run` and `profile` outlive the backend.
  host_backend(const omprim::detail::executor& run, reduce_profile* profile)
      : run_(run), profile_(profile) {}
  host_backend(omprim::detail::executor&& run, reduce_profile* profile) = delete;
  host_backend(const host_backend&) = delete;
  host_backend& operator=(const host_backend&) = delete;

  template <class Kernel>
  OMPRIM_INLINE void launch(std::uint64_t groups, const Kernel& kernel) {
    const omprim::detail::phase_clock clock(profile_, launches_++);
    if constexpr (may_run_here<Kernel>()) {
      if (groups == 1 && default_arithmetic::holds()) {
        return this_thread_backend::run_kernel<group_of<Kernel>>(kernel);
      }
    }
    const auto body = [](const void* context, std::uint64_t begin,
                         std::uint64_t end) __attribute__((noinline)) {
      // The members are loaded as they were stored, one by one: a copy in wide words would wait for
      // the stores.
      const auto& [original, count] = *static_cast<const launched<Kernel>*>(context);
      const Kernel work = *original;
      using group_type = group_of<Kernel>;
      const default_arithmetic arithmetic;
      group_memory<typename Kernel::template local_memory<group_type>> local;
      for (std::uint64_t id = begin; id < end; ++id) {
        group_type group(id, count);  // NOLINT(misc-const-correctness): kernels may change it
        work(group, local.get());
      }
    };
    const launched<Kernel> context{&kernel, groups};
    if (groups == 1) {
      body(&context, 0, 1);
    } else {
      run_.for_each_range(groups, body, &context, run_.threads);
    }
  }

  /// f(i) for each i in [0, n), without groups.
  template <class Function>
  void for_each(std::uint64_t n, const Function& f) {
    const auto body = [](const void* context, std::uint64_t begin, std::uint64_t end) {
      const Function mine = *static_cast<const Function*>(context);
      for (std::uint64_t i = begin; i < end; ++i) mine(i);
    };
    const omprim::detail::phase_clock clock(profile_, launches_++);
    run_.for_each_range(n, body, &f, run_.threads);
  }

  /// Room for `count` values that all groups share. The previous scratch becomes invalid.
  template <class T>
  T* scratch(std::uint64_t count) {
    if (count * sizeof(T) <= sizeof(small_) && alignof(T) <= alignment) {
      return reinterpret_cast<T*>(small_);
    }
    return allocate<T>(large_, count);
  }
  /// A second block, for data that is made from the input before a strategy runs: the strategy asks
  /// for scratch itself.
  template <class T>
  T* input_scratch(std::uint64_t count) {
    return allocate<T>(prepared_, count);
  }
  /// A value that the kernel writes and the caller reads.
  template <class T>
  T* result() {
    static_assert(sizeof(T) <= sizeof(result_) && alignof(T) <= alignment);
    return reinterpret_cast<T*>(result_);
  }
  /// An accumulator at its identity, for all groups.
  template <class Reducer>
  kernel::atomic_cell<Reducer>* shared_cell() {
    auto* cell = result<kernel::atomic_cell<Reducer>>();
    cell->reset();
    return cell;
  }
  template <class Reducer>
  typename Reducer::accumulator read_cell(const kernel::atomic_cell<Reducer>* cell) {
    return cell->value;
  }
  template <class T>
  T read(const T* value) {
    return *value;
  }
  template <class T>
  void write(T* to, const T& value) {
    *to = value;
  }
  /// `f` stores its results in memory, as default_arithmetic asks for.
  template <class T, class Function>
  __attribute__((noinline)) void for_each_on_host(const T* values, std::uint64_t count,
                                                  Function&& f) {
    const default_arithmetic arithmetic;
    for (std::uint64_t i = 0; i < count; ++i) f(values[i]);
  }
  unsigned* tickets() { return &tickets_; }
  /// `count` values of T whose bytes are all 0.
  template <class T>
  T* counters(std::uint64_t count = 1) {
    static_assert(alignof(T) <= alignment);
    const std::size_t bytes = count * sizeof(T);
    auto* const first = bytes <= sizeof(counters_) ? reinterpret_cast<T*>(counters_)
                                                   : allocate<T>(many_counters_, count);
    std::memset(static_cast<void*>(first), 0, bytes);
    return first;
  }
  /// The memory of a look-back: its header and `words` words.
  kernel::look_back_header* look_back(std::uint64_t words) {
    using header = kernel::look_back_header;
    const std::size_t lines = kernel::look_back_bytes(words) / sizeof(header) + 1;
    auto* const first = allocate<header>(look_back_, lines);
    // Byte by byte: the words lie where headers have padding, which no constructor has to clear.
    std::memset(first, 0, lines * sizeof(header));
    return first;
  }

  /// Groups that run at the same time: one per thread.
  [[nodiscard]] std::uint64_t resident_groups(int /*work_group_size*/,
                                              int /*threads_per_unit*/ = 0) const {
    return static_cast<std::uint64_t>(run_.threads);
  }

  template <class Reducer, class Source>
  typename Reducer::accumulator framework_reduce(const Source& source) {
    using accumulator = typename Reducer::accumulator;
    if (run_.reduce == nullptr) return clause_reduce<Reducer>(source, run_.threads);
    using omprim::detail::reducer_body;
    static_assert(sizeof(accumulator) <= reducer_body::most_bytes &&
                  alignof(accumulator) <= reducer_body::most_alignment);
    const reducer_body body{
        &source, sizeof(accumulator),
        [](void* a) { *static_cast<accumulator*>(a) = Reducer::template identity<1>(); },
        [](const void* context, void* a, std::uint64_t begin, std::uint64_t end) {
          const default_arithmetic arithmetic;
          const Source range = *static_cast<const Source*>(context);
          auto& total = *static_cast<accumulator*>(a);
          for (std::uint64_t i = begin; i < end; ++i) total = add<Reducer>(total, range, i);
        },
        [](void* into, const void* from) {
          const default_arithmetic arithmetic;
          auto& total = *static_cast<accumulator*>(into);
          total = Reducer::combine(total, *static_cast<const accumulator*>(from));
        }};
    accumulator total;
    run_.reduce(source.size(), body, &total, run_.threads);
    return total;
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
  static constexpr std::size_t alignment = 128;  // of the largest types of open templates

  template <class T>
  static T* allocate(aligned_block& block, std::uint64_t count) {
    block = aligned_block(count * sizeof(T), alignof(T));
    return static_cast<T*>(block.data());
  }

  template <class Kernel>
  using group_of = kernel::vector_group<Kernel::work_group_size>;

  /// Whether a single group of the kernel runs in the frame of the call. Its local memory is then
  /// on the stack.
  template <class Kernel>
  static constexpr bool may_run_here() {
    if constexpr (requires { Kernel::often_alone; }) {
      using local = typename Kernel::template local_memory<group_of<Kernel>>;
      return sizeof(local) <= most_local_bytes_on_stack;
    } else {
      return false;
    }
  }

  template <class Kernel>
  struct launched {
    const Kernel* kernel;
    std::uint64_t groups;
  };

  template <class Reducer, class Source>
  static OMPRIM_INLINE typename Reducer::accumulator add(const typename Reducer::accumulator& total,
                                                         const Source& source, std::uint64_t i) {
    return Reducer::combine(
        total, Reducer::template lift<1>(source.template load<1>(source.first + i), i));
  }

  template <class Reducer, class Source>
  static typename Reducer::accumulator clause_reduce(const Source& source, int threads) {
    using accumulator = typename Reducer::accumulator;
#pragma omp declare reduction(omprim_combine:accumulator : omp_out = \
                                  Reducer::combine(omp_out, omp_in)) \
    initializer(omp_priv = Reducer::template identity<1>())
    auto total = Reducer::template identity<1>();
    const std::uint64_t n = source.size();
    // The clause is inside of the region, so that totals are combined in its arithmetic, too.
#pragma omp parallel num_threads(threads)
    {
      const default_arithmetic arithmetic;
      if constexpr (std::is_class_v<accumulator>) {
        // Not `simd`: clang 19 keeps some structs in memory and then takes the iterations for
        // independent, so that all but the last ones are lost (minmax of int32, AVX2, -O1).
#pragma omp for reduction(omprim_combine : total)
        for (std::uint64_t i = 0; i < n; ++i) total = add<Reducer>(total, source, i);
      } else {
#pragma omp for simd reduction(omprim_combine : total)
        for (std::uint64_t i = 0; i < n; ++i) total = add<Reducer>(total, source, i);
      }
    }
    return total;
  }

  const omprim::detail::executor& run_;
  reduce_profile* profile_;
  int launches_ = 0;
  unsigned tickets_ = 0;
  aligned_block large_;
  aligned_block prepared_;
  aligned_block look_back_;
  aligned_block many_counters_;
  alignas(alignment) std::byte result_[1280];
  alignas(alignment) std::byte counters_[1280];
  alignas(alignment) std::byte small_[4096];
};

static_assert(counting_backend<host_backend>);

}  // namespace omprim::inline OMPRIM_ABI::backends
