// SPDX-License-Identifier: BSD-3-Clause
#include "measure/stage.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <omprim/error.hpp>
#include <omprim/measure.hpp>

#include "commands/selection.hpp"
#include "inputs/outcome.hpp"
#include "measure/copy_bandwidth.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

constexpr int bandwidth_repetitions = 5;

reduce_options sequential_options() { return {"sequential", {}, nullptr}; }

}  // namespace

stage::stage(const execution& where, const pattern& what, std::uint64_t n,
             const measure_limits& limits, bool with_sequential)
    : where_(where), what_(what), data_(where, what, n) {
  if (where.where() == backend::device) {
    empty_seconds_ = empty_launch_seconds(where);
    copy_bandwidth_ = copy_bandwidth(where, data_.bytes());
  }
  measure_read_bandwidth(limits);
  if (with_sequential) measure_sequential(limits);
}

void stage::measure_read_bandwidth(measure_limits limits) {
  limits.repeat = bandwidth_repetitions;
  limits.max_seconds = std::max(limits.max_seconds, 30.0);  // every row is compared with this
  const auto m = measure([&] { return data_.reduce(where_, {}); },
                         [](const reduce_result&) { return true; }, limits);
  const double seconds = summarize(m.seconds).minimum - empty_seconds_;
  if (seconds > 0) read_bandwidth_ = static_cast<double>(data_.bytes()) / seconds * 1e-9;
}

void stage::measure_sequential(const measure_limits& limits) {
  const auto time = [&](const dataset& on_host) {
    const auto m = measure([&] { return on_host.reduce(serial(), sequential_options()); },
                           [](const reduce_result&) { return true; }, limits);
    sequential_seconds_ = summarize(m.seconds).median;
  };
  if (host_readable(where_)) {
    time(data_);
  } else {
    time(dataset(serial(), what_, n()));
  }
}

void stage::put_times(const measurement& m, sweep_row& into) const {
  into.put_times(m, empty_seconds_);
  if (!m.correct) {
    into.problem = fmt::format("got {}, expected {}", to_text(into.type, into.op, m.wrong),
                               to_text(into.type, into.op, data_.expected()));
  }
}

sweep_row stage::measure_row(const table_row& row, const measure_limits& limits) const {
  sweep_row result;
  result.backend = name_of(where_);
  result.strategy = row.strategy;
  result.tuning = row.tuning;
  result.type = row.type;
  result.op = row.op;
  result.n = data_.size();
  result.bytes = data_.bytes();
  result.read_bandwidth = read_bandwidth_;
  result.sequential_seconds = sequential_seconds_;
  reduce_options options{row.strategy, row.tuning, &result.profile};
  const auto run = [&] {
    const auto outcome = data_.reduce(where_, options);
    options.profile = nullptr;  // counted in the first call only
    return outcome;
  };
  try {
    put_times(
        measure(run, [&](const reduce_result& r) { return data_.is_expected(r); }, limits), result);
  } catch (const error& e) {
    if (e.code() == status::device_failure) throw;  // no call will run on the device any more
    result.problem = e.what();
  }
  return result;
}

std::string stage::backend_text() const {
  auto text = fmt::format("{}: {}", name_of(where_), describe(where_));
  if (empty_seconds_ > 0) {
    text += fmt::format("; kernel time is wall time less {} of an empty launch",
                        duration_text(empty_seconds_));
  }
  return text;
}

std::string stage::data_text() const {
  auto text = fmt::format(
      "n = {} ({}), expected {}, read bandwidth {:.4g} GB/s (the default strategy, best of {})",
      grouped(n()), bytes_text(data_.bytes()), to_text(what_.type, what_.op, data_.expected()),
      read_bandwidth_, bandwidth_repetitions);
  if (copy_bandwidth_ > 0) {
    text += fmt::format(", device copy {:.4g} GB/s read and written", copy_bandwidth_);
  }
  return text;
}

}  // namespace omprim::command
