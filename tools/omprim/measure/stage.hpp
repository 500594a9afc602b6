// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>

#include "inputs/dataset.hpp"
#include "inputs/pattern.hpp"
#include "measure/timing.hpp"
#include "report/report.hpp"

/// The context in which a sweep measures rows: one backend, one input, and the limits of both.
namespace omprim::command {

class stage {
 public:
  /// Makes the data, then measures what rows are compared with: an empty launch, the read bandwidth
  /// and, if asked, the sequential strategy on the host.
  stage(const execution& where, const pattern& what, std::uint64_t n, const measure_limits& limits,
        bool with_sequential);

  [[nodiscard]] std::uint64_t n() const { return data_.size(); }
  /// Times one row and checks each of its results. Errors are noted in the returned row, except a
  /// failure of the device itself, which is thrown.
  [[nodiscard]] sweep_row measure_row(const table_row& row, const measure_limits& limits) const;

  /// A line about the backend: the hardware, and the time subtracted from wall time.
  [[nodiscard]] std::string backend_text() const;
  /// A line about the data and the measured limits.
  [[nodiscard]] std::string data_text() const;

 private:
  void measure_read_bandwidth(measure_limits limits);
  void measure_sequential(const measure_limits& limits);
  void put_times(const measurement& m, sweep_row& into) const;

  execution where_;
  pattern what_;
  dataset data_;
  double empty_seconds_ = 0;
  double read_bandwidth_ = 0;  ///< GB/s
  double copy_bandwidth_ = 0;  ///< GB/s read and written on the device; 0 on the host
  double sequential_seconds_ = 0;
};

}  // namespace omprim::command
