// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include <omprim/omprim.hpp>

#include "host_peers.hpp"
#include "support/contest.hpp"
#include "support/numbers.hpp"

namespace omprim_benchmark {

[[nodiscard]] std::string_view to_string(host_job job);

/// Bytes read per index: 16 for the dot product of two arrays of double.
[[nodiscard]] std::size_t bytes_per_item(host_job job);

/// Random arrays of all types in huge pages, filled at their first use.
class host_data {
 public:
  /// Reserves `bytes` bytes for each array.
  explicit host_data(std::size_t bytes) : bytes_(bytes) {}
  host_data(const host_data&) = delete;
  host_data& operator=(const host_data&) = delete;
  ~host_data();

  [[nodiscard]] const void* first(host_job job);
  [[nodiscard]] const void* second(host_job job);  ///< null unless the job reads two arrays
  [[nodiscard]] expectation expected(host_job job, std::size_t n);

 private:
  enum array { int32s, floats, doubles, other_doubles, arrays };
  const void* filled(array which);

  std::size_t bytes_;
  void* memory_[arrays] = {};
};

/// One job at one size, with the number of threads that every contestant may use.
struct host_case {
  host_job job;
  int threads;
  std::size_t n;
  std::shared_ptr<host_data> data;
};

/// The contest of a case: omprim, the peers, and the limits.
[[nodiscard]] contest make_contest(const host_case& one, const host_peers& peers);

}  // namespace omprim_benchmark
