// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <omprim/choice.hpp>
#include <omprim/execution.hpp>
#include <tuning/file.hpp>

/// The names of processors and devices in tuning rules.
namespace omprim::detail {

/// One processor or device, as rules name it.
struct tuned_target {
  std::string architecture;  ///< "zen4", "sm_90", "gfx90a"; empty if it has no name here
  std::string family;        ///< an ISA level, "nvidia", "amd" or "host-device"

  /// The most specific name.
  [[nodiscard]] const std::string& name() const {
    return architecture.empty() ? family : architecture;
  }
  /// Whether a rule for `target` is meant for it.
  [[nodiscard]] bool is_named(std::string_view target) const {
    return target == family || (!architecture.empty() && target == architecture);
  }
};

/// This processor at the active ISA level. It has an architecture only at the level that the
/// architecture is made for: rules for zen4 choose among kernels of x86-64-v4.
[[nodiscard]] const tuned_target& host_target();
/// The OpenMP device with this number.
[[nodiscard]] tuned_target device_target(int number);

/// The families of devices, then the architectures that the rules name, each once.
[[nodiscard]] std::vector<tuned_target> device_targets(const std::vector<tuning_rule>& rules);

/// The architecture of an x86 processor by its CPUID vendor, family and model; empty if it has no
/// name here or is not made for the ISA level. Emerald Rapids has the cores of Sapphire Rapids, and
/// its name.
[[nodiscard]] std::string_view x86_architecture(std::string_view vendor, unsigned family,
                                                unsigned model, std::string_view isa_level);

/// Whether the name is that of a device's architecture or family.
[[nodiscard]] bool names_device(std::string_view target);
/// Throws status::bad_tuning_file for a target that is neither an architecture nor a family, with
/// path, line and the names there are.
void require_targets(const tuning_file& file, const std::string& path);
/// Puts the rules for architectures before those for families, each in their order.
void put_architectures_first(tuning_file& file);

}  // namespace omprim::detail
