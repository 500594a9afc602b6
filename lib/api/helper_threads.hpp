// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace omprim::detail {

/// A thread that works for one call at a time and waits for the next one in between: a new thread
/// for each call would take longer than a small sum on a GPU.
class helper_thread {
 public:
  /// Throws std::system_error if the system gives no more threads.
  helper_thread();
  /// Waits until the thread has ended.
  ~helper_thread();
  helper_thread(const helper_thread&) = delete;
  helper_thread& operator=(const helper_thread&) = delete;

  /// Begins work(i), which does not throw; `work` exists until finish() returns.
  void start(const std::function<void(std::size_t i)>& work, std::size_t i) noexcept;
  void finish() const noexcept;

 private:
  enum class state { idle, working, stopping };
  void run() noexcept;
  void set(state next) noexcept;
  void wait_while(state current) const noexcept;

  std::atomic<state> state_ = state::idle;
  const std::function<void(std::size_t i)>* work_ = nullptr;
  std::size_t i_ = 0;
  std::thread thread_;
};

/// The threads of all calls. They end with the process.
class helper_threads {
 public:
  static helper_threads& of_process();

  /// A thread that no other call uses; null if the system gives no more.
  [[nodiscard]] helper_thread* take() noexcept;
  void give_back(helper_thread* helper) noexcept;

 private:
  helper_threads();
  ~helper_threads();
  void forget_those_of_parent() noexcept;

  std::mutex mutex_;
  std::vector<std::unique_ptr<helper_thread>> all_;
  std::vector<helper_thread*> idle_;  ///< with room for all
  pid_t process_;
};

}  // namespace omprim::detail
