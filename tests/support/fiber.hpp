// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include <omprim/detail/group/fibers.hpp>

#if defined(__SANITIZE_THREAD__)
#define OMPRIM_TEST_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define OMPRIM_TEST_THREAD_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define OMPRIM_TEST_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OMPRIM_TEST_ADDRESS_SANITIZER 1
#endif
#endif
#if defined(OMPRIM_TEST_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
// What a switch itself reads and writes is no race.
#define OMPRIM_TEST_SWITCHES __attribute__((no_sanitize("thread")))
#else
#define OMPRIM_TEST_SWITCHES
#endif
#if defined(OMPRIM_TEST_ADDRESS_SANITIZER)
#include <sanitizer/common_interface_defs.h>
#endif

namespace omprim_test {

/// Runs functions, one after the other, that stop and go on inside of one thread, on a stack of its
/// own. To the thread sanitizer it is a thread, which starts in start() and is joined in finish();
/// to stop and to go on orders nothing. So the sanitizer reports accesses of two fibers to the same
/// memory without a barrier between them, in whatever order they ran.
class fiber {
 public:
  fiber() {
    omprim::kernel::detail::prepare_fiber(inside_, stack_.get() + stack_bytes, stack_bytes,
                                          &fiber::enter);
#if defined(OMPRIM_TEST_THREAD_SANITIZER)
    sanitized_inside_ = __tsan_create_fiber(0);
#endif
  }
  ~fiber() {
#if defined(OMPRIM_TEST_THREAD_SANITIZER)
    __tsan_destroy_fiber(sanitized_inside_);
#endif
  }
  fiber(const fiber&) = delete;
  fiber& operator=(const fiber&) = delete;

  /// The function that go_on() begins.
  void start(std::function<void()> work) {
    work_ = std::move(work);
    is_done_.store(false, std::memory_order_relaxed);
#if defined(OMPRIM_TEST_THREAD_SANITIZER)
    __tsan_release(this);
#endif
  }
  /// After the function is done.
  void finish() {
#if defined(OMPRIM_TEST_THREAD_SANITIZER)
    __tsan_acquire(this);
#endif
  }

  [[nodiscard]] bool is_done() const { return is_done_.load(std::memory_order_relaxed); }

  /// Goes on with the function until it stops. Called outside of it.
  OMPRIM_TEST_SWITCHES void go_on() {
#if defined(OMPRIM_TEST_THREAD_SANITIZER)
    sanitized_outside_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(sanitized_inside_, __tsan_switch_to_fiber_no_sync);
#endif
#if defined(OMPRIM_TEST_ADDRESS_SANITIZER)
    void* fake_stack = nullptr;
    __sanitizer_start_switch_fiber(&fake_stack, stack_.get(), stack_bytes);
#endif
    entering_ = this;
    omprim::kernel::detail::switch_fiber(outside_, inside_);
#if defined(OMPRIM_TEST_ADDRESS_SANITIZER)
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
  }

  /// Stops; go_on() returns. Called by the function.
  OMPRIM_TEST_SWITCHES void stop() {
#if defined(OMPRIM_TEST_THREAD_SANITIZER)
    __tsan_switch_to_fiber(sanitized_outside_, __tsan_switch_to_fiber_no_sync);
#endif
#if defined(OMPRIM_TEST_ADDRESS_SANITIZER)
    void* fake_stack = nullptr;
    __sanitizer_start_switch_fiber(&fake_stack, outside_stack_, outside_stack_bytes_);
#endif
    omprim::kernel::detail::switch_fiber(inside_, outside_);
#if defined(OMPRIM_TEST_ADDRESS_SANITIZER)
    __sanitizer_finish_switch_fiber(fake_stack, &outside_stack_, &outside_stack_bytes_);
#endif
  }

 private:
  static constexpr std::size_t stack_bytes = std::size_t{256} << 10U;

  OMPRIM_TEST_SWITCHES static fiber* entered() { return entering_; }
  static void enter() {
    fiber& self = *entered();
#if defined(OMPRIM_TEST_ADDRESS_SANITIZER)
    __sanitizer_finish_switch_fiber(nullptr, &self.outside_stack_, &self.outside_stack_bytes_);
#endif
    for (;;) {
#if defined(OMPRIM_TEST_THREAD_SANITIZER)
      __tsan_acquire(&self);
#endif
      self.work_();
      self.is_done_.store(true, std::memory_order_relaxed);
#if defined(OMPRIM_TEST_THREAD_SANITIZER)
      __tsan_release(&self);
#endif
      self.stop();
    }
  }

  static inline thread_local fiber* entering_ = nullptr;  ///< whose stack is entered
  std::function<void()> work_;
  std::unique_ptr<std::byte[]> stack_ = std::make_unique_for_overwrite<std::byte[]>(stack_bytes);
  omprim::kernel::detail::suspended_fiber inside_{};
  omprim::kernel::detail::suspended_fiber outside_{};
  std::atomic<bool> is_done_{true};
#if defined(OMPRIM_TEST_THREAD_SANITIZER)
  void* sanitized_inside_ = nullptr;
  void* sanitized_outside_ = nullptr;
#endif
#if defined(OMPRIM_TEST_ADDRESS_SANITIZER)
  const void* outside_stack_ = nullptr;
  std::size_t outside_stack_bytes_ = 0;
#endif
};

}  // namespace omprim_test
