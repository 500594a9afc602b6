// SPDX-License-Identifier: BSD-3-Clause
#include "report/report.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <omprim/error.hpp>

#include "inputs/generator.hpp"
#include "inputs/reduction.hpp"
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
  json["limit"] = row.limit.name;
  json["limit_gb_per_s"] = row.limit.gb_per_s;
  if (row.has_share()) json["share_of_limit"] = row.share();
  if (row.sequential_seconds > 0) {
    json["sequential_ms"] = row.sequential_seconds * 1e3;
    json["speedup"] = row.speedup();
  }
  const algorithm work = algorithm_of(row.op);
  if (writes_arrays(work)) json["kept"] = row.kept;
  if (work == algorithm::select) json["selectivity"] = row.selectivity;
  if (has_lengths(work)) json["length"] = row.length;
  if (has_range(row.op)) json["range"] = row.range;
  if (work == algorithm::histogram) json["bins"] = row.bins;
  if (!patterns_of(work).empty()) json["pattern"] = to_string(row.pattern);
  if (work != algorithm::reduce) json["g_elements_per_s"] = row.elements_per_second();
  if (writes_arrays(work)) {
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

namespace {

using columns = std::vector<column<sweep_row>>;

// A number of a row that was measured.
column<sweep_row> measured(const char* head, std::size_t width, int dispensable,
                           std::function<std::string(const sweep_row&)> text) {
  return {head, width,
          [text = std::move(text)](const sweep_row& r) {
            return r.timed() ? text(r) : std::string("-");
          },
          false, dispensable};
}

column<sweep_row> time_column(const char* head, int dispensable, statistics sweep_row::* times,
                              double statistics::* which) {
  return measured(head, 10, dispensable,
                  [=](const sweep_row& r) { return milliseconds(r.*times.*which); });
}

std::string phases_text(const sweep_row& row) {
  std::string text;
  for (const double seconds : row.profile.phase_seconds) {
    if (seconds <= 0) continue;
    const double us = seconds * 1e6;
    text += text.empty() ? "" : " ";
    text += us < 1000 ? fmt::format("{:.3g}", us) : fmt::format("{:.0f}", us);
  }
  return text;
}

void add_names(const sweep_layout& layout, columns& all) {
  if (layout.backend) {
    all.push_back({"backend", 8, [](const sweep_row& r) { return r.backend; }, true});
  }
  all.push_back({"strategy", 21, [](const sweep_row& r) { return r.strategy; }, true});
  all.push_back({"tuning", 10, [](const sweep_row& r) { return tuning_text(r.tuning); }, true});
  if (!layout.size) return;
  all.push_back({"n", 13, [](const sweep_row& r) { return grouped(r.n); }});
  if (layout.range) {
    all.push_back({"range", 6, [](const sweep_row& r) { return fmt::format("2^{}", r.range); }});
  }
  if (layout.bins) all.push_back({"bins", 5, [](const sweep_row& r) { return brief(r.bins); }});
  if (layout.written) {
    all.push_back({"written", 13, [](const sweep_row& r) { return grouped(r.kept); }});
  }
  if (layout.pattern == 0) return;
  all.push_back({"pattern", std::max<std::size_t>(layout.pattern, 7),
                 [](const sweep_row& r) { return std::string(to_string(r.pattern)); }, true});
}

void add_times(const sweep_layout& layout, columns& all) {
  all.push_back(
      {"runs", 5, [](const sweep_row& r) { return fmt::format("{}", r.runs); }, false, 7});
  all.push_back(time_column("average ms", 9, &sweep_row::kernel, &statistics::average));
  all.push_back(time_column("median ms", 0, &sweep_row::kernel, &statistics::median));
  all.push_back(time_column("min ms", 8, &sweep_row::kernel, &statistics::minimum));
  if (layout.any_device) {
    all.push_back(
        time_column("wall ms", layout.arrays ? 6 : 1, &sweep_row::wall, &statistics::median));
  }
}

void add_rates(const sweep_layout& layout, columns& all) {
  if (layout.arrays) {
    all.push_back(measured("G elem/s", 8, 0, [](const sweep_row& r) {
      return fmt::format("{:.4g}", r.elements_per_second());
    }));
  }
  all.push_back(measured("GB/s", 7, layout.arrays ? 2 : 0, [](const sweep_row& r) {
    return fmt::format("{:.4g}", r.gigabytes_per_second());
  }));
  all.push_back(measured(layout.copies ? "of copy" : "of read", 7, 0, [](const sweep_row& r) {
    return r.has_share() ? fmt::format("{:.1f}%", r.share() * 100) : "";
  }));
  if (layout.speedups) {
    all.push_back(measured("speedup", 7, 0,
                           [](const sweep_row& r) { return fmt::format("{:.2f}", r.speedup()); }));
  }
}

void add_profile(const sweep_layout& layout, columns& all) {
  if (layout.arrays) {
    all.push_back({"phases us", 31, phases_text, true, 5});
    return;
  }
  all.push_back(
      measured("groups", 6, 2, [](const sweep_row& r) { return brief(r.profile.work_groups); }));
  all.push_back(
      measured("items", 6, 3, [](const sweep_row& r) { return brief(r.profile.work_items); }));
  all.push_back(measured("atomics", 7, 4,
                         [](const sweep_row& r) { return brief(r.profile.global_atomics); }));
}

}  // namespace

text_table<sweep_row> sweep_table(const sweep_layout& layout) {
  columns all;
  add_names(layout, all);
  add_times(layout, all);
  add_rates(layout, all);
  add_profile(layout, all);
  return text_table<sweep_row>(std::move(all));
}

const std::string_view sweep_csv_head =
    "backend,strategy,work_group_size,lanes,items_per_work_item,type,op,n,bytes,runs,"
    "kernel_average_ms,kernel_median_ms,kernel_minimum_ms,wall_average_ms,wall_median_ms,"
    "wall_minimum_ms,gb_per_s,limit_gb_per_s,speedup,launches,work_groups,"
    "work_items,global_atomics,kept,range,bins,pattern,problem";

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
  const algorithm work = algorithm_of(row.op);
  const auto bins = work == algorithm::histogram ? fmt::format("{}", row.bins) : "";
  const auto pattern = patterns_of(work).empty() ? std::string_view() : to_string(row.pattern);
  add_line(fmt::format(
      "{},{},{},{},{},{},{},{},{},{},{},{},{:.6g},{:.6g},{},{},{},{},{},{},{},{},{},{}",
      row.backend, row.strategy, row.tuning.work_group_size, row.tuning.lanes,
      row.tuning.items_per_work_item, to_string(row.type), to_string(row.op), row.n, row.bytes,
      row.runs, times(row.kernel), times(row.wall), row.gigabytes_per_second(), row.limit.gb_per_s,
      row.sequential_seconds > 0 ? fmt::format("{:.6g}", row.speedup()) : "", row.profile.launches,
      row.profile.work_groups, row.profile.work_items, row.profile.global_atomics, row.kept,
      has_range(row.op) ? fmt::format("{}", row.range) : "", bins, pattern, quoted(row.problem)));
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
