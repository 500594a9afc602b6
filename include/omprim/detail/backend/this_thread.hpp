// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>

namespace omprim::inline OMPRIM_ABI::backends {

/// Launches kernels of one group in the calling thread, inlined at the call. It is for calls so
/// short that starting threads or recording a profile would take as long as the call itself.
class this_thread_backend {
 public:
  static constexpr bool is_device = false;

  this_thread_backend() = default;
  this_thread_backend(const this_thread_backend&) = delete;
  this_thread_backend& operator=(const this_thread_backend&) = delete;

  template <class Kernel>
  static OMPRIM_INLINE void launch(std::uint64_t /*groups*/, const Kernel& kernel) {
    run_kernel<short_group<Kernel::work_group_size>>(kernel);
  }
  template <class Group, class Kernel>
  static OMPRIM_INLINE void run_kernel(const Kernel& kernel) {
    typename Kernel::template local_memory<Group> local;
    Group group(0, 1);
    kernel(group, local);
  }
  /// Room for one value: there is only one group.
  template <class T>
  T* scratch(std::uint64_t /*count*/) {
    static_assert(sizeof(T) <= sizeof(scratch_));
    return reinterpret_cast<T*>(scratch_);
  }
  template <class T>
  T* result() {
    static_assert(sizeof(T) <= sizeof(result_));
    return reinterpret_cast<T*>(result_);
  }
  unsigned* tickets() { return &tickets_; }
  [[nodiscard]] static constexpr std::uint64_t resident_groups(int /*work_group_size*/,
                                                               int /*threads_per_unit*/ = 0) {
    return 1;
  }
  void record(std::uint64_t /*launches*/, std::uint64_t /*groups*/, std::uint64_t /*items*/,
              std::uint64_t /*atomics*/) {}

 private:
  template <int size>
  struct short_group : kernel::vector_group<size> {
    using kernel::vector_group<size>::vector_group;
    static constexpr bool has_long_shares = false;
  };

  unsigned tickets_ = 0;
  alignas(64) std::byte result_[128];
  alignas(64) std::byte scratch_[128];
};

static_assert(least_backend<this_thread_backend>);

}  // namespace omprim::inline OMPRIM_ABI::backends
