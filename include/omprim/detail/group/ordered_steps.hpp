// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/let_groups_run.hpp>
#include <omprim/detail/group/work_group.hpp>

/// Steps of one launch, of which each needs the results of those before.
namespace omprim::inline OMPRIM_ABI::kernel {

/// What the groups of a launch know of its steps; all 0 between launches.
struct step_counters {
  unsigned next;      ///< the first unit that no group has taken
  unsigned finished;  ///< units
  unsigned left;      ///< groups without further work
};

/// Takes the groups of a launch through its steps. A step has units of work, which groups take in
/// order, by tickets over all steps; it begins when all units of the steps before are finished.
///
/// Launches end, however few of their groups run at a time: a group that waits holds a unit after
/// those it waits for, and these are held by groups that run. A step takes 1 to 2 microseconds more
/// on an H200, a launch some 10.
template <work_group Group>
class ordered_steps {
 public:
  /// What all items know; item 0 writes it. Work needs the registers.
  struct local_memory {
    unsigned unit;   ///< that this group has taken
    unsigned first;  ///< unit of the step
    unsigned end;    ///< of the step's units
    unsigned taken;  ///< units of the step
  };

  OMPRIM_INLINE ordered_steps(Group& group, local_memory& local, step_counters& counters)
      : group_(group), local_(local), counters_(counters) {
    group_.single_item([&]() OMPRIM_INLINE_LAMBDA { local_.end = 0; });
    take();
  }

  /// The next step: all items call work(unit) for each unit, from 0 to `units` - 1, that their
  /// group takes.
  template <class Work>
  OMPRIM_INLINE void run(unsigned units, Work&& work) {
    group_.barrier();
    group_.single_item([&]() OMPRIM_INLINE_LAMBDA {
      local_.first = local_.end;
      local_.end += units;
      local_.taken = 0;
    });
    group_.barrier();
    if (local_.unit >= local_.end) return;
    wait_for(local_.first);
    OMPRIM_KEEP_ROLLED
    do {
      work(local_.unit - local_.first);
      group_.barrier();
      take();
    } while (local_.unit < local_.end);
    finish_units();
  }

  /// Waits until all steps so far are finished, and makes their writes visible.
  OMPRIM_INLINE void wait() {
    group_.barrier();
    wait_for(local_.end);
  }

  /// After the last step. The last group calls last(), by one item.
  template <class Last>
  OMPRIM_INLINE void finish(Last&& last) {
    group_.single_item([&]() OMPRIM_INLINE_LAMBDA {
      if (take_ticket(counters_.left) != group_.count() - 1) return;
      counters_.next = 0;
      counters_.finished = 0;
      counters_.left = 0;
      last();
    });
  }
  OMPRIM_INLINE void finish() {
    finish([]() OMPRIM_INLINE_LAMBDA {});
  }

 private:
#if OMPRIM_GPU
  static constexpr int observe_order = __ATOMIC_RELAXED;
#else
  static constexpr int observe_order = __ATOMIC_ACQUIRE;
#endif

  OMPRIM_INLINE void take() {
    group_.single_item([&]() OMPRIM_INLINE_LAMBDA {
      local_.unit = fetch_add_shared(&counters_.next, 1U);
      ++local_.taken;
    });
    group_.barrier();
  }

  OMPRIM_INLINE void wait_for(unsigned units) {
    if (units == 0) return;
    group_.single_item([&]() OMPRIM_INLINE_LAMBDA {
      while (load_shared<observe_order>(&counters_.finished) < units) let_groups_run();
    });
    group_.barrier();
    acquire_tickets();
  }

  OMPRIM_INLINE void finish_units() {
    finish_writes(group_);
    group_.single_item(
        [&]() OMPRIM_INLINE_LAMBDA { (void)take_tickets(counters_.finished, local_.taken); });
  }

  Group& group_;
  local_memory& local_;
  step_counters& counters_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
