// SPDX-License-Identifier: BSD-3-Clause
#include "report/hierarchy_report.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "report/report.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

constexpr std::string_view forms[] = {"simple", "nd_range", "hierarchical", "scoped", "tuned"};

/// The fastest correct row of a form; null if there is none.
const hierarchy_row* best(const std::vector<hierarchy_row>& rows, const std::string& kernel,
                          std::uint64_t n, std::string_view form) {
  const hierarchy_row* found = nullptr;
  for (const auto& row : rows) {
    if (row.kernel != kernel || row.n != n || row.form != form || !row.ok() || row.runs == 0) {
      continue;
    }
    if (found == nullptr || row.wall.median < found->wall.median) found = &row;
  }
  return found;
}

void print_line(const std::string& start, const std::vector<hierarchy_row>& rows,
                const std::string& kernel, std::uint64_t n,
                const std::function<std::string(const hierarchy_row&)>& text) {
  fmt::print("{}", start);
  for (const auto form : forms) {
    const hierarchy_row* row = best(rows, kernel, n, form);
    fmt::print(" {:>12}", row == nullptr ? "-" : text(*row));
  }
  fmt::print("\n");
}

std::string form_heads() {
  std::string text;
  for (const auto form : forms) text += fmt::format(" {:>12}", form);
  return text;
}

}  // namespace

std::string hierarchy_row::csv() const {
  return fmt::format("{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{},{:.6g},{}", backend, kernel,
                     form, shape, n, runs, wall.average * 1e3, wall.median * 1e3,
                     wall.minimum * 1e3, rate(), unit, peak, quoted(problem));
}

nlohmann::ordered_json hierarchy_row::json() const {
  nlohmann::ordered_json json{{"backend", backend}, {"kernel", kernel}, {"form", form},
                              {"shape", shape},     {"n", n},           {"runs", runs},
                              {"ok", ok()}};
  if (!ok()) json["problem"] = problem;
  if (runs == 0) return json;
  json["wall_ms"] = statistics_json(wall);
  json["rate"] = rate();
  json["unit"] = unit;
  if (peak > 0) {
    json["peak"] = peak;
    json["share_of_peak"] = share();
  }
  return json;
}

text_table<hierarchy_row> hierarchy_table() {
  using row = hierarchy_row;
  return text_table<row>({
      {"kernel", 19, [](const row& r) { return r.kernel; }, true},
      {"form", 12, [](const row& r) { return r.form; }, true},
      {"shape", 17, [](const row& r) { return r.shape; }, true},
      {"n", 10, [](const row& r) { return brief(r.n); }, false, 3},
      {"runs", 5, [](const row& r) { return fmt::format("{}", r.runs); }, false, 4},
      {"median ms", 10, [](const row& r) { return milliseconds(r.wall.median); }},
      {"min ms", 10, [](const row& r) { return milliseconds(r.wall.minimum); }, false, 5},
      {"rate", 8, [](const row& r) { return fmt::format("{:.4g}", r.rate()); }},
      {"", 9, [](const row& r) { return r.unit; }, true},
      {"of peak", 7,
       [](const row& r) { return r.peak > 0 ? fmt::format("{:.1f}%", r.share() * 100) : ""; }},
  });
}

void print_runtime_table(const std::vector<hierarchy_row>& rows) {
  std::vector<std::string> kernels;
  std::map<std::string, std::uint64_t> greatest;
  for (const auto& row : rows) {
    if (greatest.emplace(row.kernel, row.n).second) kernels.push_back(row.kernel);
    greatest[row.kernel] = std::max(greatest[row.kernel], row.n);
  }
  fmt::print("\nruntime, ms\n{:<20} {:>12}{}\n", "kernel", "n", form_heads());
  for (const auto& kernel : kernels) {
    const auto n = greatest[kernel];
    print_line(fmt::format("{:<20} {:>12}", kernel, grouped(n)), rows, kernel, n,
               [](const hierarchy_row& row) { return milliseconds(row.wall.median); });
  }
}

void print_dgemm_figures(const std::vector<hierarchy_row>& rows) {
  std::vector<std::uint64_t> orders;
  for (const auto& row : rows) {
    if (row.kernel == "dgemm" && (orders.empty() || orders.back() != row.n)) {
      orders.push_back(row.n);
    }
  }
  const auto print = [&](const char* title, const auto& text) {
    fmt::print("\ndgemm, {}\n{:<8}{}\n", title, "order", form_heads());
    for (const auto order : orders) {
      print_line(fmt::format("{:<8}", order), rows, "dgemm", order, text);
    }
  };
  print("GFLOP/s", [](const hierarchy_row& row) { return fmt::format("{:.4g}", row.rate()); });
  print("share of the peak",
        [](const hierarchy_row& row) { return fmt::format("{:.1f}%", row.share() * 100); });
}

}  // namespace omprim::command
