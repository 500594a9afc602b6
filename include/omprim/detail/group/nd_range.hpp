// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>
#if !OMPRIM_GPU
#include <omprim/detail/group/fibers.hpp>
#endif

/// The ND-range form: a kernel says what one work-item does, with barriers anywhere in its code.
///
///   struct alignas(8) my_kernel {
///     static constexpr int work_group_size = 256;             // a power of two, <= 1024
///     struct local_memory { ... };                            // one per group; may be empty
///     template <class Item>
///     void operator()(const Item& item, local_memory& local) const;
///   };
///   omprim::open::launch(where, groups, omprim::kernel::nd_range{my_kernel{...}});
///
/// An item has
///   item.global_id()    in [0, groups * work_group_size)
///   item.local_id()     in [0, work_group_size)
///   item.group_id(), item.group_count()
///   item.barrier()      waits for all items of the group, which all call it equally often; writes
///                       to local memory before the barrier are visible after it
///
/// How items run:
///   on a GPU    one thread per item
///   elsewhere   a host thread runs one group at a time, and each item is a fiber with a stack of
///               its own (64 KiB), since only a compiler could turn the kernel into loops. A
///               barrier costs a change of stacks per item, and items are not vectorised. The forms
///               of group/hierarchical.hpp and group/work_group.hpp run as vectorised loops.
namespace omprim::inline OMPRIM_ABI::kernel {

/// One work-item of a group.
template <class Group>
class nd_item {
 public:
  static constexpr int work_group_size = Group::size;

  OMPRIM_INLINE nd_item(const Group& group, int local_id) : group_(group), local_id_(local_id) {}

  [[nodiscard]] OMPRIM_INLINE int local_id() const { return local_id_; }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t group_id() const { return group_.id(); }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t group_count() const { return group_.count(); }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t global_id() const {
    return group_.id() * static_cast<std::uint64_t>(Group::size) +
           static_cast<std::uint64_t>(local_id_);
  }
  OMPRIM_INLINE void barrier() const { wait_for_group(group_); }

 private:
#if OMPRIM_SIMT
  template <int size>
  static OMPRIM_INLINE void wait_for_group(const simt_group<size>& group) {
    group.barrier();
  }
#endif
  template <int size>
  static OMPRIM_INLINE void wait_for_group(const vector_group<size>& /*group*/) {
#if !OMPRIM_GPU
    fibers::running().wait();
#endif
  }

  const Group& group_;
  int local_id_;
};

namespace detail {
/// The memory of one group: local memory and, where items are fibers, the fibers.
template <class Local>
struct nd_range_memory {
  Local shared;
};
#if OMPRIM_SIMT
template <class Local, int size>
auto nd_range_memory_for(const simt_group<size>&) -> nd_range_memory<Local>;
#endif
#if OMPRIM_GPU  // the GPU pass also compiles the host's code, but has no fibers
template <class Local, int size>
auto nd_range_memory_for(const vector_group<size>&) -> nd_range_memory<Local>;
#else
template <class Local, int size>
struct nd_range_memory_with_fibers {
  Local shared;
  fibers items{size};
};
template <class Local, int size>
auto nd_range_memory_for(const vector_group<size>&) -> nd_range_memory_with_fibers<Local, size>;
#endif
}  // namespace detail

/// Wraps a kernel of the ND-range form so that backends can launch it.
template <class Kernel>
struct alignas(8) nd_range {
  static constexpr int work_group_size = Kernel::work_group_size;

  template <class Group>
  using local_memory = decltype(detail::nd_range_memory_for<typename Kernel::local_memory>(
      std::declval<const Group&>()));

  Kernel kernel;

  template <class Group>
  OMPRIM_INLINE void operator()(const Group& group, local_memory<Group>& local) const {
    run_items(group, local);
  }

 private:
#if OMPRIM_SIMT
  template <int size>
  OMPRIM_INLINE void run_items(const simt_group<size>& group,
                               local_memory<simt_group<size>>& local) const {
    kernel(nd_item<simt_group<size>>(group, group.this_item().id), local.shared);
  }
#endif
  template <int size>
  void run_items([[maybe_unused]] const vector_group<size>& group,
                 [[maybe_unused]] local_memory<vector_group<size>>& local) const {
#if !OMPRIM_GPU
    struct everything {
      const Kernel& kernel;
      const vector_group<size>& group;
      typename Kernel::local_memory& shared;
    } const all{kernel, group, local.shared};
    local.items.run(
        [](const void* context, int local_id) {
          const auto& here = *static_cast<const everything*>(context);
          here.kernel(nd_item<vector_group<size>>(here.group, local_id), here.shared);
        },
        &all);
#endif
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
