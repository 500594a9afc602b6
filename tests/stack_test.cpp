// SPDX-License-Identifier: BSD-3-Clause
// Calls on threads with small stacks: selections once needed up to 269 kB, in frames that could
// skip the guard page. README.md states 32 kB.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <pthread.h>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/backend/host.hpp>
#include <omprim/detail/backend/serial.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/omprim.hpp>

#include "support/guarded_array.hpp"
#include "support/probe.hpp"
#include "support/sample_calls.hpp"

namespace {

/// README.md states it.
constexpr std::size_t most_bytes = std::size_t{32} << 10;

/// The stack of a thread: painted, with 512 kB below that are painted, too.
class painted_stack {
 public:
#if defined(__aarch64__)
  static constexpr std::size_t bytes = std::size_t{128} << 10;  // glibc's least
#else
  static constexpr std::size_t bytes = std::size_t{64} << 10;
#endif
  static constexpr std::size_t below = std::size_t{512} << 10;

  painted_stack() : memory_(below + bytes) {
    const std::vector<unsigned char> everywhere(below + bytes, paint);
    base_ = const_cast<unsigned char*>(memory_.at_end(everywhere.data(), everywhere.size()));
  }
  [[nodiscard]] void* lowest() { return base_ + below; }
  /// The bytes from the lowest one that was written up to `frame`, an address in the stack.
  [[nodiscard]] std::size_t used_below(const void* frame) const {
    std::size_t i = 0;
    while (i < below + bytes && base_[i] == paint) ++i;
    return static_cast<std::size_t>(static_cast<const unsigned char*>(frame) - (base_ + i));
  }

 private:
  static constexpr unsigned char paint = 0xa5;

  omprim_test::guarded_pages memory_;
  unsigned char* base_;
};

struct task {
  const std::function<void()>& function;
  const void* frame;  ///< above all that the function needs of the stack
  std::exception_ptr failure;
};

void* run_task(void* argument) {
  auto& mine = *static_cast<task*>(argument);
  mine.frame = __builtin_frame_address(0);
  try {
    mine.function();
  } catch (...) {
    mine.failure = std::current_exception();
  }
  return nullptr;
}

/// The bytes of stack that the function needs, on a thread with a painted stack. Rethrows its
/// exception.
std::size_t stack_of(const std::function<void()>& function) {
  task mine{function, nullptr, nullptr};
  painted_stack stack;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  EXPECT_EQ(pthread_attr_setstack(&attributes, stack.lowest(), painted_stack::bytes), 0);
  pthread_t thread;
  const int failed = pthread_create(&thread, &attributes, run_task, &mine);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(failed, 0);
  if (failed != 0) return 0;
  pthread_join(thread, nullptr);
  if (mine.failure) std::rethrow_exception(mine.failure);
  return stack.used_below(mine.frame);
}

/// Expects that each call needs at most `most_bytes`. Returns how many bytes the hungriest needs.
template <class T>
std::size_t check_calls(const omprim::execution& where, std::size_t n) {
  const omprim_test::sample_calls<T> calls(where, n);
  std::size_t most = 0;
  for (const auto& call : calls.all()) {
    const std::size_t expected = call.run();
    std::size_t got = 0;
    const std::size_t needed = stack_of([&] { got = call.run(); });
    EXPECT_LE(needed, most_bytes) << call.name << " of " << n;
    EXPECT_EQ(got, expected) << call.name << " of " << n;
    most = std::max(most, needed);
  }
  return most;
}

bool keeps_temporaries_in_registers() {
#if !defined(__OPTIMIZE__) || OMPRIM_SANITIZED
  return false;
#else
  return true;
#endif
}

TEST(SmallStack, IsEnoughForCalls) {
  if (!keeps_temporaries_in_registers()) GTEST_SKIP() << "of optimised kernels";
  std::vector<omprim::execution> places = {omprim::serial(), omprim::host(2)};
  if (omprim::available(omprim::backend::tbb)) places.push_back(omprim::tbb(2));
  for (const omprim::execution& where : places) {
    const std::string name(omprim::to_string(where.where()));
    SCOPED_TRACE(name);
    std::size_t most = 0;
    for (const std::size_t n : {std::size_t{300}, std::size_t{3000000}}) {
      most = std::max({most, check_calls<std::int32_t>(where, n), check_calls<double>(where, n)});
    }
    RecordProperty("bytes_on_" + name, std::to_string(most));
  }
}

TEST(SmallStack, IsEnoughForThreadsOfOpenMP) {
  if (!keeps_temporaries_in_registers()) GTEST_SKIP() << "of optimised kernels";
  const auto outcome =
      omprim_test::run_probe({"small-stacks", "host:4"}, {{"OMP_STACKSIZE", "64k"}});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  EXPECT_FALSE(outcome.value("calls").empty()) << outcome.output;
}

/// Counts in local memory that is larger than the stack below.
struct large_kernel {
  static constexpr int work_group_size = 1;
  static constexpr int length = 20000;
  template <class Group>
  struct local_memory {
    int values[length];
  };

  std::int64_t* sums;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    for (int i = 0; i < length; ++i) local.values[i] = i;
    std::int64_t sum = 0;
    for (const int value : local.values) sum += value;
    sums[group.id()] = sum;
  }
};

/// A single group of it may run inlined at the call.
struct large_kernel_often_alone : large_kernel {
  static constexpr bool often_alone = true;
};

template <class Kernel>
void check_kernel(std::uint64_t groups) {
  std::vector<std::int64_t> sums(groups);
  const auto launch = [&] {
    omprim::backends::host_backend backend(omprim::detail::serial_executor, nullptr);
    backend.launch(groups, Kernel{{sums.data()}});
  };
  EXPECT_LE(stack_of(launch), most_bytes);
  EXPECT_EQ(sums, std::vector<std::int64_t>(groups, 199990000));
}

TEST(SmallStack, IsEnoughForKernelsWithLargeLocalMemory) {
  struct plain : large_kernel {};
  check_kernel<plain>(3);
  check_kernel<large_kernel_often_alone>(3);
  check_kernel<large_kernel_often_alone>(1);
}

}  // namespace
