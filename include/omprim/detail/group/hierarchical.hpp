// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>

/// The hierarchical form: two levels, groups and items, with an implicit barrier after each loop
/// over items. There is no other barrier, and there are no sub-groups.
///
///   struct alignas(8) my_kernel {
///     static constexpr int work_group_size = 256;             // a power of two, <= 1024
///     struct local_memory { ... };                            // one per group; may be empty
///     template <class Group>
///     void operator()(const Group& group, local_memory& local) const;
///   };
///   omprim::open::launch(where, groups, omprim::kernel::hierarchical{my_kernel{...}});
///
/// with
///   group.id(), group.count()
///   group.parallel_for_work_item(f)          f(item) for each work-item, then the barrier;
///                                            item.id in [0, work_group_size)
///   group.parallel_for_work_item(count, f)   f(i) for each i in [0, count), then the barrier: the
///                                            loop chooses its number of logical items
///   group.single_work_item(f)                f() once, then the barrier
///   typename Group::template private_memory<T> x;  x[item]
///                                            a value per item, kept from one loop to the next
///
/// Code outside these loops belongs to the group as a whole, but every thread of the group executes
/// it. So it computes only values that are the same for all items, and writes no memory.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Group>
class hierarchical_group {
 public:
  static constexpr int size = Group::size;
  template <class T>
  using private_memory = typename Group::template private_memory<T>;

  OMPRIM_INLINE explicit hierarchical_group(const Group& group) : group_(group) {}

  [[nodiscard]] OMPRIM_INLINE std::uint64_t id() const { return group_.id(); }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t count() const { return group_.count(); }

  template <class Function>
  OMPRIM_INLINE void parallel_for_work_item(Function&& f) const {
    group_.for_each_item_and_wait(std::forward<Function>(f));
  }
  template <class Function>
  OMPRIM_INLINE void parallel_for_work_item(int count, Function&& f) const {
    group_.for_each_index_and_wait(count, std::forward<Function>(f));
  }
  template <class Function>
  OMPRIM_INLINE void single_work_item(Function&& f) const {
    group_.single_item(std::forward<Function>(f));
    group_.barrier();
  }

 private:
  const Group& group_;
};

/// Wraps a kernel of the hierarchical form so that backends can launch it.
template <class Kernel>
struct alignas(8) hierarchical {
  static constexpr int work_group_size = Kernel::work_group_size;
  template <class Group>
  using local_memory = typename Kernel::local_memory;

  Kernel kernel;

  template <class Group>
  OMPRIM_INLINE void operator()(const Group& group, typename Kernel::local_memory& local) const {
    kernel(hierarchical_group<Group>(group), local);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
