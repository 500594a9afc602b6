// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/execution.hpp>

/// Tests are written once and run on every backend of the build:
///
///   class ReduceThing : public omprim_test::backend_test {};
///   OMPRIM_ON_EVERY_BACKEND(ReduceThing);
///   TEST_P(ReduceThing, HoldsSomeProperty) { ... where() ... }
namespace omprim_test {

/// Returns serial, host, host with two threads, tbb if the build has it, every usable GPU, and the
/// first of the host-as-device devices (they are all alike).
[[nodiscard]] std::vector<omprim::execution> every_backend();
[[nodiscard]] std::vector<omprim::execution> every_device();

/// "serial", "host", "host_2", "tbb", "device_0": the last part of a test's name.
[[nodiscard]] std::string name_of(const omprim::execution& where);

/// The entry of omprim::devices() for a device execution.
[[nodiscard]] const omprim::device_info& device_behind(const omprim::execution& where);

/// Whether the backend can read host pointers: host backends and the host as a device can.
[[nodiscard]] bool reads_host_memory(const omprim::execution& where);

/// Whether calls refuse memory of the host that is not mapped: devices of NVIDIA do, whose driver
/// tells it from memory of a device.
[[nodiscard]] bool refuses_host_memory(const omprim::execution& where);

class backend_test : public testing::TestWithParam<omprim::execution> {
 protected:
  static const omprim::execution& where() { return GetParam(); }
};

struct backend_namer {
  std::string operator()(const testing::TestParamInfo<omprim::execution>& info) const {
    return name_of(info.param);
  }
};

}  // namespace omprim_test

namespace omprim {
void PrintTo(const execution& where, std::ostream* out);
}

#define OMPRIM_ON_EVERY_BACKEND(suite)                                               \
  INSTANTIATE_TEST_SUITE_P(, suite, testing::ValuesIn(omprim_test::every_backend()), \
                           omprim_test::backend_namer{})
/// Instantiates no tests, without complaint, in a build or on a machine without devices.
#define OMPRIM_ON_EVERY_DEVICE(suite)                                               \
  GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(suite);                             \
  INSTANTIATE_TEST_SUITE_P(, suite, testing::ValuesIn(omprim_test::every_device()), \
                           omprim_test::backend_namer{})
