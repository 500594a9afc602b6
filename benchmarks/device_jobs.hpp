// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <omprim/omprim.hpp>

#include "support/contest.hpp"
#include "support/numbers.hpp"

namespace omprim_benchmark {

/// One timed reduction on the device.
struct device_job {
  omprim::element type;
  omprim::operation op;
  std::size_t n;

  [[nodiscard]] std::string name() const;  ///< "int32_sum/n:1024"
  [[nodiscard]] double bytes() const;      ///< the bytes that one call must read
};

/// The result of any job, as doubles, which are exact for all results that are compared exactly.
struct device_answer {
  double value = 0;
  double second = 0;
  double third = 0;
  std::int64_t index = -1;
  bool rounded_once = false;  ///< `value` must have the bits of the exact sum
};

[[nodiscard]] bool right(const device_job& job, const device_answer& got,
                         const expectation& expected);

/// Two arrays on the device with random elements of one type, and a copy on the host.
class device_data {
 public:
  device_data(const omprim::execution& where, std::size_t bytes);
  device_data(const device_data&) = delete;
  device_data& operator=(const device_data&) = delete;
  ~device_data();

  /// Fills both arrays, unless they already hold that type. Returns the expected result of the job.
  expectation provide(const device_job& job);
  /// Called by code that overwrites the arrays.
  void forget() { filled_type_ = -1; }

  [[nodiscard]] const omprim::execution& where() const { return where_; }
  [[nodiscard]] void* a() const { return a_; }
  [[nodiscard]] void* b() const { return b_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  omprim::execution where_;
  std::size_t bytes_;
  void* a_ = nullptr;
  void* b_ = nullptr;
  std::unique_ptr<std::uint64_t[]> host_a_;
  std::unique_ptr<std::uint64_t[]> host_b_;
  int filled_type_ = -1;
};

/// Shared by the contestants of one contest; filled in when the contest begins.
struct device_round {
  device_job job;
  std::shared_ptr<device_data> data;
  expectation expected;
  int calls_per_sample = 1;
};

/// Times calls_per_sample calls after an untimed one, and checks the last answer. `call` returns
/// its answer through its argument, and whether it succeeded.
template <class Call>
sample timed(const device_round& round, Call call);

/// Adds the contestants of CUB, Thrust and cuBLAS for the job, and extends prepare and finish.
void add_device_peers(contest& c, const std::shared_ptr<device_round>& round);

/// The contest "device_limits": copying `bytes` bytes, and only reading them. False without CUDA.
bool add_device_limits(contest& c, const std::shared_ptr<device_data>& data, double bytes);

/// Wall seconds of an empty CUDA kernel, the median of many; not_measured without CUDA.
[[nodiscard]] double peer_empty_launch_seconds();

}  // namespace omprim_benchmark

#include <chrono>

template <class Call>
omprim_benchmark::sample omprim_benchmark::timed(const device_round& round, Call call) {
  device_answer answer;
  bool worked = call(answer);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < round.calls_per_sample; ++i) worked = call(answer) && worked;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  sample s;
  s.wall = took.count() / round.calls_per_sample;
  s.right = worked && right(round.job, answer, round.expected);
  return s;
}
