// SPDX-License-Identifier: BSD-3-Clause
#include "report/report.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <omprim/error.hpp>

#include "text.hpp"

namespace omprim::command {
namespace {

[[noreturn]] void fail_to_write(const std::string& path) {
  throw error(status::invalid_argument, fmt::format("cannot write to '{}'", path));
}

// An empty path means that the user asked for no file.
std::ofstream open_for_writing(const std::string& path) {
  std::ofstream file;
  if (path.empty()) return file;
  file.open(path, std::ios::trunc);
  if (!file) fail_to_write(path);
  return file;
}

std::string tuning_text(const tuning& t) { return t == tuning{} ? "-" : to_string(t); }

nlohmann::ordered_json row_json(const sweep_row& row) {
  nlohmann::ordered_json json{{"backend", row.backend},
                              {"strategy", row.strategy},
                              {"work_group_size", row.tuning.work_group_size},
                              {"lanes", row.tuning.lanes},
                              {"items_per_work_item", row.tuning.items_per_work_item},
                              {"type", to_string(row.type)},
                              {"op", to_string(row.op)},
                              {"n", row.n},
                              {"bytes", row.bytes},
                              {"runs", row.runs},
                              {"ok", row.ok()}};
  if (!row.ok()) json["problem"] = row.problem;
  if (!row.timed()) return json;
  json["kernel_ms"] = statistics_json(row.kernel);
  json["wall_ms"] = statistics_json(row.wall);
  json["gb_per_s"] = row.gigabytes_per_second();
  json["read_bandwidth_gb_per_s"] = row.read_bandwidth;
  json["share_of_read_bandwidth"] = row.share();
  if (row.sequential_seconds > 0) {
    json["sequential_ms"] = row.sequential_seconds * 1e3;
    json["speedup"] = row.speedup();
  }
  if (algorithm_of(row.op) != algorithm::reduce) {
    json["kept"] = row.kept;
    json["g_elements_per_s"] = row.elements_per_second();
    auto& phases = json["phases_ms"] = nlohmann::ordered_json::array();
    for (const double seconds : row.profile.phase_seconds) {
      if (seconds > 0) phases.push_back(seconds * 1e3);
    }
  }
  json["launches"] = row.profile.launches;
  json["work_groups"] = row.profile.work_groups;
  json["work_items"] = row.profile.work_items;
  json["global_atomics"] = row.profile.global_atomics;
  return json;
}

}  // namespace

std::string quoted(const std::string& text) {
  if (text.empty()) return {};
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

nlohmann::ordered_json statistics_json(const statistics& s) {
  return {{"average", s.average * 1e3}, {"median", s.median * 1e3}, {"minimum", s.minimum * 1e3}};
}

double sweep_row::gigabytes_per_second() const {
  return kernel.median > 0 ? static_cast<double>(bytes) / kernel.median * 1e-9 : 0;
}

double sweep_row::share() const {
  return read_bandwidth > 0 ? gigabytes_per_second() / read_bandwidth : 0;
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

void print_trial_head() {
  fmt::print("{:<21} {:<11} {:>5} {:>10} {:>10} {:>10} {:>9} {:>8} {:>6}  {}\n", "strategy",
             "tuning", "runs", "average ms", "median ms", "wall ms", "G elem/s", "GB/s", "share",
             "phases ms");
  flush_output();
}

void print_trial(const sweep_row& row) {
  const auto start =
      fmt::format("{:<21} {:<11} {:>5}", row.strategy, tuning_text(row.tuning), row.runs);
  std::string phases;
  for (const double seconds : row.profile.phase_seconds) {
    if (seconds > 0)
      phases += fmt::format("{}{}", phases.empty() ? "" : " ", milliseconds(seconds));
  }
  fmt::print("{} {:>10} {:>10} {:>10} {:>9.4g} {:>8.4g} {:>5.1f}%  {}{}\n", start,
             milliseconds(row.kernel.average), milliseconds(row.kernel.median),
             milliseconds(row.wall.median), row.elements_per_second(), row.gigabytes_per_second(),
             row.share() * 100, phases, row.ok() ? "" : "  FAILED: " + row.problem);
  flush_output();
}

void table_printer::head() const {
  fmt::print(
      "{}{:<22} {:<11} {:>13} {:>5} {:>10} {:>10} {:>10} {}{:>8} {:>6} {}{:>6} {:>6} {:>7}\n",
      with_backend_ ? fmt::format("{:<10} ", "backend") : "", "strategy", "tuning", "n", "runs",
      "average ms", "median ms", "min ms", with_wall_ ? fmt::format("{:>10} ", "wall ms") : "",
      "GB/s", "share", with_speedup_ ? fmt::format("{:>8} ", "speedup") : "", "groups", "items",
      "atomics");
  flush_output();
}

void table_printer::print(const sweep_row& row) const {
  const std::string start = fmt::format(
      "{}{:<22} {:<11} {:>13} {:>5}", with_backend_ ? fmt::format("{:<10} ", row.backend) : "",
      row.strategy, tuning_text(row.tuning), grouped(row.n), row.runs);
  if (row.timed()) {
    const auto wall = with_wall_ ? fmt::format("{:>10} ", milliseconds(row.wall.median)) : "";
    const auto speedup = with_speedup_ ? fmt::format("{:>8.2f} ", row.speedup()) : "";
    fmt::print("{} {:>10} {:>10} {:>10} {}{:>8.4g} {:>5.1f}% {}{:>6} {:>6} {:>7}", start,
               milliseconds(row.kernel.average), milliseconds(row.kernel.median),
               milliseconds(row.kernel.minimum), wall, row.gigabytes_per_second(),
               row.share() * 100, speedup, brief(row.profile.work_groups),
               brief(row.profile.work_items), brief(row.profile.global_atomics));
  } else {
    fmt::print("{}", start);
  }
  fmt::print("{}\n", row.ok() ? "" : "  FAILED: " + row.problem);
  flush_output();
}

const std::string_view sweep_csv_head =
    "backend,strategy,work_group_size,lanes,items_per_work_item,type,op,n,bytes,runs,"
    "kernel_average_ms,kernel_median_ms,kernel_minimum_ms,wall_average_ms,wall_median_ms,"
    "wall_minimum_ms,gb_per_s,read_bandwidth_gb_per_s,speedup,launches,work_groups,"
    "work_items,global_atomics,kept,problem";

csv_file::csv_file(const std::string& path, std::string_view head)
    : path_(path), file_(open_for_writing(path)) {
  if (file_.is_open()) file_ << head << '\n' << std::flush;
}

void csv_file::add_line(const std::string& line) {
  if (!file_.is_open()) return;
  file_ << line << '\n' << std::flush;
  if (!file_) fail_to_write(path_);
}

void csv_file::add(const sweep_row& row) {
  const auto times = [](const statistics& s) {
    return fmt::format("{:.6g},{:.6g},{:.6g}", s.average * 1e3, s.median * 1e3, s.minimum * 1e3);
  };
  add_line(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{:.6g},{:.6g},{},{},{},{},{},{},{}",
                       row.backend, row.strategy, row.tuning.work_group_size, row.tuning.lanes,
                       row.tuning.items_per_work_item, to_string(row.type), to_string(row.op),
                       row.n, row.bytes, row.runs, times(row.kernel), times(row.wall),
                       row.gigabytes_per_second(), row.read_bandwidth,
                       row.sequential_seconds > 0 ? fmt::format("{:.6g}", row.speedup()) : "",
                       row.profile.launches, row.profile.work_groups, row.profile.work_items,
                       row.profile.global_atomics, row.kept, quoted(row.problem)));
}

json_file::json_file(const std::string& path, const nlohmann::ordered_json& header)
    : path_(path), file_(open_for_writing(path)) {
  if (!file_.is_open()) return;
  std::string text = header.dump(2);
  text.erase(text.rfind('\n'));
  file_ << text << ",\n  \"rows\": [";
  end_of_rows_ = file_.tellp();
  close_brackets();
}

void json_file::add(const sweep_row& row) { add(row_json(row)); }

void json_file::add(const nlohmann::ordered_json& row) {
  if (!file_.is_open()) return;
  file_.seekp(end_of_rows_);
  file_ << (first_ ? "\n    " : ",\n    ") << row.dump();
  first_ = false;
  end_of_rows_ = file_.tellp();
  close_brackets();
}

void json_file::close_brackets() {
  file_ << "\n  ]\n}\n" << std::flush;
  if (!file_) fail_to_write(path_);
}

}  // namespace omprim::command
