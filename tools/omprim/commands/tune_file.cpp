// SPDX-License-Identifier: BSD-3-Clause
#include "commands/tune_file.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <omprim/error.hpp>

#include "commands/row_selection.hpp"
#include "inputs/dataset.hpp"
#include "measure/machine.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

constexpr int least_exponent = 12;     // 4 KiB
constexpr int greatest_exponent = 25;  // 32 MiB

std::string heading_of(const execution& where, const std::string& wait) {
  return fmt::format(
      "# Tuning rules measured by `omprim tune`.\n"
      "# backend:  {}\n"
      "# device:   {}\n"
      "# compiler: {}\n"
      "# date:     {}\n"
      "# omprim:   {}\n"
      "# {}\n"
      "# TARGET TYPE OPERATION UP_TO_N STRATEGY TUNING SCORE(GB/s) DATE COMPILER DEVICE\n",
      name_of(where), describe(where), compiler_name(), utc_now(), version(), wait);
}

execution one_thread(const execution& where) {
  return where.where() == backend::tbb ? tbb(1) : host(1);
}

double default_sum_seconds(const execution& where, const dataset& data,
                           const measure_limits& limits) {
  const auto m = measure([&] { return data.reduce(where, {}); },
                         [](const reduce_result&) { return true; }, limits);
  return summarize(m.seconds).median;
}

// Measures alternately, so that another program on the machine slows both down.
bool threads_pay(const execution& where, const dataset& data, const measure_limits& limits,
                 double noise) {
  std::vector<double> alone;
  std::vector<double> together;
  for (int i = 0; i < comparison_turns; ++i) {
    alone.push_back(default_sum_seconds(one_thread(where), data, limits));
    together.push_back(default_sum_seconds(where, data, limits));
  }
  return summarize(together).median * (1 + noise) < summarize(alone).median;
}

}  // namespace

tune_file::tune_file(std::string path, const execution& where, const std::string& wait)
    : path_(std::move(path)), heading_(heading_of(where, wait)) {
  write();
}

void tune_file::set_parallel_from(std::uint64_t bytes) {
  lines_.push_back(fmt::format("{} parallel-from {}", tuning_target(host()), bytes));
}

void tune_file::add(const std::vector<tuning_rule>& rules) {
  for (const auto& rule : rules) lines_.push_back(to_line(rule));
}

std::string tune_file::write() const {
  const std::string partial = path_ + ".partial";
  std::ofstream file(partial, std::ios::trunc);
  file << heading_;
  for (const auto& line : lines_) file << line << '\n';
  file.flush();
  if (!file) {
    throw error(status::bad_tuning_file, fmt::format("cannot write to '{}'", partial));
  }
  return partial;
}

void tune_file::finish() const {
  const std::string partial = write();
  std::error_code failure;
  std::filesystem::rename(partial, path_, failure);
  if (failure) {
    throw error(status::bad_tuning_file,
                fmt::format("cannot rename '{}' to '{}': {}", partial, path_, failure.message()));
  }
}

std::optional<std::uint64_t> threads_pay_from(const execution& where, const std::string& path,
                                              const measure_limits& limits, double noise) {
  if (where.threads() == 1 || std::thread::hardware_concurrency() < 2) return {};
  tune_file always(path, where, "while measuring: threads for every size");
  always.set_parallel_from(0);
  load_tuning_file(always.write());
  // From the greatest size down: the bound is the first size at which threads no longer pay.
  for (int exponent = greatest_exponent; exponent >= least_exponent; --exponent) {
    const std::uint64_t n = (std::uint64_t{1} << exponent) / sizeof(std::int32_t);
    const dataset data(where, {element::int32, operation::sum, pattern_kind::exact, 1, n}, n);
    if (!threads_pay(where, data, limits, noise)) return std::uint64_t{1} << (exponent + 1);
  }
  return std::uint64_t{1} << least_exponent;
}

}  // namespace omprim::command
