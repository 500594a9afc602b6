// SPDX-License-Identifier: BSD-3-Clause
#include "commands/sweep_plan.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include <omprim/bins.hpp>

#include "commands/parse.hpp"
#include "inputs/generator.hpp"
#include "inputs/reduction.hpp"
#include "measure/machine.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

std::vector<double> parse_shares(const std::string& text) {
  std::vector<double> shares;
  for (const auto& part : split_list(text)) {
    char* end = nullptr;
    const double share = std::strtod(part.c_str(), &end);
    const bool fine = !part.empty() && *end == '\0' && share >= 0 && share <= 1;
    if (!fine) {
      throw usage_error(fmt::format("'{}' is no selectivity; write 0.5 or 0.01,0.99", part));
    }
    shares.push_back(share);
  }
  return shares;
}

std::vector<std::uint32_t> parse_ranges(const std::string& text, element type, operation op) {
  const auto parts = split_list(text);
  std::vector<std::uint32_t> ranges;
  for (const auto& part : parts) {
    std::uint32_t bits = 0;
    const char* const end = part.data() + part.size();
    const auto [rest, failure] = std::from_chars(part.data(), end, bits);
    if (failure != std::errc() || rest != end || bits > greatest_range(type, op)) break;
    ranges.push_back(bits);
  }
  if (ranges.size() == parts.size() && !parts.empty()) return ranges;
  throw usage_error(fmt::format(
      "'{}' is no range of terms; {} takes 0 to {} bits for float32 and 0 to {} for float64, such "
      "as 40 or 0,40",
      parts.empty() ? text : parts[ranges.size()], to_string(op),
      greatest_range(element::float32, op), greatest_range(element::float64, op)));
}

std::vector<std::uint64_t> parse_bins(const std::string& text) {
  if (text.empty()) return {default_bins};
  const auto all = parse_counts(text, "bins");
  const auto wrong = std::find_if(all.begin(), all.end(),
                                  [](std::uint64_t bins) { return bins == 0 || bins > most_bins; });
  if (wrong == all.end() && !all.empty()) return all;
  throw usage_error(
      fmt::format("'{}' is no number of bins; there are 1 to 2^30, such as 256 or 16,256,4096",
                  all.empty() ? text : std::to_string(*wrong)));
}

std::vector<input_pattern> parse_patterns(const std::string& text, const preset& sweep) {
  if (text.empty()) return {default_pattern(sweep.work)};
  const auto all = patterns_of(sweep.work);
  std::vector<input_pattern> patterns;
  const auto parts = split_list(text);
  for (const auto& part : parts) {
    const auto found = std::find_if(
        all.begin(), all.end(), [&](input_pattern pattern) { return to_string(pattern) == part; });
    if (found == all.end()) break;
    patterns.push_back(*found);
  }
  if (patterns.size() == parts.size() && !parts.empty()) return patterns;
  throw usage_error(fmt::format("sweep {} has no pattern '{}'; there are {}", sweep.name,
                                parts.empty() ? text : parts[patterns.size()],
                                pattern_names(sweep.work)));
}

operation first_operation(algorithm work) {
  switch (work) {
    case algorithm::select:
      return operation::select_if;
    case algorithm::scan:
      return operation::scan_sum;
    case algorithm::segment:
      return operation::segmented_sum;
    case algorithm::exact:
      return operation::exact_sum;
    case algorithm::histogram:
      return operation::histogram_even;
    case algorithm::sort:
      return operation::sort;
    case algorithm::runs:
      return operation::run_heads;
    case algorithm::top_k:
      return operation::top_k;
    case algorithm::search:
      return operation::lower_bound;
    case algorithm::gather:
      return operation::gather;
    case algorithm::merge:
      return operation::merge;
    default:
      return operation::sum;
  }
}

// Exact sums are of floats.
element first_type(operation op) { return has_range(op) ? element::float64 : element::int32; }

std::vector<std::uint64_t> sizes_of(const preset& what, const std::string& text) {
  if (text.empty()) return sizes_of(what, what.n);
  return what.over_sizes ? sizes_of(what, parse_count(text)) : parse_counts(text);
}

