// SPDX-License-Identifier: BSD-3-Clause
// Calls on threads with small stacks: selections once needed up to 269 kB, in frames that could
// skip the guard page. README.md states 32 kB.
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <pthread.h>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/backend/host.hpp>
#include <omprim/detail/backend/serial.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/omprim.hpp>

#include "support/guarded_array.hpp"

namespace {

/// The stack of a thread: 64 kB, painted, with 512 kB below that nobody may touch.
class small_stack {
 public:
  static constexpr std::size_t bytes = std::size_t{64} << 10;
  static constexpr std::size_t below = std::size_t{512} << 10;

  small_stack() : memory_(below + bytes) {
    const std::vector<unsigned char> paint(below + bytes, 0xa5);
    base_ = const_cast<unsigned char*>(memory_.at_end(paint.data(), paint.size()));
  }
  [[nodiscard]] void* lowest() { return base_ + below; }
  /// How far below its lowest byte the stack was written to.
  [[nodiscard]] std::size_t overrun() const {
    std::size_t i = 0;
    while (i < below && base_[i] == 0xa5) ++i;
    return below - i;
  }

 private:
  omprim_test::guarded_pages memory_;
  unsigned char* base_;
};

void* run_function(void* function) {
  (*static_cast<std::function<void()>*>(function))();
  return nullptr;
}

/// Bytes that the function writes below a stack of 64 kB. Rethrows its exception.
std::size_t overrun_of(const std::function<void()>& function) {
  std::exception_ptr failure;
  std::function<void()> guarded = [&] {
    try {
      function();
    } catch (...) {
      failure = std::current_exception();
    }
  };
  small_stack stack;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  EXPECT_EQ(pthread_attr_setstack(&attributes, stack.lowest(), small_stack::bytes), 0);
  pthread_t thread;
  const int failed = pthread_create(&thread, &attributes, run_function, &guarded);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(failed, 0);
  if (failed != 0) return 0;
  pthread_join(thread, nullptr);
  if (failure) std::rethrow_exception(failure);
  return stack.overrun();
}

template <class T>
void check_calls(const omprim::execution& where, std::size_t n) {
  std::vector<T> x(n);
  std::vector<unsigned char> flags(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = static_cast<T>(i * 7 / 10 % 100);
    flags[i] = i % 3 == 0;
  }
  std::vector<T> out(n);
  std::vector<T> rest(n);
  std::vector<std::int64_t> places(n);
  const auto keep = omprim::less_than(T(50));
  std::size_t kept = 0;
  const std::vector<std::pair<std::string, std::function<void()>>> calls = {
      {"select_if", [&] { kept = omprim::select_if(where, x.data(), n, out.data(), keep); }},
      {"select_flagged",
       [&] { kept = omprim::select_flagged(where, x.data(), flags.data(), n, out.data()); }},
      {"select_index",
       [&] { kept = omprim::select_index(where, x.data(), n, places.data(), keep); }},
      {"partition",
       [&] { kept = omprim::partition(where, x.data(), n, out.data(), rest.data(), keep); }},
      {"unique", [&] { kept = omprim::unique(where, x.data(), n, out.data()); }},
      {"unique_index", [&] { kept = omprim::unique_index(where, x.data(), n, places.data()); }},
      {"count_if", [&] { kept = omprim::count_if(where, x.data(), n, keep); }},
      {"count_flagged", [&] { kept = omprim::count_flagged(where, flags.data(), n); }},
      {"count_unique", [&] { kept = omprim::count_unique(where, x.data(), n); }},
      {"reduce_by_key",
       [&] {
         kept = omprim::reduce_by_key(where, x.data(), x.data(), n, rest.data(), out.data());
       }},
      {"select_if in place",
       [&] {
         std::vector<T> mine = x;
         kept = omprim::select_if(where, mine.data(), n, mine.data(), keep);
       }},
      {"argmin",
       [&] { kept = static_cast<std::size_t>(omprim::argmin(where, x.data(), n).index); }},
      {"inclusive_scan", [&] {
         omprim::inclusive_scan(where, x.data(), n, out.data(), omprim::maximum{});
         kept = static_cast<std::size_t>(out.back());
       }}};
  for (const auto& [name, call] : calls) {
    SCOPED_TRACE(name + " of " + std::to_string(n));
    call();
    const std::size_t expected = kept;
    kept = 0;
    EXPECT_EQ(overrun_of(call), 0u);
    EXPECT_EQ(kept, expected);
  }
}

TEST(SmallStack, IsEnoughForCalls) {
#if !defined(__OPTIMIZE__) || OMPRIM_SANITIZED
  GTEST_SKIP() << "only optimised kernels keep their temporaries in registers";
#endif
  for (const omprim::execution& where : {omprim::serial(), omprim::host(2)}) {
    for (const std::size_t n : {std::size_t{300}, std::size_t{3000000}}) {
      SCOPED_TRACE(omprim::to_string(where.where()));
      check_calls<std::int32_t>(where, n);
      check_calls<double>(where, n);
    }
  }
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

TEST(SmallStack, IsEnoughForKernelsWithLargeLocalMemory) {
  std::int64_t sums[3] = {};
  const auto launch = [&] {
    omprim::backends::host_backend backend(omprim::detail::serial_executor, nullptr);
    backend.launch(3, large_kernel{sums});
  };
  EXPECT_EQ(overrun_of(launch), 0u);
  for (const std::int64_t sum : sums) EXPECT_EQ(sum, std::int64_t{199990000});
}

}  // namespace
