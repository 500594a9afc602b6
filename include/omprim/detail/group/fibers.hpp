// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <sys/mman.h>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

#include <omprim/detail/base/abi.hpp>

/// Fibers: threads of execution that one host thread runs in turn, each on a stack of its own. A
/// fiber is never interrupted; when it waits, it hands over to the next one. group/nd_range.hpp
/// runs each work-item as a fiber: only a compiler could split a kernel at its barriers.
namespace omprim::inline OMPRIM_ABI::kernel {

namespace detail {

#if defined(__x86_64__)

/// A suspended fiber: its stack pointer. The callee-saved registers are on its stack.
struct suspended_fiber {
  void* stack = nullptr;
};
/// Assembly instead of swapcontext, which also saves the signal mask by a system call and takes
/// fifty times as long.
__attribute__((naked, noinline)) inline void exchange_stacks(void** /*from*/, void* /*to*/) {
  __asm__(
      "pushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
      "movq %rsp, (%rdi)\n\tmovq %rsi, %rsp\n\t"
      "popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n\tret");
}
inline void switch_fiber(suspended_fiber& from, suspended_fiber& to) {
  exchange_stacks(&from.stack, to.stack);
}
/// Prepares `fiber` so that the first switch to it calls `entry` on the stack below `top`.
inline void prepare_fiber(suspended_fiber& fiber, std::byte* top, std::size_t /*bytes*/,
                          void (*entry)()) {
  constexpr int kept_registers = 6;
  auto* words = reinterpret_cast<void**>(top) - 2;  // aligned as after a call instruction
  words[1] = nullptr;                               // `entry` never returns
  words[0] = reinterpret_cast<void*>(entry);
  for (int i = 1; i <= kept_registers; ++i) words[-i] = nullptr;
  fiber.stack = static_cast<void*>(words - kept_registers);
}

#else

using suspended_fiber = ucontext_t;
inline void switch_fiber(suspended_fiber& from, suspended_fiber& to) { swapcontext(&from, &to); }
inline void prepare_fiber(suspended_fiber& fiber, std::byte* top, std::size_t bytes,
                          void (*entry)()) {
  getcontext(&fiber);
  fiber.uc_stack.ss_sp = top - bytes;
  fiber.uc_stack.ss_size = bytes;
  fiber.uc_link = nullptr;
  makecontext(&fiber, entry, 0);
}

#endif

/// One allocation with `count` stacks after this header.
struct fiber_stacks {
  /// Bytes per stack: an odd number of cache lines, so that the tops of stacks map to different
  /// ones.
  static constexpr std::size_t stride = (std::size_t{64} << 10) + 4096 + std::size_t{5} * 64;
  static constexpr std::size_t header = 64;

  fiber_stacks* next;
  int count;

  [[nodiscard]] std::byte* top(int number) {
    return reinterpret_cast<std::byte*>(this) + header + stride * std::size_t(number + 1);
  }
  static std::size_t bytes(int count) { return header + stride * std::size_t(count); }
};

/// A pool of the stacks that no fiber uses, shared by all threads. Stacks are kept, because their
/// pages are already allocated.
class idle_stacks {
 public:
  static idle_stacks& all() {
    static idle_stacks pool;
    return pool;
  }

  /// Stacks for at least `count` fibers. Throws std::bad_alloc.
  fiber_stacks* take(int count) {
    fiber_stacks* found;
    {
      const std::lock_guard lock(mutex_);
      found = first_;
      if (found != nullptr) first_ = found->next;
    }
    if (found != nullptr && found->count >= count) return found;
    if (found != nullptr) munmap(found, fiber_stacks::bytes(found->count));
    void* memory = mmap(nullptr, fiber_stacks::bytes(count), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return new (memory) fiber_stacks{nullptr, count};
  }
  void give_back(fiber_stacks* stacks) {
    const std::lock_guard lock(mutex_);
    stacks->next = first_;
    first_ = stacks;
  }

 private:
  std::mutex mutex_;
  fiber_stacks* first_ = nullptr;
};

}  // namespace detail

/// The fibers of one host thread, which runs one work-group after another on them. Their stacks
/// come from a shared pool, not from thread-local memory: a thread pool may end without running
/// thread-local destructors, which would leak the stacks.
class fibers {
 public:
  /// The body of fiber `number`; must not throw.
  using body = void (*)(const void* context, int number);

  /// Throws std::bad_alloc.
  explicit fibers(int count) : stacks_(detail::idle_stacks::all().take(count)), count_(count) {}
  fibers(const fibers&) = delete;
  fibers& operator=(const fibers&) = delete;
  ~fibers() { detail::idle_stacks::all().give_back(stacks_); }

  /// The object whose fiber this thread is running.
  static fibers& running() { return *current(); }

  /// Calls work(context, number) for each number below the count, each in a fiber of its own.
  /// Returns when all calls have returned.
  void run(body work, const void* context) {
    work_ = work;
    context_ = context;
    for (int i = 0; i < count_; ++i) {
      auto* const here = new (state_of(i)) detail::suspended_fiber;
      detail::prepare_fiber(*here, reinterpret_cast<std::byte*>(here),
                            detail::fiber_stacks::stride - state_bytes, &start);
    }
    running_ = 0;
    fibers* const outer = current();
    current() = this;
    detail::switch_fiber(caller_, *state_of(0));
    current() = outer;
    context_ = nullptr;
  }

  /// A barrier, called by a fiber: returns when all other fibers have called it as often.
  void wait() {
    if (count_ == 1) return;
    const int me = running_;
    running_ = me + 1 == count_ ? 0 : me + 1;
    detail::switch_fiber(*state_of(me), *state_of(running_));
  }

 private:
  static fibers*& current() {
    static thread_local fibers* of_this_thread = nullptr;
    return of_this_thread;
  }

  /// The suspended state of fiber `number`, stored above its stack.
  detail::suspended_fiber* state_of(int number) {
    return reinterpret_cast<detail::suspended_fiber*>(stacks_->top(number) - state_bytes);
  }
  static constexpr std::size_t state_bytes = (sizeof(detail::suspended_fiber) + 63) / 64 * 64;

  // All fibers call wait() equally often, so they finish in the order of their numbers, and each
  // hands over to the next.
#if defined(__clang__) || defined(__GNUC__)
  __attribute__((no_sanitize("address")))  // its frame is never left by a return
#endif
  static void
  start() {
    fibers& mine = running();
    const int me = mine.running_;
    mine.work_(mine.context_, me);
    const bool last = me + 1 == mine.count_;
    mine.running_ = me + 1;
    detail::switch_fiber(*mine.state_of(me), last ? mine.caller_ : *mine.state_of(me + 1));
    __builtin_unreachable();
  }

  detail::fiber_stacks* stacks_;
  int count_;
  int running_ = 0;
  detail::suspended_fiber caller_;
  body work_ = nullptr;
  const void* context_ = nullptr;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
