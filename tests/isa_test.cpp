// SPDX-License-Identifier: BSD-3-Clause
// The ISA level of the host kernels that run. It is chosen once per process, so each case runs in a
// process of its own.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <omprim/error.hpp>
#include <omprim/execution.hpp>

#include "support/probe.hpp"
#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace {

using omprim_test::probe_outcome;
using omprim_test::run_probe;

// The answer of the compiler's runtime, not of the library.
bool cpu_supports(std::string_view level) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (level == "x86-64-v2") return __builtin_cpu_supports("x86-64-v2") != 0;
  if (level == "x86-64-v3") return __builtin_cpu_supports("x86-64-v3") != 0;
  if (level == "x86-64-v4") return __builtin_cpu_supports("x86-64-v4") != 0;
#endif
#if defined(__aarch64__)
  if (level == "armv8-a") return true;
  if (level == "sve512" && (getauxval(AT_HWCAP) & HWCAP_SVE) != 0) {
    register std::uint64_t bytes __asm__("x0");
    __asm__ volatile(".inst 0x04bf5020" : "=r"(bytes));  // rdvl x0, #1: the vectors' length
    return bytes == 64;
  }
#endif
  return level == "generic";
}

TEST(Isa, SomeLevelIsCompiledAndEachIsKnown) {
  ASSERT_FALSE(omprim::compiled_isas().empty());
  for (const std::string_view level : omprim::compiled_isas()) {
    EXPECT_TRUE(level == "x86-64-v2" || level == "x86-64-v3" || level == "x86-64-v4" ||
                level == "armv8-a" || level == "sve512" || level == "generic")
        << level;
  }
}

TEST(Isa, ForcedLevelIsTheOneThatRuns) {
  for (const std::string_view level : omprim::compiled_isas()) {
    if (!cpu_supports(level)) continue;
    SCOPED_TRACE(level);
    const probe_outcome outcome = run_probe({"isa"}, {{"OMPRIM_ISA", std::string(level)}});
    EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
    // The object file of the kernels reports it, by the macros that the compiler predefines.
    EXPECT_EQ(outcome.value("active"), level);
    EXPECT_EQ(outcome.value("sum"), "500500");
  }
}

TEST(Isa, LevelBeyondTheCpuIsRefused) {
  int tried = 0;
  for (const std::string_view level : omprim::compiled_isas()) {
    if (cpu_supports(level)) continue;
    SCOPED_TRACE(level);
    ++tried;
    const probe_outcome outcome = run_probe({"isa"}, {{"OMPRIM_ISA", std::string(level)}});
    EXPECT_EQ(outcome.exit_status, 1) << outcome.output;
    EXPECT_EQ(outcome.value("code"),
              std::to_string(static_cast<int>(omprim::status::unavailable_backend)));
    EXPECT_NE(outcome.value("message").find(level), std::string::npos) << outcome.output;
  }
  if (tried == 0) GTEST_SKIP() << "this CPU runs every compiled level";
}

TEST(Isa, UnknownNameIsRefusedAndTheKnownOnesAreNamed) {
  const probe_outcome outcome = run_probe({"isa"}, {{"OMPRIM_ISA", "avx9000"}});
  EXPECT_EQ(outcome.exit_status, 1) << outcome.output;
  EXPECT_EQ(outcome.value("code"), std::to_string(static_cast<int>(omprim::status::unknown_name)));
  EXPECT_NE(outcome.value("message").find("avx9000"), std::string::npos) << outcome.output;
  for (const std::string_view level : omprim::compiled_isas()) {
    EXPECT_NE(outcome.value("message").find(level), std::string::npos) << outcome.output;
  }
}

TEST(Isa, BestLevelOfTheCpuRunsUnasked) {
  std::string_view best;
  for (const std::string_view level : omprim::compiled_isas()) {
    if (cpu_supports(level)) best = level;
  }
  const probe_outcome outcome = run_probe({"isa"}, {{"OMPRIM_ISA", ""}});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  EXPECT_EQ(outcome.value("active"), best);
}

#if defined(__aarch64__)
// The operating system can give a process shorter vectors than its processor has.
TEST(Isa, VectorsOfTheProcessDecideNotThoseOfTheCpu) {
  const auto levels = omprim::compiled_isas();
  if (levels.size() != 2 || !cpu_supports("sve512")) GTEST_SKIP() << "without SVE of 512 bits";
  const probe_outcome forced = run_probe({"isa", "32"}, {{"OMPRIM_ISA", "sve512"}});
  EXPECT_EQ(forced.exit_status, 1) << forced.output;
  EXPECT_EQ(forced.value("code"),
            std::to_string(static_cast<int>(omprim::status::unavailable_backend)));
  const probe_outcome unasked = run_probe({"isa", "32"}, {{"OMPRIM_ISA", ""}});
  EXPECT_EQ(unasked.exit_status, 0) << unasked.output;
  EXPECT_EQ(unasked.value("active"), "armv8-a");
  EXPECT_EQ(unasked.value("sum"), "500500");
}
#endif

}  // namespace
