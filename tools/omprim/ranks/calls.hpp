// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <omprim/execution.hpp>

#include "inputs/memory.hpp"
#include "ranks/world.hpp"

/// The calls that `omprim sweep mpi` measures.
namespace omprim::command {

/// The elements of this rank, n doubles with small integers, and the results of all ranks.
class rank_input {
 public:
  /// Throws status::out_of_memory, on this rank alone.
  rank_input(const world& all, const execution& where, std::uint64_t n);
  /// Learns the results from all ranks. Collective.
  void add_up();

  [[nodiscard]] const execution& where() const { return where_; }
  [[nodiscard]] std::uint64_t n() const { return n_; }
  [[nodiscard]] const double* data() const { return static_cast<const double*>(data_.data()); }
  [[nodiscard]] double* out() const { return static_cast<double*>(out_.data()); }
  [[nodiscard]] std::int64_t* counts() const { return static_cast<std::int64_t*>(counts_.data()); }
  [[nodiscard]] const world& all() const { return all_; }
  /// Elements of lower ranks, and of all.
  [[nodiscard]] std::uint64_t before() const {
    return n_ * static_cast<std::uint64_t>(all_.rank());
  }
  [[nodiscard]] std::uint64_t total() const { return n_ * static_cast<std::uint64_t>(all_.size()); }
  /// Element i of all.
  [[nodiscard]] static double element(std::uint64_t i) {
    return static_cast<double>(i * 7919 % values);
  }
  [[nodiscard]] double sum() const { return sum_; }
  [[nodiscard]] double sum_of_squares() const { return squares_; }
  [[nodiscard]] double sum_up_to_here() const { return sum_up_to_here_; }
  [[nodiscard]] double above_half() const { return above_half_; }

  static constexpr std::uint64_t values = 1001;  ///< elements are from 0 to below this
  static constexpr double half = 500;            ///< half of the elements are greater
  static constexpr std::size_t bins = 256;
  static constexpr std::size_t segment = 100;  ///< elements of a segment

 private:
  const world& all_;
  execution where_;
  std::uint64_t n_;
  buffer data_;
  buffer out_;
  buffer counts_;
  // Of this rank, until they are added up.
  double sum_ = 0;
  double squares_ = 0;
  double sum_up_to_here_ = 0;
  double above_half_ = 0;
};

struct rank_call {
  std::string name;
  std::uint64_t bytes;               ///< that a rank reads and writes
  std::function<void()> run;         ///< collective
  std::function<bool()> is_right{};  ///< after a run; collective
};

/// The calls on an input. The others are compared with the first.
[[nodiscard]] std::vector<rank_call> calls_on(const rank_input& input);

}  // namespace omprim::command
