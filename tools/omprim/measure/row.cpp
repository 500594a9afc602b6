// SPDX-License-Identifier: BSD-3-Clause
#include "measure/row.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <omprim/error.hpp>
#include <omprim/measure.hpp>

#include "inputs/memory.hpp"
#include "inputs/reduction.hpp"
#include "measure/backends.hpp"
#include "text.hpp"

namespace omprim::command {

double sweep_row::gigabytes_per_second() const {
  return kernel.median > 0 ? static_cast<double>(bytes) / kernel.median * 1e-9 : 0;
}

double sweep_row::share() const {
  return has_share() ? gigabytes_per_second() / limit.gb_per_s : 0;
}

double sweep_row::speedup() const { return wall.median > 0 ? sequential_seconds / wall.median : 0; }

double sweep_row::elements_per_second() const {
  return kernel.average > 0 ? static_cast<double>(n) / kernel.average * 1e-9 : 0;
}

void sweep_row::put_times(const measurement& m, double empty_seconds) {
  runs = static_cast<int>(m.seconds.size());
  wall = summarize(m.seconds);
  auto less = m.seconds;
  // The clock's noise may make an empty kernel seem faster than an empty launch.
  for (double& seconds : less) seconds = std::max(seconds - empty_seconds, 1e-9);
  kernel = summarize(less);
}

stage::stage(const trial_case& what, const measure_limits& limits, bool with_sequential)
    : what_(what),
      input_(make_trial(what)),
      empty_seconds_(empty_launch_seconds(what.where)),
      in_cache_(input_->bytes() <= cache_bytes(what.where)) {
  const bool on_device = what.where.where() == backend::device;
  if (mostly_reads(algorithm_of(what.op))) {
    limit_ = read_bandwidth(*input_, limits, empty_seconds_);
    if (on_device) copy_ = copy_bandwidth(what.where, input_->bytes());
  } else {
    limit_ = copy_bandwidth(what.where, what.n * size_of(what.type));
  }
  if (with_sequential) measure_sequential(limits);
}

void stage::measure_sequential(const measure_limits& limits) {
  trial_case alone = what_;
  alone.where = serial();
  const auto input = make_trial(alone);
  const reduce_options options{"sequential", {}, nullptr};
  const auto m = measure([&] { return input->run(options); },
                         [](const reduce_result&) { return true; }, limits);
  sequential_seconds_ = summarize(m.seconds).median;
}

sweep_row stage::measure_row(const table_row& row, const measure_limits& limits) const {
  sweep_row result;
  result.backend = name_of(what_.where);
  result.strategy = row.strategy;
  result.tuning = row.tuning;
  result.type = row.type;
  result.op = row.op;
  result.keeps_order = row.traits.keeps_order;
  result.n = input_->size();
  result.bytes = input_->bytes();
  result.selectivity = what_.share;
  result.length = what_.length;
  result.range = what_.range;
  result.bins = what_.bins;
  result.pattern = what_.pattern;
  result.kept = input_->written();
  result.limit = limit_;
  result.in_cache = in_cache_;
  result.sequential_seconds = sequential_seconds_;
  reduce_options options{row.strategy, row.tuning, &result.profile};
  reduce_result last;
  const auto once = [&] {
    last = input_->run(options);
    options.profile = nullptr;  // counted in the first call only
    return last;
  };
  try {
    input_->spoil_output();
    const auto times =
        measure(once, [&](const reduce_result& r) { return input_->is_right(r); }, limits);
    result.put_times(times, empty_seconds_);
    result.problem = input_->problem(times.correct ? last : times.wrong, result.keeps_order);
    if (!writes_arrays(algorithm_of(row.op))) return result;
    // Profiles the phases of a warm call rather than of the first.
    options.profile = &result.profile;
    (void)input_->run(options);
  } catch (const error& e) {
    if (e.code() == status::device_failure) throw;  // no call will run on the device any more
    result.problem = e.what();
  }
  return result;
}

std::string stage::text() const {
  auto text = input_->describe();
  if (limit_.gb_per_s > 0) text += fmt::format(", {:.4g} GB/s {}", limit_.gb_per_s, limit_.meaning);
  if (copy_.gb_per_s > 0) text += fmt::format(", {:.4g} GB/s {}", copy_.gb_per_s, copy_.meaning);
  if (empty_seconds_ > 0) {
    text += fmt::format("; kernel time is wall time less {} of an empty launch",
                        duration_text(empty_seconds_));
  }
  if (in_cache_) {
    text +=
        fmt::format("; it fits in the cache of {}, so it has no share of the memory's bandwidth",
                    bytes_text(cache_bytes(what_.where)));
  }
  return text;
}

}  // namespace omprim::command