// The place of a strategy in omprim::strategies().
std::size_t place_of(algorithm work, std::string_view strategy) {
  const auto& all = strategies();
  const auto found = std::find_if(all.begin(), all.end(), [&](const strategy_info& info) {
    return info.work == work && info.name == strategy;
  });
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace

void refuse_unused(const sweep_options& options, std::string_view subject, bool has_range,
                   algorithm work) {
  const auto refuse = [&](const char* option, const char* owners) {
    throw usage_error(fmt::format("{} is of {}; {} has none", option, owners, subject));
  };
  if (!options.range.empty() && !has_range) refuse("--range", "exact sums");
  if (!options.bins.empty() && work != algorithm::histogram) refuse("--bins", "histograms");
  if (!options.pattern.empty() && patterns_of(work).empty()) {
    refuse("--pattern", "histograms, sorts, order statistics, searches, gathers and merges");
  }
}

std::vector<execution> backends_of(const sweep_options& options) {
  if (!options.backend.empty()) return parse_backends(options.backend);
  return {fastest_backend()};
}

sweep_plan make_plan(const sweep_options& options) {
  const preset& what = find_preset(options.preset);
  row_filter filter = options.filter;
  if (filter.strategy.empty()) filter.strategy = what.strategy;
  const row_selection selection(filter);
  const auto op = selection.op_or(first_operation(what.work));
  if (algorithm_of(op) != what.work) {
    throw usage_error(fmt::format("{} is no operation of sweep {}; `omprim list` shows them",
                                  to_string(op), what.name));
  }
  const auto type = selection.type_or(first_type(op));
  refuse_unused(options, to_string(op), has_range(op), what.work);
  return {what,
          selection,
          sizes_of(what, options.n),
          parse_counts(options.work_group_size),
          parse_shares(options.selectivity),
          parse_counts(options.length),
          options.range.empty() ? std::vector<std::uint32_t>{default_range}
                                : parse_ranges(options.range, type, op),
          parse_bins(options.bins),
          parse_patterns(options.pattern, what),
          {options.repeat > 0 ? options.repeat : what.repeat, options.warmup, options.max_seconds},
          type,
          op,
          backends_of(options)};
}

std::vector<table_row> rows_of(const sweep_plan& plan, const execution& where) {
  std::vector<std::vector<table_row>> places(strategies().size());
  const auto& sizes = plan.work_group_sizes;
  const algorithm work = plan.what.work;
  for (const auto& row : table()) {
    const auto size = static_cast<std::uint64_t>(row.tuning.work_group_size);
    const bool sized = sizes.empty() || std::find(sizes.begin(), sizes.end(), size) != sizes.end();
    if (!sized || !runs_on(row, where) || row.op != plan.op) continue;
    for (const auto& each : plan.selection.chosen(row)) {
      if (each.type != plan.type) continue;
      places[writes_arrays(work) ? 0 : place_of(work, row.strategy)].push_back(each);
    }
  }
  std::vector<table_row> rows;
  for (auto some = places.rbegin(); some != places.rend(); ++some) {
    rows.insert(rows.end(), some->begin(), some->end());
  }
  if (rows.empty()) {
    throw usage_error(
        fmt::format("no compiled row fits on {}; `omprim list` shows them all", name_of(where)));
  }
  return rows;
}

std::vector<trial_case> inputs_of(const sweep_plan& plan, const execution& where, std::uint64_t n) {
  trial_case what{where, plan.type, plan.op, n};
  std::vector<trial_case> inputs;
  if (plan.what.work == algorithm::select) {
    for (const double share : plan.shares) {
      what.share = share;
      inputs.push_back(what);
    }
  } else if (!patterns_of(plan.what.work).empty()) {
    for (const auto bins : plan.bins) {
      what.bins = bins;
      for (const auto pattern : plan.patterns) {
        what.pattern = pattern;
        inputs.push_back(what);
      }
    }
  } else if (!has_lengths(plan.what.work)) {
    for (const auto range : plan.ranges) {
      what.range = range;
      inputs.push_back(what);
    }
  } else {
    auto lengths = plan.lengths;
    if (lengths.empty()) lengths.push_back(0);
    if (plan.lengths.empty()) {
      for (std::uint64_t length = 1; length <= n; length *= 10) lengths.push_back(length);
    }
    for (const auto length : lengths) {
      what.length = length;
      for (const auto range : plan.ranges) {
        what.range = range;
        inputs.push_back(what);
      }
    }
  }
  return inputs;
}

nlohmann::ordered_json sweep_header(const preset& what, const std::vector<execution>& backends,
                                    const std::string& wait) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& where : backends) {
    list.push_back({{"name", name_of(where)}, {"hardware", describe(where)}});
  }
  return {{"program", "omprim"},         {"version", version()}, {"date", utc_now()},
          {"compiler", compiler_name()}, {"preset", what.name},  {"summary", what.summary},
          {"host", cpu_name()},          {"wait_policy", wait},  {"backends", list}};
}

void announce_sweep(const preset& what, const std::string& subject, const measure_limits& limits,
                    const std::string& wait) {
  const auto text = fmt::format(
      "omprim {} sweep {}: {}\n{}, up to {} repetitions after {} warm-up, {} s a row; {}\n",
      version(), what.name, what.summary, subject, limits.repeat, limits.warmup, limits.max_seconds,
      wait);
  fmt::print("{}", wrapped(text));
  flush_output();
}

}  // namespace omprim::command
