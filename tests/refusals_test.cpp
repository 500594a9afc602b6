// SPDX-License-Identifier: BSD-3-Clause
// Calls with wrong arguments are errors before anything is written, and a failed allocation is an
// omprim::error.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <string_view>
#include <sys/resource.h>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/base/abi.hpp>
#include <omprim/omprim.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/probe.hpp"

namespace {

using omprim::operation;
using omprim::status;
using omprim_test::expect_error;
using omprim_test::placed_array;

class Refusals : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(Refusals);

TEST_P(Refusals, SizeThatNoArrayHas) {
  const placed_array<int> in(where(), {5, -1, 7});
  const placed_array<int> out(where(), {1, 2, 3});
  const placed_array<int> other_out(where(), {1, 2, 3});
  for (const std::size_t n :
       {~std::size_t(0), std::size_t(1) << 62, std::size_t(PTRDIFF_MAX) / 2}) {
    const auto refused = [&](auto call) {
      expect_error(status::invalid_argument, {std::to_string(n), "no array"}, call);
    };
    refused([&] { (void)omprim::sum(where(), in.data(), n); });
    refused([&] { (void)omprim::argmin(where(), in.data(), n); });
    refused([&] { omprim::inclusive_scan(where(), in.data(), n, out.pointer()); });
    refused([&] {
      (void)omprim::select_if(where(), in.data(), n, out.pointer(), omprim::at_least(3));
    });
    refused([&] {
      omprim::segmented_reduce(where(), in.data(), omprim::by_length(n, 1), out.pointer());
    });
    refused([&] {
      omprim::segmented_reduce(where(), in.data(), omprim::by_length(1, n), out.pointer());
    });
    refused([&] {
      (void)omprim::reduce_by_key(where(), in.data(), in.data(), n, out.pointer(),
                                  other_out.pointer());
    });
  }
  EXPECT_EQ(out.values(), (std::vector<int>{1, 2, 3}));
}

TEST_P(Refusals, OneOutputForBothHalvesOfAPartition) {
  const placed_array<int> in(where(), {5, -1, 7});
  const placed_array<int> out(where(), {1, 2, 3});
  expect_error(status::invalid_argument, {"partition", "one output"}, [&] {
    (void)omprim::partition(where(), in.data(), 3, out.pointer(), out.pointer(),
                            omprim::at_least(3));
  });
  EXPECT_EQ(out.values(), (std::vector<int>{1, 2, 3}));
  int* const nowhere = nullptr;
  EXPECT_EQ(omprim::partition(where(), in.data(), 0, nowhere, nowhere, omprim::at_least(3)), 0U);
}

TEST_P(Refusals, ReduceByKeyOverAnInput) {
  const placed_array<int> keys(where(), {4, 4, 7});
  const placed_array<int> values(where(), {5, -1, 7});
  const placed_array<int> unique_keys(where(), std::vector<int>(3));
  const placed_array<int> out(where(), std::vector<int>(3));
  const auto refused = [&](const char* output, const char* other, int* to_keys, int* to_values) {
    expect_error(status::invalid_argument, {"reduce_by_key", output, other}, [&] {
      (void)omprim::reduce_by_key(where(), keys.data(), values.data(), 3, to_keys, to_values);
    });
  };
  refused("the unique keys", "over the keys", keys.pointer(), out.pointer());
  refused("the results", "over the keys", unique_keys.pointer(), keys.pointer());
  refused("the unique keys", "over the values", values.pointer(), out.pointer());
  refused("the results", "over the values", unique_keys.pointer(), values.pointer());
  refused("the results", "over the unique keys", out.pointer(), out.pointer());
  EXPECT_EQ(keys.values(), (std::vector<int>{4, 4, 7}));
  EXPECT_EQ(values.values(), (std::vector<int>{5, -1, 7}));
}

#if !OMPRIM_SANITIZED
// Ends the process with 0 if a call without enough memory throws omprim::error{out_of_memory}.
[[noreturn]] void reduce_by_key_without_memory() {
  constexpr std::size_t n = std::size_t(1) << 22;
  std::vector<int> keys(n), values(n, 1), unique_keys(n), out(n);
  std::iota(keys.begin(), keys.end(), 0);
  const auto where = omprim::serial();
  const auto call = [&](std::size_t count) {
    (void)omprim::reduce_by_key(where, keys.data(), values.data(), count, unique_keys.data(),
                                out.data());
  };
  call(10);  // allocates the objects that live as long as the process
  std::size_t pages = 0;
  std::FILE* const sizes = std::fopen("/proc/self/statm", "r");
  if (sizes == nullptr || std::fscanf(sizes, "%zu", &pages) != 1) std::_Exit(3);
  std::fclose(sizes);
  const rlim_t limit = pages * 4096 + (rlim_t(64) << 10);  // a run of n needs 512 kB
  const rlimit limits{limit, limit};
  if (setrlimit(RLIMIT_AS, &limits) != 0) std::_Exit(4);
  try {
    call(n);
  } catch (const omprim::error& e) {
    std::_Exit(e.code() == status::out_of_memory ? 0 : 5);
  } catch (...) {
    std::_Exit(6);
  }
  std::_Exit(7);
}

/// A limit of the process limits its emulator, too, and an emulator without memory ends.
bool is_emulated() { return !std::string_view(OMPRIM_EMULATOR).empty(); }

TEST(RefusalsDeathTest, MissingMemoryIsAnErrorOfTheLibrary) {
  if (is_emulated()) GTEST_SKIP() << "in an emulator";
  EXPECT_EXIT(reduce_by_key_without_memory(), testing::ExitedWithCode(0), "");
}

TEST(MissingMemory, OfTheFirstCallsIsAnErrorAndLaterCallsWork) {
  if (is_emulated()) GTEST_SKIP() << "in an emulator";
  const auto outcome = omprim_test::run_probe({"without-memory"}, {});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  const std::string expected = std::to_string(static_cast<int>(status::out_of_memory));
  for (const char* call : {"first_sum", "first_scan", "table", "rules", "later_scan"}) {
    EXPECT_EQ(outcome.value(call), expected) << call << "\n" << outcome.output;
  }
  EXPECT_EQ(outcome.value("later_sum"), "1000");
}
#endif

}  // namespace
