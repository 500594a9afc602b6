// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <omprim/omprim.hpp>

#include "support/contest.hpp"
#include "support/numbers.hpp"
#include "support/program.hpp"

namespace omprim_benchmark {

/// The device that a program measures.
struct started_device {
  omprim::device_info info;
  bool spins;         ///< host threads that wait for it
  std::string peers;  ///< as start_device_peers() names them

  [[nodiscard]] bool is_nvidia() const { return info.kind == omprim::device_kind::nvidia; }
};

/// Starts the device asked for, or else the first usable GPU, and the peers on it, both polling.
/// Before the first use of a device. Without a device says so; the exit status is then `skipped`.
[[nodiscard]] std::optional<started_device> start_device(const options& chosen);
inline constexpr int skipped = 77;

/// One reduction to be timed on the device.
struct device_job {
  omprim::element type;
  omprim::operation op;
  std::size_t n;

  [[nodiscard]] std::string name() const;  ///< "int32_sum/n:1024"
  [[nodiscard]] double bytes() const;      ///< that one call must read
};

/// The result of any job, as doubles: exact for all that is compared exactly.
struct device_answer {
  double value = 0;
  double second = 0;
  double third = 0;
  std::int64_t index = -1;
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

  /// Fills both arrays, unless they hold that type already, and computes what the job gives.
  expectation provide(const device_job& job);
  /// To be called by who writes into the arrays.
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

/// What the contestants of one contest share; filled in when the contest begins.
struct device_round {
  device_job job;
  std::shared_ptr<device_data> data;
  expectation expected;
  int calls_per_sample = 1;
};

/// Times calls_per_sample calls after an untimed one and checks the last answer. `call` gives
/// its answer back by its argument and returns whether it worked.
template <class Call>
sample timed(const device_round& round, Call call);

/// Names the other side and its versions; makes it ready on the NVIDIA device of that ordinal.
/// Empty if this build or this machine has none. The wait policy must have been set before.
[[nodiscard]] std::string start_device_peers(int ordinal);

/// Adds what CUB, Thrust and cuBLAS have for the job, and extends prepare and finish.
void add_device_peers(contest& c, const std::shared_ptr<device_round>& round);

/// The contest "device_limits": copying and only reading `bytes` bytes; false without CUDA.
bool add_device_limits(contest& c, const std::shared_ptr<device_data>& data, double bytes);

/// Wall seconds of an empty CUDA kernel, median of many; not_measured without CUDA.
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
