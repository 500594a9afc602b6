// SPDX-License-Identifier: BSD-3-Clause
#include <api/helper_threads.hpp>

#include <chrono>
#include <exception>
#include <unistd.h>

#include <omprim/execution.hpp>

namespace omprim::detail {

helper_thread::helper_thread() : thread_([this] { run(); }) {}

helper_thread::~helper_thread() {
  wait_while(state::working);
  set(state::stopping);
  thread_.join();
}

void helper_thread::start(const std::function<void(std::size_t i)>& work, std::size_t i) noexcept {
  work_ = &work;
  i_ = i;
  set(state::working);
}

void helper_thread::finish() const noexcept { wait_while(state::working); }

void helper_thread::run() noexcept {
  for (;;) {
    wait_while(state::idle);
    if (state_.load(std::memory_order_acquire) == state::stopping) return;
    (*work_)(i_);
    set(state::idle);
  }
}

void helper_thread::set(state next) noexcept {
  state_.store(next, std::memory_order_release);
  state_.notify_all();
}

void helper_thread::wait_while(state current) const noexcept {
  using clock = std::chrono::steady_clock;
  // Where threads that wait for a device poll, these do so for a while, too.
  const auto end = current_wait_policy() == wait_policy::spin
                       ? clock::now() + std::chrono::microseconds(100)
                       : clock::time_point::min();
  while (state_.load(std::memory_order_acquire) == current) {
    if (clock::now() >= end) {
      state_.wait(current, std::memory_order_acquire);
    } else {
      std::this_thread::yield();
    }
  }
}

helper_threads& helper_threads::of_process() {
  static helper_threads all;
  return all;
}

helper_threads::helper_threads() : process_(getpid()) {}

helper_threads::~helper_threads() {
  if (process_ != getpid()) forget_those_of_parent();
}

/// A process that fork() made has the objects of its parent, but not the threads, which cannot be
/// joined: the objects are left as they are.
void helper_threads::forget_those_of_parent() noexcept {
  for (auto& helper : all_) {
    [[maybe_unused]] const helper_thread* const left = helper.release();
  }
  all_.clear();
  idle_.clear();
  process_ = getpid();
}

helper_thread* helper_threads::take() noexcept {
  const std::lock_guard lock(mutex_);
  if (process_ != getpid()) forget_those_of_parent();
  try {
    if (idle_.empty()) {
      idle_.reserve(all_.size() + 1);
      all_.push_back(std::make_unique<helper_thread>());
      return all_.back().get();
    }
  } catch (const std::exception&) {
    return nullptr;
  }
  helper_thread* const helper = idle_.back();
  idle_.pop_back();
  return helper;
}

void helper_threads::give_back(helper_thread* helper) noexcept {
  const std::lock_guard lock(mutex_);
  idle_.push_back(helper);
}

}  // namespace omprim::detail
