// SPDX-License-Identifier: BSD-3-Clause
// The names of processors and devices in tuning rules.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <dispatch/architecture.hpp>
#include <omprim/choice.hpp>
#include <omprim/execution.hpp>
#include <runtime/architecture.hpp>

namespace {

using omprim::detail::names_device;
using omprim::detail::x86_architecture;

constexpr std::string_view amd = "AuthenticAMD";
constexpr std::string_view intel = "GenuineIntel";

TEST(TuningArchitecture, IsKnownByFamilyAndModel) {
  EXPECT_EQ(x86_architecture(amd, 0x17, 0x31, "x86-64-v3"), "zen2");
  EXPECT_EQ(x86_architecture(amd, 0x19, 0x01, "x86-64-v3"), "zen3");
  EXPECT_EQ(x86_architecture(amd, 0x19, 0x11, "x86-64-v4"), "zen4");
  EXPECT_EQ(x86_architecture(amd, 0x19, 0x61, "x86-64-v4"), "zen4");
  EXPECT_EQ(x86_architecture(amd, 0x19, 0xa1, "x86-64-v4"), "zen4");
  EXPECT_EQ(x86_architecture(amd, 0x1a, 0x02, "x86-64-v4"), "zen5");
  EXPECT_EQ(x86_architecture(amd, 0x1a, 0x44, "x86-64-v4"), "zen5");
  EXPECT_EQ(x86_architecture(intel, 6, 85, "x86-64-v4"), "skylake-server");
  EXPECT_EQ(x86_architecture(intel, 6, 143, "x86-64-v4"), "sapphire-rapids");
  EXPECT_EQ(x86_architecture(intel, 6, 207, "x86-64-v4"), "sapphire-rapids") << "the same cores";
}

TEST(TuningArchitecture, HasNoNameWhereItIsUnknown) {
  EXPECT_EQ(x86_architecture(amd, 0x19, 0x80, "x86-64-v4"), "");
  EXPECT_EQ(x86_architecture(amd, 0x1b, 0x11, "x86-64-v4"), "");
  EXPECT_EQ(x86_architecture(intel, 0x19, 0x11, "x86-64-v4"), "") << "another vendor";
  EXPECT_EQ(x86_architecture("", 0, 0, "generic"), "");
}

TEST(TuningArchitecture, HoldsForItsOwnLevelOnly) {
  EXPECT_EQ(x86_architecture(amd, 0x19, 0x11, "x86-64-v3"), "");
  EXPECT_EQ(x86_architecture(intel, 6, 143, "x86-64-v2"), "");
  EXPECT_EQ(x86_architecture(amd, 0x19, 0x01, "x86-64-v4"), "");
}

TEST(TuningArchitecture, FormTellsDevicesFromProcessors) {
  for (const char* name :
       {"nvidia", "amd", "host-device", "sm_90", "sm_120", "gfx90a", "gfx1100"}) {
    EXPECT_TRUE(names_device(name)) << name;
  }
  for (const char* name :
       {"zen4", "x86-64-v4", "generic", "sm_", "sm_90a", "gfx", "gfxz", "sm-90"}) {
    EXPECT_FALSE(names_device(name)) << name;
  }
}

TEST(TuningArchitecture, TargetIsTheMostSpecificName) {
  const auto& here = omprim::detail::host_target();
  EXPECT_EQ(here.family, omprim::active_isa());
  EXPECT_EQ(omprim::tuning_target(omprim::host()),
            here.architecture.empty() ? here.family : here.architecture);
  EXPECT_TRUE(here.is_named(here.family));
  EXPECT_TRUE(here.is_named(here.name()));
  EXPECT_FALSE(here.is_named(""));
  for (const omprim::device_info& info : omprim::devices()) {
    if (!info.usable) continue;
    const std::string name = omprim::tuning_target(omprim::device(info.number));
    EXPECT_TRUE(names_device(name)) << name;
    if (info.kind == omprim::device_kind::nvidia) {
      EXPECT_EQ(name.substr(0, 3), "sm_");
    }
  }
}

#if OMPRIM_WITH_DEVICE
TEST(TuningArchitecture, EveryDeviceAnswersWhetherItIsOfAMD) {
  for (const omprim::device_info& info : omprim::devices()) {
    if (!info.usable || info.kind == omprim::device_kind::amd) continue;
    EXPECT_EQ(omprim::detail::amd_architecture(info.number), "") << info.name;
  }
}
#endif

}  // namespace
