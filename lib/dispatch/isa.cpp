// SPDX-License-Identifier: BSD-3-Clause
#include <dispatch/isa.hpp>

#include <cstdlib>
#include <string>
#if defined(__aarch64__)
#include <sys/auxv.h>
#include <sys/prctl.h>
#endif

#include <omprim/error.hpp>
#include <omprim/execution.hpp>
#include <omprim_build.hpp>

// What each level's objects of lib/instantiate define.
#define X(isa)                         \
  namespace omprim::isa::instantiate { \
  std::string_view proof();            \
  }
OMPRIM_ISA_LIST
#undef X

namespace omprim::detail {

namespace {

bool runs_anywhere() { return true; }
#if defined(__x86_64__)
bool runs_x86_64_v2() { return __builtin_cpu_supports("x86-64-v2"); }
bool runs_x86_64_v3() { return __builtin_cpu_supports("x86-64-v3"); }
bool runs_x86_64_v4() { return __builtin_cpu_supports("x86-64-v4"); }
#endif
#if defined(__aarch64__)
/// Whether vectors have 64 bytes here. A process may have shorter ones than its processor.
bool runs_sve512() {
  if ((getauxval(AT_HWCAP) & HWCAP_SVE) == 0) return false;
  const int length = prctl(PR_SVE_GET_VL);
  return length >= 0 && (length & PR_SVE_VL_LEN_MASK) == 64;
}
#endif

// The namespaces are identifiers; the names that people know have hyphens.
isa_level make_level(std::string_view identifier, std::string_view (*proof)()) {
#if defined(__x86_64__)
  if (identifier == "x86_64_v2") return {"x86-64-v2", runs_x86_64_v2, proof};
  if (identifier == "x86_64_v3") return {"x86-64-v3", runs_x86_64_v3, proof};
  if (identifier == "x86_64_v4") return {"x86-64-v4", runs_x86_64_v4, proof};
#endif
#if defined(__aarch64__)
  if (identifier == "armv8_a") return {"armv8-a", runs_anywhere, proof};
  if (identifier == "sve512") return {"sve512", runs_sve512, proof};
#endif
  return {identifier, runs_anywhere, proof};
}

std::string level_names() {
  std::string names;
  for (const isa_level& level : isa_levels()) {
    names += names.empty() ? "" : ", ";
    names += level.name;
  }
  return names;
}

const isa_level& choose_level() {
  const auto& levels = isa_levels();
  if (const char* forced = std::getenv("OMPRIM_ISA"); forced != nullptr && *forced != '\0') {
    for (const isa_level& level : levels) {
      if (level.name != forced) continue;
      if (level.runs_here()) return level;
      throw error(status::unavailable_backend,
                  std::string("OMPRIM_ISA asks for ") + forced + ", which this CPU cannot run");
    }
    throw error(status::unknown_name,
                std::string("OMPRIM_ISA names '") + forced + "'; this build has " + level_names());
  }
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    if (level->runs_here()) return *level;
  }
  throw error(status::unavailable_backend,
              "this CPU runs none of the ISA levels of this build: " + level_names());
}

}  // namespace

const std::vector<isa_level>& isa_levels() {
  static const std::vector<isa_level> levels = {
#define X(isa) make_level(#isa, omprim::isa::instantiate::proof),
      OMPRIM_ISA_LIST
#undef X
  };
  return levels;
}

const isa_level& active_isa_level() {
  static const isa_level& level = choose_level();
  return level;
}

std::size_t active_isa_number() {
  return static_cast<std::size_t>(&active_isa_level() - isa_levels().data());
}

}  // namespace omprim::detail

namespace omprim {

std::string_view active_isa() { return detail::active_isa_level().proof(); }

const std::vector<std::string_view>& compiled_isas() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const auto& level : detail::isa_levels()) all.push_back(level.name);
    return all;
  }();
  return names;
}

}  // namespace omprim
