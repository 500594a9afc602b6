// SPDX-License-Identifier: BSD-3-Clause
// Devices: their list, errors for devices that do not exist, and pointers that a device cannot
// read.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/reduce.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/probe.hpp"

namespace {

using omprim_test::expect_error;
using omprim_test::probe_outcome;
using omprim_test::run_probe;

bool built_with_offloading() {
  for (const omprim::table_row& row : omprim::table()) {
    if (row.on_device) return true;
  }
  return false;
}

TEST(DeviceList, HostOnlyBuildHasNone) {
  if (built_with_offloading()) GTEST_SKIP() << "a build with offloading";
  EXPECT_TRUE(omprim::devices().empty());
  EXPECT_FALSE(omprim::available(omprim::backend::device));
  expect_error(omprim::status::unavailable_backend, {"device"},
               [] { static_cast<void>(omprim::device(0)); });
}

TEST(DeviceList, OffloadBuildHasAUsableOne) {
  if (!built_with_offloading()) GTEST_SKIP() << "a build without offloading";
  EXPECT_TRUE(omprim::available(omprim::backend::device));
  EXPECT_FALSE(omprim_test::every_device().empty());
}

TEST(DeviceList, WithoutANumberAGpuIsMeantWhereThereAreImagesForOne) {
  using omprim::device_kind;
  if (!built_with_offloading()) {
    expect_error(omprim::status::unavailable_backend, {"device"},
                 [] { static_cast<void>(omprim::device()); });
    return;
  }
  const omprim::device_info* wanted = nullptr;
  for (const omprim::device_info& device : omprim::devices()) {
    const bool fits = device.kind != device_kind::host || OMPRIM_IMAGES_FOR_HOSTS_ONLY != 0;
    if (wanted == nullptr && device.usable && fits) wanted = &device;
  }
  if (wanted == nullptr) {
    expect_error(omprim::status::unavailable_device, {"GPU"},
                 [] { static_cast<void>(omprim::device()); });
  } else {
    EXPECT_EQ(omprim::device().device_number(), wanted->number);
    EXPECT_EQ(omprim::parse_execution("device").device_number(), wanted->number);
  }
}

TEST(DeviceList, NumbersAreDistinctAndEachIsUsableOrSaysWhyNot) {
  std::set<int> numbers;
  for (const omprim::device_info& device : omprim::devices()) {
    EXPECT_TRUE(numbers.insert(device.number).second) << device.number;
    EXPECT_FALSE(device.name.empty()) << device.number;
    EXPECT_GE(device.compute_units, 1) << device.number;
    EXPECT_EQ(device.usable, device.diagnosis.empty()) << device.diagnosis;
    // Asked of the device itself: its OpenMP number is not its number for the driver.
    const bool has_cache = device.usable && device.kind == omprim::device_kind::nvidia;
    EXPECT_EQ(device.cache_bytes > 0, has_cache) << device.name;
  }
}

TEST(DeviceList, UnusableDeviceIsRefusedWithItsDiagnosis) {
  int tried = 0;
  for (const omprim::device_info& device : omprim::devices()) {
    if (device.usable) continue;
    ++tried;
    expect_error(omprim::status::unavailable_device, {device.diagnosis},
                 [&] { static_cast<void>(omprim::device(device.number)); });
  }
  if (tried == 0) GTEST_SKIP() << "every device is usable";
}

TEST(DeviceList, NumberBeyondTheLastIsRefusedAndTheDevicesAreNamed) {
  if (!built_with_offloading()) GTEST_SKIP() << "a build without offloading";
  std::vector<std::string> words = {"999"};
  for (const omprim::device_info& device : omprim::devices()) {
    words.push_back(std::to_string(device.number));
    words.push_back(device.name);
  }
  expect_error(omprim::status::unavailable_device, words,
               [] { static_cast<void>(omprim::device(999)); });
  expect_error(omprim::status::unavailable_device, words,
               [] { static_cast<void>(omprim::parse_execution("device:999")); });
  EXPECT_THROW(static_cast<void>(omprim::device(-1)), omprim::error);
}

TEST(DeviceList, HostIsNoDeviceNumber) {
  // omp_get_initial_device() is the number after the last: OpenMP itself would run on the host.
  if (!built_with_offloading()) GTEST_SKIP() << "a build without offloading";
  const int initial = static_cast<int>(omprim::devices().size());
  EXPECT_THROW(static_cast<void>(omprim::device(initial)), omprim::error);
}

TEST(DeviceList, DisabledOffloadingIsAnErrorAndNoHostRun) {
  if (!built_with_offloading()) GTEST_SKIP() << "a build without offloading";
  const probe_outcome outcome = run_probe({"device", "0"}, {{"OMP_TARGET_OFFLOAD", "DISABLED"}});
  EXPECT_EQ(outcome.exit_status, 1) << outcome.output;
  EXPECT_EQ(outcome.value("code"),
            std::to_string(static_cast<int>(omprim::status::unavailable_device)));
  EXPECT_EQ(outcome.value("available"), "0");
  EXPECT_EQ(outcome.value("sum"), "") << "something was computed";
  EXPECT_NE(outcome.value("message").find("0"), std::string::npos) << outcome.output;
}

TEST(DeviceList, MandatoryOffloadingWorks) {
  const auto devices = omprim_test::every_device();
  if (devices.empty()) GTEST_SKIP() << "no usable device";
  const probe_outcome outcome =
      run_probe({"device", std::to_string(devices.front().device_number())},
                {{"OMP_TARGET_OFFLOAD", "MANDATORY"}});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  EXPECT_EQ(outcome.value("sum"), "500500");
}

TEST(DeviceWaitPolicy, IsTheRuntimesUnlessAskedFor) {
  EXPECT_EQ(run_probe({"wait-policy"}, {{"OMPRIM_WAIT_POLICY", ""}}).value("policy"),
            "runtime_default");
}

class DeviceMemory : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_DEVICE(DeviceMemory);

TEST_P(DeviceMemory, HostPointerIsRefusedWhereTheDeviceCannotReadIt) {
  if (!omprim_test::refuses_host_memory(where())) GTEST_SKIP() << "takes host memory";
  const std::vector<int> values(1000, 1);
  for (const std::size_t n : {std::size_t{1}, values.size()}) {
    expect_error(omprim::status::not_on_device, {"device", std::to_string(where().device_number())},
                 [&] { omprim::sum(where(), values.data(), n); });
    expect_error(omprim::status::not_on_device, {"device"},
                 [&] { omprim::argmax(where(), values.data(), n); });
  }
}

TEST_P(DeviceMemory, HostSecondOperandIsRefusedToo) {
  if (!omprim_test::refuses_host_memory(where())) GTEST_SKIP() << "takes host memory";
  const std::vector<float> values(1000, 1.0F);
  const omprim_test::placed_array<float> there(where(), values);
  expect_error(omprim::status::not_on_device, {"device"},
               [&] { omprim::dot(where(), there.data(), values.data(), 1000); });
  EXPECT_EQ(omprim::dot(where(), there.data(), there.data(), 1000), 1000.0F);
}

TEST_P(DeviceMemory, CallAfterARefusedOneWorks) {
  const omprim_test::placed_array<int> there(where(), std::vector<int>(1000, 1));
  const std::vector<int> here(1000, 1);
  if (omprim_test::refuses_host_memory(where())) {
    EXPECT_THROW(omprim::sum(where(), here.data(), 1000), omprim::error);
  }
  EXPECT_EQ(omprim::sum(where(), there.data(), 1000), 1000);
}

TEST_P(DeviceMemory, StackMemoryOfTheCallerIsRefused) {
  if (!omprim_test::refuses_host_memory(where())) GTEST_SKIP() << "takes host memory";
  const int value = 3;
  expect_error(omprim::status::not_on_device, {"device"}, [&] { omprim::sum(where(), &value, 1); });
}

}  // namespace
