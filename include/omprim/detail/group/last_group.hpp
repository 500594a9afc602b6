// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/work_group.hpp>

/// Work of the last group to finish.
namespace omprim::inline OMPRIM_ABI::kernel {

/// A barrier of the group after which item 0 passes on what all items wrote to global memory.
template <work_group Group>
OMPRIM_INLINE void finish_writes(Group& group) {
  complete_writes();
  group.barrier();
}

/// Takes a ticket for the group. True, for all of its items, in the group that takes the last of
/// `count` tickets: what the other groups wrote before they took theirs is visible there, and the
/// counter is 0 again. `is_last` is in local memory. Writes by items other than item 0 need
/// finish_writes() before this call.
template <work_group Group>
OMPRIM_INLINE bool takes_last_ticket(Group& group, bool& is_last, unsigned& counter,
                                     std::uint64_t count) {
  group.single_item([&]() OMPRIM_INLINE_LAMBDA {
    is_last = take_ticket(counter) == count - 1;
    if (is_last) counter = 0;
  });
  group.barrier();
  if (!is_last) return false;
  acquire_tickets();
  return true;
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
