// SPDX-License-Identifier: BSD-3-Clause
#include <dispatch/architecture.hpp>

#include <algorithm>
#include <array>
#include <functional>

#include <omprim/error.hpp>
#include <runtime/architecture.hpp>
#include <runtime/device.hpp>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace omprim::detail {
namespace {

struct x86_models {
  std::string_view name;
  std::string_view isa_level;  ///< the level that the architecture is made for
  std::string_view vendor;
  unsigned family;
  unsigned first_model;
  unsigned last_model;
};

constexpr std::string_view amd = "AuthenticAMD";
constexpr std::string_view intel = "GenuineIntel";
constexpr std::array<x86_models, 20> known_models = {{
    {"zen2", "x86-64-v3", amd, 0x17, 0x30, 0x7f},
    {"zen2", "x86-64-v3", amd, 0x17, 0x90, 0xaf},
    {"zen3", "x86-64-v3", amd, 0x19, 0x00, 0x0f},
    {"zen3", "x86-64-v3", amd, 0x19, 0x20, 0x5f},
    {"zen4", "x86-64-v4", amd, 0x19, 0x10, 0x1f},
    {"zen4", "x86-64-v4", amd, 0x19, 0x60, 0x7f},
    {"zen4", "x86-64-v4", amd, 0x19, 0xa0, 0xaf},
    {"zen5", "x86-64-v4", amd, 0x1a, 0x00, 0x2f},
    {"zen5", "x86-64-v4", amd, 0x1a, 0x40, 0x4f},
    {"zen5", "x86-64-v4", amd, 0x1a, 0x60, 0x7f},
    {"haswell", "x86-64-v3", intel, 6, 60, 60},
    {"haswell", "x86-64-v3", intel, 6, 63, 63},
    {"broadwell", "x86-64-v3", intel, 6, 79, 79},
    {"skylake-server", "x86-64-v4", intel, 6, 85, 85},  // and Cascade Lake
    {"ice-lake-server", "x86-64-v4", intel, 6, 106, 106},
    {"ice-lake-server", "x86-64-v4", intel, 6, 108, 108},
    {"sapphire-rapids", "x86-64-v4", intel, 6, 143, 143},
    {"sapphire-rapids", "x86-64-v4", intel, 6, 207, 207},  // Emerald Rapids
    {"granite-rapids", "x86-64-v4", intel, 6, 173, 173},
    {"granite-rapids", "x86-64-v4", intel, 6, 174, 174},
}};

constexpr std::array<std::string_view, 3> device_families = {"nvidia", "amd", "host-device"};
constexpr std::array<std::string_view, 6> isa_families = {"x86-64-v2", "x86-64-v3", "x86-64-v4",
                                                          "armv8-a",   "sve512",    "generic"};

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether the name is `prefix` and one or more of `characters` behind it.
bool has_form(std::string_view name, std::string_view prefix, std::string_view characters) {
  return name.size() > prefix.size() && name.substr(0, prefix.size()) == prefix &&
         name.find_first_not_of(characters, prefix.size()) == std::string_view::npos;
}

bool is_gpu(std::string_view name) {
  return has_form(name, "sm_", "0123456789") || has_form(name, "gfx", "0123456789abcdef");
}

bool is_processor(std::string_view name) {
  return std::any_of(known_models.begin(), known_models.end(),
                     [&](const x86_models& known) { return known.name == name; });
}

bool names_architecture(std::string_view name) { return is_gpu(name) || is_processor(name); }

std::string all_names() {
  std::string names = "sm_ and gfx with a number";
  const auto add = [&](std::string_view name) {
    if (names.size() < name.size() || names.substr(names.size() - name.size()) != name) {
      names += ", " + std::string(name);
    }
  };
  for (const auto name : device_families) add(name);
  for (const x86_models& known : known_models) add(known.name);
  for (const auto name : isa_families) add(name);
  return names;
}

#if defined(__x86_64__)
std::string_view this_processor(std::string_view isa_level) {
  unsigned a = 0;
  std::array<unsigned, 3> words{};  // in the order in which they spell the vendor
  if (__get_cpuid(0, &a, &words[0], &words[2], &words[1]) == 0) return {};
  std::string vendor;
  for (const unsigned word : words) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      vendor += static_cast<char>(word >> shift & 0xffU);
    }
  }
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0) return {};
  const unsigned base_family = a >> 8 & 0xfU;
  const unsigned family = base_family == 0xf ? base_family + (a >> 20 & 0xffU) : base_family;
  const unsigned model = (a >> 12 & 0xf0U) | (a >> 4 & 0xfU);
  return x86_architecture(vendor, family, model, isa_level);
}
#else
std::string_view this_processor(std::string_view /*isa_level*/) { return {}; }
#endif

}  // namespace

const tuned_target& host_target() {
  static const tuned_target here{std::string(this_processor(active_isa())),
                                 std::string(active_isa())};
  return here;
}

tuned_target device_target(int number) {
  switch (probed_device(number).kind) {
    case device_kind::nvidia:
      return {device_architecture(number), "nvidia"};
    case device_kind::amd:
      return {device_architecture(number), "amd"};
    default:
      return {"", "host-device"};
  }
}

std::vector<tuned_target> device_targets(const std::vector<tuning_rule>& rules) {
  std::vector<tuned_target> targets;
  targets.reserve(device_families.size());
  for (const auto family : device_families) targets.push_back({"", std::string(family)});
  for (const tuning_rule& rule : rules) {
    if (!is_gpu(rule.target)) continue;
    const bool known = std::any_of(targets.begin(), targets.end(), [&](const tuned_target& t) {
      return t.architecture == rule.target;
    });
    if (!known) targets.push_back({rule.target, rule.target[0] == 's' ? "nvidia" : "amd"});
  }
  return targets;
}

std::string_view x86_architecture(std::string_view vendor, unsigned family, unsigned model,
                                  std::string_view isa_level) {
  for (const x86_models& known : known_models) {
    if (known.vendor == vendor && known.family == family && known.first_model <= model &&
        model <= known.last_model && known.isa_level == isa_level) {
      return known.name;
    }
  }
  return {};
}

bool names_device(std::string_view target) {
  return is_gpu(target) || contains(device_families, target);
}

void require_targets(const tuning_file& file, const std::string& path) {
  const auto require = [&](const std::string& target, int line) {
    if (names_architecture(target) || names_device(target) || contains(isa_families, target))
      return;
    throw error(status::bad_tuning_file, path + ", line " + std::to_string(line) +
                                             ": no target is named '" + target + "'; there are " +
                                             all_names());
  };
  for (const auto& bound : file.parallel_from) require(bound.target, bound.line);
  for (std::size_t i = 0; i < file.rules.size(); ++i) require(file.rules[i].target, file.lines[i]);
}

void put_architectures_first(tuning_file& file) {
  const auto of_family = [](const auto& rule) { return !names_architecture(rule.target); };
  const auto put_last = [&](auto& rules) {
    auto families = rules;
    families.erase(std::remove_if(families.begin(), families.end(), std::not_fn(of_family)),
                   families.end());
    rules.erase(std::remove_if(rules.begin(), rules.end(), of_family), rules.end());
    rules.insert(rules.end(), families.begin(), families.end());
  };
  put_last(file.rules);
  put_last(file.parallel_from);
  file.lines.clear();
}

}  // namespace omprim::detail
