// SPDX-License-Identifier: BSD-3-Clause
// Arrays that the caller has mapped to the device: their copies are looked up, and nothing is
// copied. Compiled with device code in builds with devices.
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/reduce.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"

namespace {

class OffloadTargetData : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_DEVICE(OffloadTargetData);

TEST_P(OffloadTargetData, MappedArrayIsLookedUp) {
  const int device = where().device_number();
  std::vector<int> values(10000, 2);
  int* data = values.data();
  const std::size_t n = values.size();
#pragma omp target data map(to : data[0 : n]) device(device)
  {
    EXPECT_EQ(omprim::sum(where(), data, n), 20000);
    EXPECT_EQ(omprim::argmin(where(), data, n).index, 0);
  }
}

TEST_P(OffloadTargetData, PartOfAMappedArrayIsLookedUp) {
  const int device = where().device_number();
  std::vector<int> values(10000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i);
  int* data = values.data();
  const std::size_t n = values.size();
#pragma omp target data map(to : data[0 : n]) device(device)
  {
    EXPECT_EQ(omprim::min(where(), data + 77, 1000), 77);
    EXPECT_EQ(omprim::max(where(), data + 77, 1000), 1076);
  }
}

TEST_P(OffloadTargetData, DeviceSideIsReadAndNotTheHostsCopy) {
  if (omprim_test::reads_host_memory(where())) {
    GTEST_SKIP() << "the host as a device maps without a copy";
  }
  const int device = where().device_number();
  std::vector<int> values(10000, 1);
  int* data = values.data();
  const std::size_t n = values.size();
#pragma omp target data map(tofrom : data[0 : n]) device(device)
  {
    // Changed on the host only: a silent copy would change it on the device, too.
    for (std::size_t i = 0; i < n; ++i) data[i] = 5;
    EXPECT_EQ(omprim::sum(where(), data, n), 10000);
    // Changed on the device only.
#pragma omp target teams distribute parallel for device(device)
    for (std::size_t i = 0; i < n; ++i) data[i] = 3;
    EXPECT_EQ(omprim::sum(where(), data, n), 30000);
  }
}

TEST_P(OffloadTargetData, AfterTheRegionItIsNotOnTheDeviceAnyMore) {
  if (!omprim_test::refuses_host_memory(where())) GTEST_SKIP() << "takes host memory";
  const int device = where().device_number();
  std::vector<int> values(10000, 1);
  int* data = values.data();
  const std::size_t n = values.size();
#pragma omp target data map(to : data[0 : n]) device(device)
  {
    EXPECT_EQ(omprim::sum(where(), data, n), 10000);
  }
  omprim_test::expect_error(omprim::status::not_on_device, {"device"},
                            [&] { omprim::sum(where(), data, n); });
}

TEST_P(OffloadTargetData, ArrayOnlyPartlyMappedIsRefused) {
  if (omprim_test::reads_host_memory(where())) {
    GTEST_SKIP() << "the host as a device reads host memory";
  }
  const int device = where().device_number();
  std::vector<int> values(10000, 1);
  int* data = values.data();
  const std::size_t n = values.size();
#pragma omp target data map(to : data[0 : 5000]) device(device)
  {
    EXPECT_EQ(omprim::sum(where(), data, 5000), 5000);
    omprim_test::expect_error(omprim::status::not_on_device, {"device"},
                              [&] { omprim::sum(where(), data, n); });
  }
}

}  // namespace
