// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <new>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/aligned_block.hpp>

namespace omprim::inline OMPRIM_ABI::backends {

/// Local memory of more bytes is on the heap: threads may have stacks of 64 kB, and a frame that is
/// larger than a guard page may skip that page.
inline constexpr std::size_t most_local_bytes_on_stack = 16384;

/// The local memory of the work-groups that a thread runs in one launch.
template <class Local>
class group_memory {
 public:
  OMPRIM_INLINE Local& get() { return local_; }

 private:
  Local local_;
};

template <class Local>
  requires(sizeof(Local) > most_local_bytes_on_stack)
class group_memory<Local> {
 public:
  group_memory() : block_(sizeof(Local), alignof(Local)), local_(::new(block_.data()) Local) {}
  ~group_memory() { local_->~Local(); }
  group_memory(const group_memory&) = delete;
  group_memory& operator=(const group_memory&) = delete;

  OMPRIM_INLINE Local& get() { return *local_; }

 private:
  aligned_block block_;
  Local* local_;
};

}  // namespace omprim::inline OMPRIM_ABI::backends
