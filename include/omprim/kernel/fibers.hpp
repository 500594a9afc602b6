// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <sys/mman.h>
#include <vector>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

#include <omprim/kernel/abi.hpp>

/// Threads of execution that one host thread runs in turn, each on a stack of its own. They are
/// never interrupted; one that waits hands over to the next. nd_range.hpp makes work-items of
/// them, as libraries without a compiler of their own must.
namespace omprim::inline OMPRIM_ABI::kernel {

namespace detail {

#if defined(__x86_64__)

/// Where a fiber stands while another one runs: the registers that functions keep are on its
/// stack.
struct standstill {
  void* stack = nullptr;
};
/// A system call would save the signal mask as well, and take fifty times as long.
__attribute__((naked, noinline)) inline void exchange_stacks(void** /*from*/, void* /*to*/) {
  __asm__(
      "pushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
      "movq %rsp, (%rdi)\n\tmovq %rsi, %rsp\n\t"
      "popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n\tret");
}
inline void switch_fiber(standstill& from, standstill& to) {
  exchange_stacks(&from.stack, to.stack);
}
/// The first switch to `fiber` calls `entry` on the stack below `top`.
inline void prepare_fiber(standstill& fiber, std::byte* top, std::size_t /*bytes*/,
                          void (*entry)()) {
  constexpr int kept_registers = 6;
  auto* words = reinterpret_cast<void**>(top) - 2;  // aligned as after a call
  words[1] = nullptr;                               // nowhere to return to
  words[0] = reinterpret_cast<void*>(entry);
  for (int i = 1; i <= kept_registers; ++i) words[-i] = nullptr;
  fiber.stack = words - kept_registers;
}

#else

using standstill = ucontext_t;
inline void switch_fiber(standstill& from, standstill& to) { swapcontext(&from, &to); }
inline void prepare_fiber(standstill& fiber, std::byte* top, std::size_t bytes, void (*entry)()) {
  getcontext(&fiber);
  fiber.uc_stack.ss_sp = top - bytes;
  fiber.uc_stack.ss_size = bytes;
  fiber.uc_link = nullptr;
  makecontext(&fiber, entry, 0);
}

#endif

}  // namespace detail

/// The fibers of one host thread.
class fibers {
 public:
  /// What fiber `number` does; must not throw.
  using body = void (*)(const void* context, int number);

  static fibers& of_this_thread() {
    static thread_local fibers mine;
    return mine;
  }
  fibers(const fibers&) = delete;
  fibers& operator=(const fibers&) = delete;
  ~fibers() { release(); }

  /// Calls work(context, number) for each number in [0, count), each in a fiber; returns when all
  /// have. Throws std::bad_alloc.
  void run(int count, body work, const void* context) {
    reserve(count);
    count_ = count;
    work_ = work;
    context_ = context;
    for (int i = 0; i < count; ++i) {
      detail::prepare_fiber(places_[std::size_t(i)], stacks_ + std::size_t(i + 1) * stride, stride,
                            &start);
    }
    running_ = 0;
    detail::switch_fiber(caller_, places_[0]);
  }

  /// Called by a fiber: returns when all others have called it as often.
  void wait() {
    if (count_ == 1) return;
    const int me = running_;
    running_ = me + 1 == count_ ? 0 : me + 1;
    detail::switch_fiber(places_[std::size_t(me)], places_[std::size_t(running_)]);
  }

 private:
  /// Of one stack. An odd number of cache lines: tops of stacks do not compete for the same ones.
  static constexpr std::size_t stride = (std::size_t{64} << 10) + 4096 + 5 * 64;

  fibers() = default;

  // The first to finish has waited as often as the last, so that fibers end in their order.
#if defined(__clang__) || defined(__GNUC__)
  __attribute__((no_sanitize("address")))  // its frame is never left
#endif
  static void
  start() {
    fibers& mine = of_this_thread();
    const int me = mine.running_;
    mine.work_(mine.context_, me);
    const bool last = me + 1 == mine.count_;
    mine.running_ = me + 1;
    detail::switch_fiber(mine.places_[std::size_t(me)],
                         last ? mine.caller_ : mine.places_[std::size_t(me + 1)]);
    __builtin_unreachable();
  }

  void reserve(int count) {
    if (std::size_t(count) <= places_.size()) return;
    release();
    places_.resize(std::size_t(count));
    void* memory = mmap(nullptr, places_.size() * stride, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) {
      places_.clear();
      throw std::bad_alloc();
    }
    stacks_ = static_cast<std::byte*>(memory);
  }
  void release() {
    if (stacks_ != nullptr) munmap(stacks_, places_.size() * stride);
    stacks_ = nullptr;
    places_.clear();
  }

  std::vector<detail::standstill> places_;
  detail::standstill caller_;
  std::byte* stacks_ = nullptr;
  int count_ = 0;
  int running_ = 0;
  body work_ = nullptr;
  const void* context_ = nullptr;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
